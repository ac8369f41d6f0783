import type { ReactNode } from 'react'
import { formatSeoulMinute } from '~/values/seoul'
import { line, soft } from './parts'
import type { Row } from './screen'
import type { Shown } from './table'
import type { BackofficeTexts } from './texts'
import { memberHref, textOf, transactionHref } from './values'

/** A transfer's row shows the first account in this order. Other changed accounts are listed below. */
const order = ['cash', 'game', 'comp', 'jackpot']
const placeOf = ({ account }: Row) => (order.indexOf(String(account)) + order.length + 1) % (order.length + 1)

const isNamed = (side: Row, _: number, sides: readonly Row[]) =>
  order.includes(String(side.account)) || !sides.some(({ account }) => order.includes(String(account)))

export function transfersOf(entries: readonly Row[]): readonly Row[] {
  const transfers = new Map<unknown, Row[]>()
  for (const entry of entries) transfers.set(entry.transfer, [...(transfers.get(entry.transfer) ?? []), entry])
  return [...transfers.values()].map((entries) => {
    const sides = entries.toSorted((left, right) => placeOf(left) - placeOf(right))
    return { ...sides[0], sides }
  })
}

export function transferCells(texts: BackofficeTexts, isOfMember: boolean): Shown['cells'] {
  const each = (cell: (side: Row) => ReactNode) => (row: Row) =>
    (row.sides as readonly Row[]).map((side, index) => (
      <div key={String(side.id)} className={index > 0 ? 'soft' : undefined}>
        {cell(side)}
      </div>
    ))
  return {
    won: each(({ won, member }) => (
      <b className={Number(won) > 0 && member ? 'short in' : 'short'}>
        {Number(won) > 0 && '+'}
        {textOf(texts, 'won', won)}
      </b>
    )),
    after: each(({ after }) => <b className="short">{textOf(texts, 'after', after)}</b>),
    account: each(({ account, member, provider }) => {
      const whose = member && !isOfMember ? <a href={memberHref(String(member))}>{String(member)}</a> : provider
      return line(textOf(texts, 'account', account), whose ? ' ' : null, whose as ReactNode)
    }),
    cause: (row) => {
      const { cause, causeId, member, at, reason, sides } = row
      const whole = textOf(texts, 'cause', cause)
      const names = (sides as readonly Row[])
        .filter(isNamed)
        .map(({ account }) => texts.word(`cause.${cause}.${account}`, whole))
      const text = [...new Set(names)].join(', ')
      if (/^(?:deposit|withdrawal)/.test(String(cause)) && causeId) return <a href={transactionHref(causeId)}>{text}</a>
      if (/^(?:bet|settlement|jackpot)/.test(String(cause)) && causeId)
        return <a href={`/backoffice/command/bets?id=${String(causeId)}`}>{text}</a>
      if (cause !== 'correction' || !member) return text
      const day = formatSeoulMinute(String(at)).slice(0, 10)
      const lines = new URLSearchParams({ act: 'correct', member: String(member), from: day, to: day })
      return line(<a href={`/backoffice/log?${lines}`}>{text}</a>, soft(reason))
    },
  }
}
