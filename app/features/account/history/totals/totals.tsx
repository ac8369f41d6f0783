import { type MessageKey, useI18n } from '~/i18n/i18n'
import { visuallyHidden } from '~/ui/base.css'
import { panel } from '~/ui/card/card.css'
import { Figure } from '~/ui/figure/figure'
import { type ParsedAmount, subtract } from '~/values/balance'
import { joinParts } from '~/values/parts'
import * as css from '../history.css'
import type { MemberHistory } from '../history.server'
import { maxSummedRows } from '../query'
import type { TransactionSum } from './sums.server'

/** `isSigned`: gains have a plus sign. `isSumNote`: the note explains the sum and is shown on phones too. */
type TotalLine = {
  term: MessageKey
  amount: ParsedAmount
  isSigned?: boolean
  note?: string | undefined
  isSumNote?: boolean
}

export function Totals({ content }: { content: MemberHistory['content'] }) {
  const { t, won } = useI18n()
  switch (content.kind) {
    case 'money':
      return <MoneyTotals deposits={content.deposits} withdrawals={content.withdrawals} />
    case 'bets': {
      if (!content.sums) return <TooManyRows />
      const { bet, win, returned, waiting, isPartial } = content.sums
      const note = joinParts(
        waiting !== 0 && t('user.history.sum.waiting', { waiting: won(waiting) }),
        returned !== 0 && t('user.history.sum.returned', { returned: won(returned) }),
      )
      const lines: TotalLine[] = [
        { term: 'user.history.sum.bets', amount: bet, note, isSumNote: true },
        { term: 'user.history.sum.wins', amount: win },
        { term: 'user.history.sum.result', amount: isPartial ? undefined : win - bet, isSigned: true },
      ]
      return <TotalLines unit={t('money.unit')} lines={lines} />
    }
    case 'comp': {
      if (!content.sums) return <TooManyRows />
      const { earned, spent, isPartial } = content.sums
      const lines: TotalLine[] = [
        { term: 'user.history.sum.earned', amount: earned },
        { term: 'user.history.sum.spent', amount: spent },
        { term: 'user.history.sum.change', amount: isPartial ? undefined : earned - spent, isSigned: true },
      ]
      return <TotalLines lines={lines} />
    }
    case 'failed':
      return null
    default:
      return content satisfies never
  }
}

const isPartial = (sum: TransactionSum) => sum.counted === 'done' && sum.isPartial

export function hasUnreadable(content: MemberHistory['content']): boolean {
  switch (content.kind) {
    case 'money': {
      const sums = [content.deposits, content.withdrawals].filter((sum) => sum !== undefined)
      const ofSums = sums.flatMap((sum) => (sum.counted === 'done' ? [sum.won, sum.fee, sum.waiting] : [sum.won]))
      const ofRows = content.rows.flatMap(({ amount, fee, after }) => [amount, fee, after])
      return sums.some(isPartial) || [...ofSums, ...ofRows].includes(null)
    }
    case 'bets':
      return (
        Boolean(content.sums?.isPartial) || content.rows.some((row) => [row.balanceBet, row.balanceWin].includes(null))
      )
    case 'comp':
      return Boolean(content.sums?.isPartial) || content.rows.some(({ points }) => points === null)
    case 'failed':
      return false
    default:
      return content satisfies never
  }
}

function MoneyTotals({ deposits, withdrawals }: { deposits?: TransactionSum; withdrawals?: TransactionSum }) {
  const { t, won } = useI18n()
  const describeCounted = (sum: TransactionSum) => {
    const { count } = sum
    if (sum.counted === 'upstream-sum') return count === undefined ? undefined : t('user.history.sum.count', { count })
    return joinParts(
      count !== undefined && t('user.history.sum.done', { count }),
      sum.fee !== 0 && t('user.history.sum.fee', { fee: won(sum.fee) }),
      sum.waiting !== 0 && t('user.history.sum.waiting', { waiting: won(sum.waiting) }),
    )
  }
  const lines: TotalLine[] = []
  const isSumNote = (sum: TransactionSum) => sum.counted === 'done' && (sum.fee !== 0 || sum.waiting !== 0)
  const addLine = (term: MessageKey, sum: TransactionSum | undefined) => {
    if (sum) lines.push({ term, amount: sum.won, note: describeCounted(sum), isSumNote: isSumNote(sum) })
  }
  addLine('user.history.sum.deposits', deposits)
  addLine('user.history.sum.withdrawals', withdrawals)
  if (deposits && withdrawals) {
    const hasBothSums = [deposits, withdrawals].every((sum) => sum.won !== undefined && !isPartial(sum))
    const countsOnlyDone = deposits.counted === 'done' && withdrawals.counted === 'done'
    lines.push({
      term: 'user.history.sum.net',
      amount: hasBothSums ? subtract(deposits.won, withdrawals.won) : undefined,
      note: t(countsOnlyDone ? 'user.history.sum.net.done' : 'user.history.sum.net.note'),
      isSumNote: true,
    })
  }
  return <TotalLines unit={t('money.unit')} lines={lines} />
}

function TotalLines({ lines, unit }: { lines: readonly TotalLine[]; unit?: string }) {
  const { number, signed, t } = useI18n()
  return (
    <section aria-labelledby="sums">
      <h3 id="sums" className={visuallyHidden}>
        {t('user.history.sums')}
      </h3>
      <dl className={`${panel} ${css.sums}`}>
        {lines.map(({ term, amount, isSigned, note, isSumNote }) => (
          <div key={term} className={css.sum}>
            <dt className={css.sumTerm}>{t(term)}</dt>
            <dd className={css.sumFigure}>
              <Figure
                amount={amount === undefined ? null : (isSigned ? signed : number)(amount)}
                unit={unit}
                size="list"
              />
            </dd>
            {note && <dd className={isSumNote ? css.sumNote : `${css.sumNote} ${css.ofRows}`}>{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}

function TooManyRows() {
  const { t } = useI18n()
  return (
    <div className={css.sums}>
      <p className={css.missingSums}>{t('user.history.sum.many', { most: maxSummedRows })}</p>
    </div>
  )
}
