import { type CommandResult, commands, isCommandName } from '~/embedded/backoffice/commands/table'
import { Badge } from '~/ui/badge/badge'
import { seconds } from '~/values/durations'
import { joinParts } from '~/values/parts'
import type { Refusal } from './command-client.server'
import { wrongText } from './form/form'
import { reasonOf } from './form/outcomes'
import { line, soft } from './parts'
import type { Row } from './screen'
import { type BackofficeTexts, textsOf } from './texts'
import { fieldName, labelOf, memberLink, shortLink, textOf, transactionCells, withName } from './values'

type Line = CommandResult<'acts'>['rows'][number]

type Folded = Line & { further: readonly Line[] }

/** Joins the reads of one page load, which are within a second, and then equal loads, such as automatic ones. */
export function readsOf(rows: readonly Row[]): readonly Row[] {
  const lines = (rows as readonly Line[]).map((entry): Folded => ({ ...entry, further: [] }))
  const loads = joinReads(lines, (last, next) => Math.abs(Date.parse(last.at) - Date.parse(next.at)) < 1000)
  return joinReads(loads, (last, next) => queriesOf(last) === queriesOf(next))
}

function joinReads(rows: readonly Folded[], isSame: (last: Folded, next: Folded) => boolean) {
  const joined: Folded[] = []
  const latest = new Map<string, Folded>()
  for (const next of rows) {
    const last = latest.get(next.who)
    const areReads = last && isPlainRead(last) && isPlainRead(next) && last.members.join() === next.members.join()
    if (areReads && isSame(last, next)) {
      last.further = [...last.further, next, ...next.further]
    } else {
      latest.set(next.who, next)
      joined.push(next)
    }
  }
  return joined
}

const queryOf = ({ act, payload }: Line) => JSON.stringify([act, payload])
const queriesOf = (load: Folded) => [...new Set([load, ...load.further].map(queryOf))].sort().join()

export function countLoads(row: Row): number {
  const { further = [], ...entry } = row as Line & Partial<Folded>
  const queries = [entry, ...further].map(queryOf)
  return Math.max(...queries.map((query) => queries.filter((other) => other === query).length))
}

const isRead = ({ act }: Line) => isCommandName(act) && commands[act].kind === 'read'
/** A read that shows full contact details has a line of its own. */
const isReveal = ({ act, payload }: Line) => act === 'member' && (payload as Row).masked === false
const isPlainRead = (entry: Line) => isRead(entry) && outcomeOf(entry) === 'done' && !isReveal(entry)

export const commandText = ({ word }: BackofficeTexts, command: unknown, kind?: unknown) =>
  word(`command.${command}.${kind}.one`, word(`command.${command}`, String(command)))

export function logCells(texts: BackofficeTexts) {
  const { t } = texts
  return {
    sentence: (row: Row) => {
      const { further = [], ...entry } = row as Line & Partial<Folded>
      const outcome = outcomeOf(entry)
      const { reason, tell, member, closed } = entry.payload as Row
      const { firstApproval, contents: text } = entry.result as Row
      const kind = outcome === 'first-approval' ? 'warn' : 'plain'
      const second = Boolean(firstApproval) && <Badge>{t('approvals.follow')}</Badge>
      const mark = outcome === 'done' ? second : <Badge kind={kind}>{t(`log.${outcome}`)}</Badge>
      const sentence = sentenceOf(texts, entry, further)
      const { wrong = [], ...refusal } = entry.result as Refusal
      const why = wrong.map((rule) => wrongText(texts, rule)).join(' ') || reasonOf(texts, refusal)
      const toMember = tell && `${t('field.told')}: ${tell}`
      const approved = firstApproval && `${t('field.firstApprovals')}: ${textOf(texts, 'by', firstApproval)}`
      // The member is one of the texts that the log deletes with the reason.
      const isBare = entry.act === 'close' && outcome === 'done' && !reason && member !== undefined && closed !== false
      const said = reason && sentence.endsWith(String(reason)) ? undefined : reason
      const notes = [
        outcome === 'refused' && why,
        entry.act === 'site-maintenance' && text,
        approved,
        said,
        toMember,
        isBare && t('log.noReason'),
        ...(entry.act === 'change-notice' ? changesOf(texts, entry) : []),
      ].map(soft)
      const [since = entry.at] = [entry, ...further].map(({ at }) => at).sort()
      const loads = countLoads(row)
      const times = loads > 1 && `(${t('log.times', { count: loads, at: texts.time(since, true) })}) `
      return line(sentence, ' ', mark, ' ', times, <Raw {...{ texts, entries: [entry, ...further] }} />, ...notes)
    },
    at: ({ at }: Row) => <time dateTime={String(at)}>{texts.time(String(at), true)}</time>,
    about: (row: Row) => {
      const { payload, result, members } = row as Line
      const { request } = result as Record<string, Row>
      const { number } = transactionCells(texts)
      const id = (payload as Row).more ? (payload as Row).id : request?.id
      const inquiry = request && shortLink(`/backoffice/inquiries?id=${id}`, `#${id}`)
      const more = members.length > shownMembers && `+${texts.number(members.length - shownMembers)}`
      const parts = [number(row), inquiry, ...members.slice(0, shownMembers).map(memberLink), more]
      return parts.filter(Boolean).map((part) => [part, ' '])
    },
  }
}

/** Says who made a change of a member, what changed, when and why. Contacts are only named. '' if it is not logged. */
export function changeText(texts: BackofficeTexts, entries: readonly Line[], acts: readonly string[], atMs: number) {
  const isAtOnce = ({ at }: Line) => Math.abs(Date.parse(at) - atMs) < seconds(5)
  const entry = entries.find((entry) => acts.includes(entry.act) && outcomeOf(entry) === 'done' && isAtOnce(entry))
  if (!entry) return ''
  const { who, act, at, result } = entry
  const { reason } = entry.payload as Row
  const said = texts.t('log.any', { who, command: commandText(texts, act) })
  const changed = Object.keys(changedIn(result as Changes)).map((name) => fieldName(texts, name))
  return joinParts(said, ...changed, texts.time(at), Boolean(reason) && `${fieldName(texts, 'reason')}: ${reason}`)
}

type Changes = { before?: Row; after?: Row }

const changedIn = ({ before = {}, after = {} }: Changes, contact = after) =>
  Object.fromEntries(
    Object.entries(contact).filter(([name]) => JSON.stringify(after[name]) !== JSON.stringify(before[name])),
  )

function changesOf(texts: BackofficeTexts, { payload, result }: Line): string[] {
  const now = { ...(payload as Row), ...(result as Row) } as Row
  return Object.entries((now.before as Row | undefined) ?? {}).flatMap(([field, was]) => {
    const [before, after] = [was, now[field]].map((value) => textOf(texts, field, value))
    return before === after || !(field in now) ? [] : `${fieldName(texts, field)}: ${before} → ${after}`
  })
}

function Raw({ texts, entries }: { texts: BackofficeTexts; entries: readonly Line[] }) {
  const { t } = texts
  const linesOf = (act: string, values: object) =>
    Object.entries(values).map(([field, value]) => {
      const named = textsOf(texts, act)
      const name = field === 'id' ? t('field.id.movements') : labelOf(named, field, value)
      return `${name}: ${textOf(named, field, value)}\n`
    })
  return (
    <details className="raw">
      <summary>{t('log.raw')}</summary>
      {entries.map(({ id, at, act, payload, result }) => (
        <div key={id}>
          {soft(joinParts(t('log.line', { id }), commandText(texts, act), texts.time(at, true)))}
          <p className="text">{linesOf(act, payload as object)}</p>
          {Object.keys(result as object).length > 0 && <h3>{t('field.result')}</h3>}
          <p className="text">{linesOf(act, result as object)}</p>
        </div>
      ))}
    </details>
  )
}

function outcomeOf({ who, rehearsed, result }: Line) {
  const { status = 'success', changed, by = who } = result as { status?: string; changed?: unknown; by?: string }
  if (status === 'second_person' && by === who) return 'first-approval'
  if (status !== 'success') return 'refused'
  if (rehearsed) return 'dry-run'
  return changed === false ? 'unchanged' : 'done'
}

function sentenceOf(texts: BackofficeTexts, entry: Line, further: readonly Line[]): string {
  const { t, word } = texts
  const { who, act } = entry
  const [payload, result] = [entry.payload as Row, entry.result as Row]
  const { movement: transaction, request, credited, limits } = result as Record<string, Row | undefined>
  const member = entry.members.length > 0 ? firstOf(texts, entry.members) : undefined
  const changed = limits && {
    deposit: payload.deposit,
    breakUntil: payload.break && limits.breakUntil,
    excludedUntil: payload.exclude && limits.excludedUntil,
  }
  const { before, after } = result as Changes
  const values: Row = {
    ...{ member, ...payload, ...withName(texts, result), ...request, ...transaction },
    ...(Array.isArray(payload.to) && { to: firstOf(texts, payload.to) }),
    ...(before && after && { before: changedIn({ before, after }, before), after: changedIn({ before, after }) }),
    ...{ limits: changed, credited: credited?.won, who, about: aboutApproval(texts, entry) },
  }
  const used = payload.gameCode ? `game.${payload.used}` : payload.used
  const isOwn = act === 'end-first-approval' && result.by === who
  const answered = payload.more ? 'more' : request?.answerAccount && 'account'
  const found = isReveal(entry) ? 'full' : result.takenFrom ? 'taken' : isOwn ? 'own' : answered
  const own = who === 'retention' ? who : undefined
  const variant = own ?? payload.closed ?? used ?? payload.place ?? payload.release ?? found
  const timed = variant && result.closedUntil ? `${variant}.until` : variant
  const template = word(`log.${act}.${timed}`, word(`log.${act}`, ''))
  const names = [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  const isKnown = names.every((name) => (values[name] ?? null) !== null)
  if (outcomeOf(entry) === 'done' && template !== '' && isKnown)
    return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const text = textOf(texts, name === 'credited' ? 'won' : name, values[name])
      return ['kind', 'account', 'role'].includes(name) ? text.toLowerCase() : text
    })
  if (outcomeOf(entry) === 'first-approval') return t('log.first', { who, about: aboutApproval(texts, entry) })
  const reads = [entry, ...further]
  // Only a member's page makes both reads together.
  if (member && ['member', 'internal-notes'].every((name) => reads.some(({ act }) => act === name)))
    return t('log.page.member', { who, member })
  const acts = reads.map(({ act, payload }) => commandText(texts, act, (payload as Row).kind))
  const command = [...new Set(acts)].join(', ')
  return t(isRead(entry) ? 'log.read' : 'log.any', { who, command }) + (member ? ` (${member})` : '')
}

function aboutApproval(texts: BackofficeTexts, { act, payload, result, members }: Line): string {
  const { act: ended = act, kind = (payload as Row).kind, requestNumber, number = requestNumber, won } = result as Row
  const names = members.length > 0 && firstOf(texts, members)
  return [commandText(texts, ended, kind), number, names, won ? textOf(texts, 'won', won) : undefined]
    .filter(Boolean)
    .join(', ')
}

const shownMembers = 3

/** Names the first members. All of them are in the raw data. */
export const firstOf = ({ number }: BackofficeTexts, members: readonly string[]) =>
  members.slice(0, shownMembers).join(', ') +
  (members.length > shownMembers ? ` +${number(members.length - shownMembers)}` : '')
