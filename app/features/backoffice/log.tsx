import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { Badge } from '~/ui/badge/badge'
import { refusalText } from './form/form'
import { line, soft } from './parts'
import type { Row } from './screen'
import type { Shown } from './table'
import { type BackofficeTexts, textsOf } from './texts'
import { commandText, fieldName, memberLink, shortLink, textOf, transactionCells, withName } from './values'

type Line = CommandResult<'acts'>['rows'][number]

export function logCells(texts: BackofficeTexts): Pick<Shown, 'cells'> {
  const { t } = texts
  return {
    cells: {
      sentence: (row: Row) => {
        const entry = row as Line
        const outcome = outcomeOf(entry)
        const { reason, tell, member, closed } = entry.payload as Row
        const { firstApproval, contents: text } = entry.result as Row
        const kind = outcome === 'first-approval' ? 'warn' : 'plain'
        const second = Boolean(firstApproval) && <Badge>{t('approvals.follow')}</Badge>
        const mark = outcome === 'done' ? second : <Badge kind={kind}>{t(`log.${outcome}`)}</Badge>
        const sentence = sentenceOf(texts, entry)
        const why = refusalText(texts, entry.result as { status: string })
        const toMember = tell && `${t('field.told')}: ${tell}`
        const approved = firstApproval && `${t('field.firstApprovals')}: ${textOf(texts, 'by', firstApproval)}`
        // The member is one of the texts that the log deletes with the reason.
        const isBare =
          entry.act === 'close' && outcome === 'done' && !reason && member !== undefined && closed !== false
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
        return line(sentence, ' ', mark, ' ', <Raw {...{ texts, entry }} />, ...notes)
      },
      at: ({ at }: Row) => <time dateTime={String(at)}>{texts.time(String(at), true)}</time>,
      about: ({ result, members }: Row) => {
        const { movement: transaction, request } = result as Record<string, Row | undefined>
        const { number } = transactionCells(texts)
        const inquiry = request && shortLink(`/backoffice/inquiries?id=${request.id}`, `#${request.id}`)
        const parts = [transaction && number(transaction), inquiry, ...(members as Line['members']).map(memberLink)]
        return parts.filter(Boolean).map((part) => [part, ' '])
      },
    },
  }
}

function changesOf(texts: BackofficeTexts, { payload, result }: Line): string[] {
  const now = { ...(payload as Row), ...(result as Row) } as Row
  return Object.entries((now.before as Row | undefined) ?? {}).flatMap(([field, was]) => {
    const [before, after] = [was, now[field]].map((value) => textOf(texts, field, value))
    return before === after || !(field in now) ? [] : `${fieldName(texts, field)}: ${before} → ${after}`
  })
}

function Raw({ texts, entry: { id, act, payload, result } }: { texts: BackofficeTexts; entry: Line }) {
  const { t } = texts
  const named = textsOf(texts, act)
  const linesOf = (values: object) =>
    Object.entries(values).map(([field, value]) => `${fieldName(named, field)}: ${textOf(named, field, value)}\n`)
  return (
    <details className="raw">
      <summary>{t('log.raw')}</summary>
      <p className="soft">
        {t('log.line', { id })} <code>{act}</code>
      </p>
      <p className="text">{linesOf(payload as object)}</p>
      <h3>{t('field.result')}</h3>
      <p className="text">{linesOf(result as object)}</p>
    </details>
  )
}

function outcomeOf({ rehearsed, result }: Line) {
  const { status = 'success' } = result as { status?: string }
  if (status === 'second_person') return 'first-approval'
  if (status !== 'success') return 'refused'
  return rehearsed ? 'dry-run' : 'done'
}

function sentenceOf(texts: BackofficeTexts, entry: Line): string {
  const { t, word } = texts
  const { who, act } = entry
  const [payload, result] = [entry.payload as Row, entry.result as Row]
  const { movement: transaction, request, credited, limits } = result as Record<string, Row | undefined>
  const member = entry.members.length > 0 ? entry.members.slice(0, 3) : undefined
  const changed = limits && {
    deposit: payload.deposit,
    breakUntil: payload.break && limits.breakUntil,
    excludedUntil: payload.exclude && limits.excludedUntil,
  }
  const { before, after } = result as { before?: Row; after?: Row }
  const isChanged = ([name]: [string, unknown]) => JSON.stringify(after?.[name]) !== JSON.stringify(before?.[name])
  const changesIn = (contact: Row) => Object.fromEntries(Object.entries(contact).filter(isChanged))
  const values: Row = {
    ...{ member, ...payload, ...withName(texts, result), ...request, ...transaction },
    ...(before && after && { before: changesIn(before), after: changesIn(after) }),
    ...{ limits: changed, credited: credited?.won, who, about: aboutApproval(texts, entry) },
  }
  const used = payload.gameCode ? `game.${payload.used}` : payload.used
  const isOwn = act === 'end-first-approval' && result.by === who
  const found = result.takenFrom ? 'taken' : request?.answerAccount ? 'account' : isOwn ? 'own' : ''
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
  const about = member?.join(', ')
  const command = commandText(texts, act, payload.kind)
  return t('log.any', { who, command: about ? `${command} (${about})` : command })
}

function aboutApproval(texts: BackofficeTexts, { act, payload, result, members }: Line): string {
  const { act: ended = act, kind = (payload as Row).kind, number, won } = result as Row
  return [commandText(texts, ended, kind), number, ...members.slice(0, 3), won ? textOf(texts, 'won', won) : undefined]
    .filter(Boolean)
    .join(', ')
}
