import { unreadableNote } from '~/components/unreadable-money'
import { formatCompKind } from '~/i18n/comp-kind'
import type { I18n } from '~/i18n/i18n'
import { withoutPhraseEnds } from '~/i18n/japanese-phrases'
import type { PageUpstream } from '~/server/upstream/page-upstream.server'
import { describePhase } from '~/transactions/state-badge'
import { toCsv } from '~/values/csv.server'
import { formatSeoulMinute } from '~/values/seoul'
import type { Transaction } from '~/values/transaction'
import { loadBothTransactions } from './history.server'
import { type BetRow, type CompRow, createBetList, createCompList } from './lists.server'
import { ListUnavailableError, loadAllRows, mergeNewestFirst, timestampOf } from './paged-list.server'
import { type HistoryQuery, maxCsvRows } from './query'

/** The time limit for fetching a file's rows. It is below the 8 seconds allowed for all upstream calls of a request. */
const gatherTimeoutMs = 6_000

/** The rows of a range, newest first. `isComplete` is false if the row limit or the time limit truncated them. */
type GatheredRows = { isComplete: boolean } & (
  | { kind: 'money'; rows: Transaction[] }
  | { kind: 'bets'; rows: BetRow[] }
  | { kind: 'comp'; rows: CompRow[] }
)

export async function gatherRows(
  upstream: PageUpstream,
  { tab, range }: Pick<HistoryQuery, 'tab' | 'range'>,
  i18n: I18n,
): Promise<GatheredRows | { kind: 'unsupported' } | { kind: 'failed'; reference: string }> {
  const limits = { maxRows: maxCsvRows, deadlineMs: performance.now() + gatherTimeoutMs }
  try {
    switch (tab) {
      case 'money': {
        const lists = (await loadBothTransactions(upstream, range, i18n)).filter((list) => list !== null)
        if (lists.length === 0) return { kind: 'unsupported' }
        const [first, second] = await Promise.all(lists.map((list) => loadAllRows(list, limits)))
        return { kind: 'money', ...mergeParts(first ?? noRows, second ?? noRows) }
      }
      case 'bets':
        return { kind: 'bets', ...(await loadAllRows(createBetList(upstream, range), limits)) }
      case 'comp':
        return { kind: 'comp', ...(await loadAllRows(createCompList(upstream, range), limits)) }
      default:
        return tab satisfies never
    }
  } catch (error) {
    if (error instanceof ListUnavailableError) return error.reason
    throw error
  }
}

type GatheredPart = { rows: Transaction[]; isComplete: boolean }

const noRows: GatheredPart = { rows: [], isComplete: true }

/** Merges two lists as far back as both are complete. Older rows of only one list would be misleading. */
function mergeParts(first: GatheredPart, second: GatheredPart): GatheredPart {
  const lastRowsOfCutParts = [first, second].filter(({ isComplete }) => !isComplete).map(({ rows }) => rows.at(-1))
  const sinceMs = Math.max(
    Number.NEGATIVE_INFINITY,
    ...lastRowsOfCutParts.map((row) => (row ? timestampOf(row) : Number.POSITIVE_INFINITY)),
  )
  const rows = mergeNewestFirst(first.rows, second.rows).filter((row) => timestampOf(row) >= sinceMs)
  return { rows: rows.slice(0, maxCsvRows), isComplete: lastRowsOfCutParts.length === 0 && rows.length <= maxCsvRows }
}

/** Formats rows as CSV with a byte order mark and escaped formulas. Notes on missing or unreadable rows come last. */
export function formatCsv(gatheredRows: GatheredRows, i18n: I18n): string {
  const { isComplete, rows } = gatheredRows
  const table = toTable(gatheredRows, i18n)
  const notes = [
    isComplete ? undefined : i18n.t('user.history.file.cut', { rows: rows.length }),
    unreadableNote(i18n, table.flat().includes(null) ? [null] : []),
  ].filter((note) => note !== undefined)
  const lines = [...table.map((row) => row.map((cell) => (cell === null ? 0 : cell))), ...notes.map((note) => [note])]
  return withoutPhraseEnds(toCsv(lines, { bom: true }))
}

type ColumnName = 'after' | 'amount' | 'bet' | 'fee.within' | 'game' | 'kind' | 'provider' | 'status' | 'win'

/** Converts rows to a table. A missing figure is an empty cell. An unreadable figure is 0. */
function toTable(gathered: GatheredRows, i18n: I18n): (string | number | null | undefined)[][] {
  const { t } = i18n
  const headings = (...names: ColumnName[]) =>
    ['number' as const, 'time' as const, ...names].map((name) => t(`user.history.${name}`))
  switch (gathered.kind) {
    case 'money': {
      const hasFees = gathered.rows.some(({ fee }) => fee !== undefined)
      return [
        headings('kind', 'amount', ...(hasFees ? (['fee.within'] as const) : []), 'after', 'status'),
        ...gathered.rows.map((row) => [
          ...[row.id, formatSeoulMinute(row.at), t(`transaction.${row.kind}`)],
          ...[
            row.kind === 'deposit' ? row.amount : row.amount && -row.amount,
            ...(hasFees ? [row.fee] : []),
            row.after,
          ],
          // In a saved file, the detailed state of a pending transaction would soon be outdated, so it is left out.
          row.status === 'pending'
            ? t('pending.open')
            : describePhase(row, { accountRequest: undefined, isExcluded: false }, i18n)?.word,
        ]),
      ]
    }
    case 'bets':
      return [
        headings('provider', 'game', 'bet', 'win'),
        ...gathered.rows.map(({ id, betTime, thirdParty, game, picks = [], isOpen, balanceBet, balanceWin }) => [
          ...[id, formatSeoulMinute(betTime), thirdParty, [game, ...picks].filter(Boolean).join(', ')],
          ...[balanceBet, isOpen ? t('user.history.open') : balanceWin],
        ]),
      ]
    case 'comp':
      return [
        [...headings('kind'), t('nav.comp')],
        ...gathered.rows.map(({ id, regdate, kind, points }) => [
          ...[id, formatSeoulMinute(regdate), formatCompKind(kind, i18n, points), points],
        ]),
      ]
    default:
      return gathered satisfies never
  }
}
