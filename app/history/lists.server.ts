import type { Upstream } from '~/upstream/client.server'
import type { AnswerOf, PayloadOf } from '~/upstream/contract'
import type { Range, Tab } from './asked'
import { perPage } from './limits'
import { Listing, type Page, Unread } from './listing.server'
import type { BetRow, CompRow, MoneyRow } from './rows'
import { learn } from './support.server'

/** The upstream's lists of each tab; an upstream may support none of them. */
export const listsOf = {
  money: ['get-deposit-list', 'get-withdraw-list'],
  bets: ['get-bets-list'],
  comp: ['get-comp-list'],
} as const satisfies Record<Tab, readonly string[]>

export type List = (typeof listsOf)[Tab][number]

/** The deposits or withdrawals of a range. */
export function movementsOf(upstream: Upstream, kind: MoneyRow['kind'], range: Range): Listing<MoneyRow> {
  const segment = kind === 'deposit' ? 'get-deposit-list' : 'get-withdraw-list'
  return listing(upstream, segment, range, ({ total, sum, done, waiting, balances }) => ({
    total,
    // Some upstreams send withdrawals as negative amounts; here `kind` gives the direction.
    sum: sum === undefined ? undefined : Math.abs(sum),
    done,
    waiting,
    rows: balances.map(({ id, balance, fee, after, regdate, status }) => ({
      id: String(id ?? ''),
      kind,
      won: balance === undefined ? undefined : Math.abs(balance),
      fee,
      after,
      at: regdate,
      status,
    })),
  }))
}

/** The bets of a range. */
export function betsOf(upstream: Upstream, range: Range): Listing<BetRow> {
  return listing(upstream, 'get-bets-list', range, ({ total, bets }) => ({
    total,
    rows: bets.map(({ id, thirdParty, game, balanceBet, balanceWin, betTime }) => ({
      id: String(id ?? ''),
      provider: thirdParty,
      game,
      bet: balanceBet,
      win: balanceWin,
      at: betTime,
    })),
  }))
}

/** The comp points earned and spent in a range. */
export function compOf(upstream: Upstream, range: Range): Listing<CompRow> {
  return listing(upstream, 'get-comp-list', range, ({ total, points }) => ({
    total,
    rows: points.map(({ id, kind, points: moved, regdate }) => ({
      id: String(id ?? ''),
      kind,
      points: moved,
      at: regdate,
    })),
  }))
}

function listing<S extends List, Row>(
  upstream: Upstream,
  segment: S,
  { from, to }: Range,
  read: (answer: AnswerOf<S>) => Page<Row>,
): Listing<Row> {
  return new Listing(async (page) => {
    const asked = await upstream.attempt(segment, { from, to, page } as PayloadOf<S>)
    learn(segment, asked.kind)
    if (asked.kind !== 'done') throw new Unread(asked)
    const { rows, total, ...sums } = read(asked.answer)
    // Some upstreams do not paginate and send the whole list each time.
    const first = rows.length > perPage ? (page - 1) * perPage : 0
    return {
      rows: rows.slice(first, first + perPage),
      total: total === undefined ? undefined : Math.max(0, Math.trunc(total)),
      ...sums,
    }
  })
}
