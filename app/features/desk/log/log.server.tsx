import { type CommandResult, commands } from '~/embedded/desk/commands'
import { refusalText } from '../form/refusal'
import { type List, listScreen } from '../list.server'
import { A, Badge, Tabs } from '../parts'
import type { DeskRequest, Page } from '../screen'
import type { DeskTexts } from '../texts'
import { Details, memberHref, type Row, textOf } from '../values'

type Line = CommandResult<'acts'>['rows'][number]

const badges: Partial<Record<LogOutcome, string>> = { 'first-approval': 'warn', refused: 'bad' }

/** How lines of the log are shown: a sentence, and below it, folded, what was asked for and came of it. */
export function logCells(texts: DeskTexts): Pick<List, 'cells' | 'below'> {
  const { t } = texts
  const cells: List['cells'] = {
    sentence: (row: Row) => {
      const line = row as Line
      const outcome = outcomeOf(line)
      const why = outcome === 'refused' ? `: ${refusalText(texts, line.result as { status: string })}` : ''
      const { reason, tell } = line.payload as Fields
      return (
        <>
          {sentenceOf(texts, line)}{' '}
          {outcome !== 'done' && <Badge tone={badges[outcome] ?? ''} text={`${t(`log.${outcome}`)}${why}`} />}
          {reason ? <p className="soft">{String(reason)}</p> : null}
          {tell ? <p className="soft">{`${t('field.told')}: ${tell}`}</p> : null}
        </>
      )
    },
    members: ({ members }: Row) =>
      (members as Line['members']).map((id) => [<A key={id} className="short" to={memberHref(id)} text={id} />, ' ']),
  }
  const below = (row: Row) => {
    const { id, act, payload, result } = row as Line
    return (
      <details>
        <summary>{t('log.raw')}</summary>
        <p className="soft">
          {t('log.line', { id })} <code>{act}</code>
        </p>
        <Details texts={texts} values={payload as object} />
        <h3>{t('field.result')}</h3>
        <Details texts={texts} values={result as object} />
      </details>
    )
  }
  return { cells, below }
}

/** What the desk did: changes alone, unless the address asks for all. */
export function logScreen(desk: DeskRequest): Promise<Page> {
  const { texts, url } = desk
  const { t } = texts
  const isAll = url.searchParams.has('all')
  const list: List = {
    command: 'acts',
    payload: { changes: !isAll, upTo: undefined },
    choices: { act: Object.keys(commands) },
    title: t(isAll ? 'log.all' : 'log.changes'),
    columns: ['sentence', 'at', 'members'],
    ...logCells(texts),
  }
  const tabs = [['/desk/log', t('log.changes'), !isAll] as const, ['/desk/log?all', t('log.all'), isAll] as const]
  return listScreen(desk, t('nav.log'), [{ ...list, beside: <Tabs title={t('log.which')} tabs={tabs} /> }])
}

type Fields = Readonly<Record<string, unknown>>

/** How a line of the log ended. */
type LogOutcome = 'done' | 'dry-run' | 'first-approval' | 'refused'

function outcomeOf({ rehearsed, result }: Line): LogOutcome {
  const { status = 'success' } = result as { status?: string }
  if (status === 'second_person') return 'first-approval'
  if (status !== 'success') return 'refused'
  return rehearsed ? 'dry-run' : 'done'
}

/**
 * A line of the log as a sentence: who did what, of whom, with which sum. What was not done, and what has lost its texts by
 * the time that they are kept, is said by the command's name alone.
 */
function sentenceOf(texts: DeskTexts, line: Line): string {
  const { t, word } = texts
  const { who, act, members } = line
  const [payload, result] = [line.payload, line.result] as Record<string, unknown>[] as [Fields, Fields]
  const { movement, request, credited, limits } = result as Record<string, Fields | undefined>
  const member = members.length > 0 ? members.slice(0, 3) : undefined
  // Of the limits those that it changed.
  const changed = limits && {
    deposit: payload.deposit,
    breakUntil: payload.break && limits.breakUntil,
    excludedUntil: payload.exclude && limits.excludedUntil,
  }
  const values: Fields = {
    ...{ member, ...payload, ...result, ...request, ...movement },
    ...{ limits: changed, credited: credited?.won, who },
  }
  const variant = payload.closed ?? payload.used ?? payload.place ?? ''
  const template = word(`log.${act}.${variant}`, word(`log.${act}`, ''))
  const names = [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  const isKnown = names.every((name) => (values[name] ?? null) !== null)
  if (outcomeOf(line) === 'done' && template !== '' && isKnown)
    return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      inSentence(name, textOf(texts, name === 'credited' ? 'won' : name, values[name])),
    )
  const about = members.length > 0 ? ` (${members.slice(0, 3).join(', ')})` : ''
  return t('log.any', { who, command: word(`command.${act}`, act) + about })
}

/** Words of the catalogue stand small inside of a sentence. */
const inSentence = (name: string, text: string) =>
  ['kind', 'account', 'role'].includes(name) ? text.toLowerCase() : text
