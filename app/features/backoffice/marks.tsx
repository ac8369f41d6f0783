import { createElement, type ReactNode } from 'react'
import { Badge } from '~/ui/badge/badge'
import { stored } from '~/values/status'
import type { BackofficeTexts } from './texts'
import { type Row, Shared, type Signs, textOf, untilOf } from './values'

/** What to know about a payment before settling it, in one line below its row. */
export function marksOf(texts: BackofficeTexts, row: Row): ReactNode[] {
  const { member, excludedUntil, breakUntil, accountChangedAt, paidFor, state, tags, signs } = row
  const { turnover, deposited, sharedWith = [], sharedCount = 0 } = (signs ?? {}) as Partial<Signs>
  const more = sharedCount - sharedWith.length
  return [
    Boolean(paidFor) && state === stored.pending && <Badge kind="warn">{texts.word('what.return')}</Badge>,
    untilOf(texts, excludedUntil ? 'excludedUntil' : 'breakUntil', excludedUntil ?? breakUntil),
    untilOf(texts, 'accountChangedAt', accountChangedAt),
    turnover !== undefined && (
      <span className={BigInt(turnover) < BigInt(deposited ?? 0) ? 'late' : undefined}>
        {`${texts.t('signs.bets')} ${textOf(texts, 'turnover', { turnover, deposited })}`}
      </span>
    ),
    ...sharedWith.map((shared) => <Shared key={shared.member} texts={texts} shared={shared} />),
    more > 0 && <a href={`/backoffice/command/shared-with?member=${String(member)}`}>{`+${texts.number(more)}`}</a>,
    ...((tags ?? []) as string[]).map((tag) => <Badge key={tag}>{tag}</Badge>),
  ]
}

export const marksLine = (marks: readonly ReactNode[]) =>
  marks.some(Boolean) && createElement('p', { className: 'row' }, ...marks)
