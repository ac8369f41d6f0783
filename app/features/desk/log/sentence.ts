import type { DeskTexts } from '../texts'
import { textOf } from '../values'

/** What a line of the log says, as it comes from the command `acts`. */
export type LogLine = {
  who: string
  act: string
  rehearsed: boolean
  payload: unknown
  result: unknown
  members: readonly string[]
}

/** How a line of the log ended. */
export type LogOutcome = 'done' | 'dry-run' | 'first-approval' | 'refused'

export function outcomeOf({ rehearsed, result }: Pick<LogLine, 'rehearsed' | 'result'>): LogOutcome {
  const { status = 'success' } = result as { status?: string }
  if (status === 'second_person') return 'first-approval'
  if (status !== 'success') return 'refused'
  return rehearsed ? 'dry-run' : 'done'
}

/**
 * A line of the log as a sentence: who did what, of whom, with which sum. What was not done, and what has lost its texts by
 * the time that they are kept, is said by the command's name alone.
 */
export function sentenceOf(texts: DeskTexts, line: LogLine): string {
  const { t, word } = texts
  const { who, act, members } = line
  const payload = line.payload as Record<string, unknown>
  const result = line.result as Record<string, unknown>
  const [movement, request, credited] = [result.movement, result.request, result.credited] as (object | undefined)[]
  const values: Record<string, unknown> = {
    member: members.length > 0 ? members.slice(0, 3) : undefined,
    ...payload,
    ...result,
    ...request,
    ...movement,
    ...(credited && { credited: (credited as { won: unknown }).won }),
    who,
  }
  const variant = payload.closed ?? payload.used ?? payload.place ?? ''
  const template = word(`log.${act}.${variant}`, word(`log.${act}`, ''))
  const names = [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  const isKnown = names.every((name) => values[name] !== undefined && values[name] !== null)
  if (outcomeOf(line) === 'done' && template !== '' && isKnown)
    return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      inSentence(name, textOf(texts, name === 'credited' ? 'won' : name, values[name])),
    )
  const about =
    members.length > 0
      ? `${word(`command.${act}`, act)} (${members.slice(0, 3).join(', ')})`
      : word(`command.${act}`, act)
  return t('log.any', { who, command: about })
}

/** Words of the catalogue stand small inside of a sentence. */
const inSentence = (name: string, text: string) =>
  ['kind', 'account', 'role'].includes(name) ? text.toLowerCase() : text
