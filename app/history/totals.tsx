import { type MessageKey, useWords } from '~/i18n/words'
import { hidden } from '~/ui/base.css'
import { classNames } from '~/ui/class-names'
import { Figure } from '~/ui/figure/figure'
import * as css from './history.css'
import type { History, Sum } from './history.server'
import { summedRowsMax } from './limits'

type Line = { term: MessageKey; amount: number | undefined; note?: string | undefined }

/** The totals of the whole range; nothing when the list could not be read. */
export function Totals({ shown }: { shown: History['shown'] }) {
  const { t } = useWords()
  switch (shown.kind) {
    case 'money':
      return <MoneyTotals deposits={shown.deposits} withdrawals={shown.withdrawals} />
    case 'bets':
      return shown.sums ? (
        <Lines
          unit={t('money.unit')}
          lines={[
            { term: 'user.history.sum.bets', amount: shown.sums.bet },
            { term: 'user.history.sum.wins', amount: shown.sums.win },
            { term: 'user.history.sum.result', amount: shown.sums.win - shown.sums.bet },
          ]}
        />
      ) : (
        <TooMany />
      )
    case 'comp':
      return shown.sums ? (
        <Lines
          unit={t('comp.unit')}
          lines={[
            { term: 'user.history.sum.earned', amount: shown.sums.earned },
            { term: 'user.history.sum.spent', amount: shown.sums.spent },
            { term: 'user.history.sum.change', amount: shown.sums.earned - shown.sums.spent },
          ]}
        />
      ) : (
        <TooMany />
      )
    case 'failed':
      return null
    default:
      return shown satisfies never
  }
}

function MoneyTotals({ deposits, withdrawals }: { deposits?: Sum; withdrawals?: Sum }) {
  const { t, won } = useWords()
  const counted = (sum: Sum) => {
    const { count } = sum
    if (sum.counted === 'listed') return count === undefined ? undefined : t('user.history.sum.count', { count })
    return [
      count !== undefined && t('user.history.sum.done', { count }),
      sum.fee > 0 && t('user.history.sum.fee', { fee: won(sum.fee) }),
      sum.waiting > 0 && t('user.history.sum.waiting', { waiting: won(sum.waiting) }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
  const allDone = deposits?.counted === 'done' && withdrawals?.counted === 'done'
  const known = deposits?.won !== undefined && withdrawals?.won !== undefined
  return (
    <Lines
      unit={t('money.unit')}
      lines={[
        ...(deposits
          ? [{ term: 'user.history.sum.deposits', amount: deposits.won, note: counted(deposits) } as const]
          : []),
        ...(withdrawals
          ? [{ term: 'user.history.sum.withdrawals', amount: withdrawals.won, note: counted(withdrawals) } as const]
          : []),
        ...(deposits && withdrawals
          ? [
              {
                term: 'user.history.sum.net',
                amount: known ? (deposits.won ?? 0) - (withdrawals.won ?? 0) : undefined,
                note: t(allDone ? 'user.history.sum.net.done' : 'user.history.sum.net.note'),
              } as const,
            ]
          : []),
      ]}
    />
  )
}

function Lines({ lines, unit }: { lines: readonly Line[]; unit: string }) {
  const { number, t } = useWords()
  return (
    <section aria-labelledby="sums">
      <h3 id="sums" className={hidden}>
        {t('user.history.sums')}
      </h3>
      <dl className={css.sums}>
        {lines.map(({ term, amount, note }) => (
          <div key={term} className={classNames(css.sum, !note && css.bareSum)}>
            <dt className={css.sumTerm}>{t(term)}</dt>
            <dd className={css.sumFigure}>
              <Figure amount={amount === undefined ? null : number(amount)} unit={unit} size="list" />
            </dd>
            {note && <dd className={css.sumNote}>{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}

function TooMany() {
  const { t } = useWords()
  return (
    <div className={css.sums}>
      <p className={css.sumWords}>{t('user.history.sum.many', { most: summedRowsMax })}</p>
    </div>
  )
}
