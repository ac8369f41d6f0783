import type { ReactNode } from 'react'
import { formatCompKind } from '~/i18n/comp-kind'
import { type I18n, useI18n } from '~/i18n/i18n'
import type { BankAccountRequest } from '~/transactions/bank-account-request.server'
import { useTransactionNews } from '~/transactions/poll'
import { StateBadge } from '~/transactions/state-badge'
import { Badge } from '~/ui/badge/badge'
import { FigureText } from '~/ui/figure/figure'
import { Amount, Table } from '~/ui/table/table'
import { faintText, softText } from '~/ui/text.css'
import { receiptHref } from '~/values/addresses'
import { dot } from '~/values/parts'
import { toSeoulDay } from '~/values/seoul'
import { isCancelled, isDone, isPending, isStakeReturned, netAmount, type Transaction } from '~/values/transaction'
import * as css from './history.css'
import type { BetRow, CompRow } from './lists.server'
import { type MonthTotal, monthOf } from './totals/months'

type MoneyTableProps = {
  rows: readonly Transaction[]
  months?: readonly MonthTotal[] | undefined
  accountRequest: BankAccountRequest | undefined
}

export function MoneyTable({ rows, months = [], accountRequest }: MoneyTableProps) {
  const i18n = useI18n()
  const { dateTime, t, won } = i18n
  useTransactionNews(rows, accountRequest)
  return (
    <Table
      caption={t('user.history.money')}
      columns={[
        { key: 'at', head: t('user.history.time'), kind: 'date', place: 'below' },
        { key: 'id', head: t('user.history.number'), place: 'wide' },
        { key: 'kind', head: t('user.history.kind'), kind: 'strong', place: 'start' },
        { key: 'won', head: t('user.history.moved'), kind: 'number', place: 'endAndLine' },
        { key: 'after', head: t('receipt.after'), kind: 'number', place: 'wide' },
        { key: 'status', head: t('user.history.status'), kind: 'badge', place: 'belowEnd' },
      ]}
      rows={rows.map((row, index) => {
        const direction = row.kind === 'deposit' ? 'in' : 'out'
        const moved = direction === 'in' ? row.amount : row.amount && -row.amount
        const before = rows[index - 1]
        const total = months.find(({ month }) => month === monthOfRow(row))
        return {
          id: `${row.kind} ${row.id ?? index}`,
          groupHead: total && !(before && monthOfRow(before) === total.month) && <MonthHead total={total} />,
          link: row.id
            ? {
                to: receiptHref({ kind: row.kind, id: row.id, at: row.at }),
                label: `${t(`transaction.${row.kind}`)}, ${t('user.history.number')} ${row.id}`,
              }
            : undefined,
          cells: {
            at: (
              <>
                {dateTime(row.at)}
                {row.id && <span className={css.phoneOnly}>{`${dot}${row.id}`}</span>}
              </>
            ),
            id: row.id,
            kind: (
              <>
                {t(`transaction.${row.kind}`)} <span className={faintText}>{row.method}</span>
              </>
            ),
            won: isCancelled(row) ? (
              <Amount direction="cancelled">{won(row.amount)}</Amount>
            ) : (
              <>
                <Amount direction={isPending(row) ? 'plain' : direction}>
                  {isPending(row) ? won(row.amount) : signedWon(moved, i18n)}
                </Amount>
                {row.amount !== undefined && row.fee !== undefined && row.fee !== 0 && (
                  <span className={css.fee}>
                    {t('user.history.fee', { fee: won(row.fee), arrives: won(netAmount(row)) })}
                  </span>
                )}
              </>
            ),
            // If a pending or cancelled transaction has no resulting balance, the cell is empty instead of a dash.
            after:
              row.after === undefined && (isPending(row) || isCancelled(row)) ? undefined : (
                <FigureText>{won(row.after)}</FigureText>
              ),
            status: isDone(row) ? (
              <span className={faintText}>{t('status.done')}</span>
            ) : (
              <StateBadge transaction={row} accountRequest={accountRequest} />
            ),
          },
          details: isCancelled(row) && row.reason && <p className={softText}>{row.reason}</p>,
        }
      })}
    />
  )
}

export function BetTable({ rows }: { rows: readonly BetRow[] }) {
  const { dateTime, t, won } = useI18n()
  return (
    <Table
      caption={t('user.history.bets')}
      columns={[
        { key: 'at', head: t('user.history.time'), kind: 'date', place: 'below' },
        { key: 'id', head: t('user.history.number'), place: 'wide' },
        { key: 'provider', head: t('user.history.provider'), place: 'wide' },
        { key: 'game', head: t('user.history.game'), kind: 'strong', place: 'start' },
        { key: 'bet', head: t('user.history.staked'), kind: 'number', place: 'belowEnd' },
        { key: 'win', head: t('user.history.won'), kind: 'number', place: 'end' },
      ]}
      rows={rows.map((row, index) => ({
        id: `${row.id ?? `nameless ${index}`}`,
        cells: {
          at: (
            <>
              {dateTime(row.betTime)}
              {row.thirdParty && <span className={css.phoneOnly}>{`${dot}${row.thirdParty}`}</span>}
            </>
          ),
          id: row.id,
          provider: <span className={css.shortName}>{row.thirdParty}</span>,
          game: (
            <>
              {row.game ?? row.thirdParty}
              {row.picks && <span className={css.picks}>{row.picks.join('\n')}</span>}
            </>
          ),
          bet: (
            <FigureWithName name={t('user.history.staked')}>
              <span className={css.secondLine}>
                <FigureText>{won(row.balanceBet)}</FigureText>
              </span>
            </FigureWithName>
          ),
          win: row.isOpen ? (
            <Badge kind="warn">{t('user.history.open')}</Badge>
          ) : isStakeReturned(row) ? (
            <span className={faintText}>
              {t('user.history.returned')} <FigureText>{won(row.balanceWin)}</FigureText>
            </span>
          ) : (
            <FigureWithName name={t('user.history.won')}>
              {row.balanceWin === 0 ? (
                <span className={faintText}>{won(0)}</span>
              ) : (
                <Amount direction={row.balanceWin ? 'in' : 'plain'}>{won(row.balanceWin)}</Amount>
              )}
            </FigureWithName>
          ),
        },
      }))}
    />
  )
}

export function CompTable({ rows }: { rows: readonly CompRow[] }) {
  const i18n = useI18n()
  const { dateTime, signed, t } = i18n
  return (
    <Table
      caption={t('user.history.comp')}
      columns={[
        { key: 'at', head: t('user.history.time'), kind: 'date', place: 'below' },
        { key: 'id', head: t('user.history.number'), place: 'wide' },
        { key: 'kind', head: t('user.history.kind'), kind: 'strong', place: 'start' },
        { key: 'points', head: t('nav.comp'), kind: 'number', place: 'end' },
      ]}
      rows={rows.map((row, index) => ({
        id: `${row.id ?? `nameless ${index}`}`,
        cells: {
          at: dateTime(row.regdate),
          id: row.id,
          kind: formatCompKind(row.kind, i18n, row.points),
          points: <Amount direction={(row.points ?? 0) > 0 ? 'in' : 'out'}>{signed(row.points)}</Amount>,
        },
      }))}
    />
  )
}

function FigureWithName({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <span className={css.figureName} aria-hidden="true">
        {name}{' '}
      </span>
      {children}
    </>
  )
}

function signedWon(amount: number | null | undefined, { signed, t, won }: I18n): string {
  return amount === undefined ? won(amount) : t('money.won', { amount: signed(amount) })
}

function monthOfRow({ at }: Transaction): string | undefined {
  const timestamp = Date.parse(at)
  return Number.isNaN(timestamp) ? undefined : monthOf(toSeoulDay(timestamp))
}

function MonthHead({ total: { month, deposits, withdrawals, net } }: { total: MonthTotal }) {
  const i18n = useI18n()
  const { t, won } = i18n
  const sums = [
    [t('transaction.deposit'), won(deposits)],
    [t('transaction.withdraw'), won(withdrawals)],
    [t('user.history.sum.net'), signedWon(net, i18n)],
  ]
  return (
    <>
      <strong>{month}</strong> {sums.map((sum) => sum.join(' ')).join(dot)}
    </>
  )
}
