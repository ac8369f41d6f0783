import { createElement, type ReactNode } from 'react'
import { holdTag } from '~/embedded/backoffice/commands/fields'
import { isAlike } from '~/embedded/backoffice/commands/results'
import { Alert } from '~/ui/alert/alert'
import { Badge } from '~/ui/badge/badge'
import { joinParts } from '~/values/parts'
import { readStatus } from '~/values/status'
import { Figures, line, soft } from './parts'
import type { BackofficeRequest, Row } from './screen'
import type { BackofficeTexts } from './texts'
import {
  Details,
  type DetailsProps,
  fieldName,
  type Signs,
  sharedParts,
  shortLink,
  signParts,
  stateText,
  textOf,
  transactionCells,
  transactionHref,
  Value,
  warningMark,
} from './values'

export const isOnHold = ({ tags }: Row) => ((tags ?? []) as string[]).includes(holdTag)

export const isSentBefore = ({ accountSentAt, appliedAt, at = appliedAt }: Row) =>
  Date.parse(String(accountSentAt)) < Date.parse(String(at))

export const warningFields = [
  'accountChangedAt',
  'bankChangedAt',
  'memberClosedAt',
  'breakUntil',
  'excludedUntil',
  'sameWon',
]

/** Returns what to know about a payment. @param waiting the marks that depend on who looks at them */
export function marksOf(texts: BackofficeTexts, row: Row, waiting: readonly ReactNode[] = []): ReactNode[] {
  const { excludedUntil, paidFor, isUnsent, signs } = row
  const until = excludedUntil ? 'excludedUntil' : 'breakUntil'
  const tags = ((row.tags ?? []) as string[]).filter((tag) => tag !== holdTag)
  return [
    isOnHold(row) && <TagBadge texts={texts} tag={holdTag} />,
    ...waiting,
    isUnsent === true && <Badge kind="warn">{texts.t('account.unsent')}</Badge>,
    Boolean(paidFor) && isPendingRow(row) && <Badge kind="warn">{texts.word('what.return')}</Badge>,
    ...['bankChangedAt', 'memberClosedAt', until, 'sameWon'].map((field) => warningMark(texts, field, row[field])),
    ...signParts(texts, { ...row, ...(signs as Row) }, true),
    ...tags.map((tag) => <TagBadge key={tag} {...{ texts, tag }} />),
  ]
}

/** Adds the amount to what members share if both wait for the same one, because a transfer may be for either. */
export function shareAmounts(rows: readonly Row[]): Row[] {
  const isShared = ({ won, what }: Row, member: string) =>
    rows.some((row) => row.member === member && row.signs && row.won === won && row.what === what)
  return rows.map((row) => {
    const { sharedWith = [], ...signs } = (row.signs ?? {}) as Partial<Signs>
    const shared = sharedWith.map((one) =>
      isAlike(one) && isShared(row, one.member) ? { ...one, shares: [...one.shares, 'amount'] } : one,
    )
    return row.signs ? { ...row, signs: { ...signs, sharedWith: shared } } : row
  })
}

/** Shows a request: what to check before it is settled, its number, member and time in one line, and its other fields. */
export function RequestDetails({ texts, values, before, isCopied }: DetailsProps) {
  const { number, member, nick, appliedAt, signs, similar, ...others } = values as Row
  if (!number || !appliedAt) return <Details {...{ texts, values, before, isCopied }} />
  // A preview shows the earlier signs, without those in the box above, so they would look changed.
  const { signs: _, ...was } = (before ?? {}) as Row
  const { sharedWith = [], ...bets } = (signs ?? {}) as Partial<Signs>
  const [alike, strangers] = [sharedWith.filter(isAlike), sharedWith.filter((other) => !isAlike(other))]
  const warnings = marksLine([
    ...warningFields.map((field) => warningMark(texts, field, others[field])),
    ...sharedParts(texts, { sharedWith: alike, sharedCount: alike.length }, true),
  ])
  const shown = Object.entries(others).filter(([field]) => !warningFields.includes(field))
  const kept = signs
    ? {
        signs: {
          ...bets,
          sharedWith: strangers,
          sharedCount: Number(bets.sharedCount) - alike.length,
          accountChangedAt: null,
        },
      }
    : {}
  return (
    <>
      {warnings && (
        <Alert kind="warning" silent>
          {warnings}
          {((similar ?? []) as Row[]).map((deposit) => (
            <p key={String(deposit.number)}>
              {texts.t('approve.similar', { member: String(deposit.member) })} {transactionCells(texts).number(deposit)}
              {' · '}
              <Value {...{ texts, field: 'appliedAt', value: deposit.appliedAt }} /> ·{' '}
              {transactionCells(texts).bank(deposit)}
            </p>
          ))}
        </Alert>
      )}
      <p>
        <b className="short">{String(number)}</b> · {transactionCells(texts).member({ member, nick })} ·{' '}
        <Value {...{ texts, field: 'appliedAt', value: appliedAt }} />
      </p>
      <Details {...{ texts, isCopied }} values={{ ...Object.fromEntries(shown), ...kept }} before={was} />
    </>
  )
}

/** Shows the requested and the received amount of a deposit in won, and their difference. */
export function CreditFigures({
  texts,
  requested,
  credited,
}: {
  texts: BackofficeTexts
  requested: unknown
  credited: unknown
}) {
  const [from, to] = [requested, credited].map((won) => BigInt(String(won))) as [bigint, bigint]
  const signed = `${to > from ? '+' : ''}${textOf(texts, 'won', String(to - from))}`
  const amounts = {
    requested: textOf(texts, 'won', requested),
    credited: textOf(texts, 'won', credited),
    difference: signed,
  }
  return <Figures figures={Object.entries(amounts).map(([name, text]) => [fieldName(texts, name), text] as const)} />
}

export const TagBadge = ({ texts, tag }: { texts: BackofficeTexts; tag: string }) => (
  <Badge kind={tag === holdTag ? 'bad' : 'plain'}>{texts.word(`tag.${tag}`, tag)}</Badge>
)

export const marksCell = (texts: BackofficeTexts) => ({ marks: (row: Row) => marksLine(marksOf(texts, row)) })

export const factsText = (texts: BackofficeTexts, row: Row) =>
  joinParts(stateText(texts, row), ...['settledBy', 'settledAt'].map((field) => textOf(texts, field, row[field])))

export const isPendingRow = ({ state }: { state?: unknown }) => readStatus(state as string | undefined) === 'pending'

export const marksLine = (marks: readonly ReactNode[]) =>
  marks.some(Boolean) && createElement('p', { className: 'row' }, ...marks)

export function inquiryLook(backoffice: BackofficeRequest, payload: Row) {
  const { t, operator, query } = backoffice
  const isPending = isPendingRow({ state: payload.state ?? query.state ?? 'pending' })
  const pending = payload.kind === 'account' ? 'won waits member claimedBy' : 'waits member claimedBy'
  const shown = isPending ? pending : 'state madeAt member answeredAt answeredBy readAt'
  return {
    columns: `title subject ${shown}`.split(' ').filter((name) => payload.kind !== 'account' || name !== 'subject'),
    cells: {
      title: ({ id, title, contents, asksAccount, isReply, depositNumber: number }: Row) => {
        const link = <a href={`/backoffice/inquiries?id=${String(id)}`}>{String(title)}</a>
        const mark = asksAccount
          ? payload.kind !== 'account' && 'queue.account'
          : isReply === true && 'inquiry.followUp'
        const text = asksAccount ? null : soft(String(contents).slice(0, 200))
        const deposit = number ? shortLink(transactionHref(number), String(number)) : null
        return line(link, ' ', <small>{`#${String(id)}`}</small>, ' ', deposit, mark && <Badge>{t(mark)}</Badge>, text)
      },
      ...(isPending && { waits: ({ madeAt }: Row) => waitsFor(backoffice, madeAt) }),
      claimedBy: ({ claimedBy: by }: Row) =>
        by ? <Badge kind={by === operator.name ? 'good' : 'warn'}>{String(by)}</Badge> : null,
    },
  }
}

export const appliedAtCell = (backoffice: BackofficeRequest, { appliedAt: at, state }: Row) =>
  line(
    <Value texts={backoffice} field="at" value={at} />,
    isPendingRow({ state }) && line(' · ', waitsFor(backoffice, at)),
  )

/** Shows how long something has waited. It is late after 15 minutes, and overdue after an hour. */
export function waitsFor({ t, now }: BackofficeRequest, since: unknown) {
  const minutes = Math.max(0, Math.floor((now - Date.parse(String(since))) / 60_000))
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)]
  const unit = days > 0 ? 'waits.days' : hours > 0 ? 'waits.hours' : 'waits.minutes'
  const text = t(unit, { days, hours: hours % 24, minutes: minutes % 60 })
  return <time className={hours > 0 ? 'overdue' : minutes >= 15 ? 'late' : undefined}>{text}</time>
}
