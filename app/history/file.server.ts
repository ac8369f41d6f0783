import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { Words } from '~/i18n/words'
import { statusWord } from '~/shell/status-badge'
import type { Upstream } from '~/upstream/client.server'
import type { Asked, Tab } from './asked'
import { seoulMinute } from './days'
import { bothMovements } from './history.server'
import { fileRowsMax } from './limits'
import { allRows, merged, momentOf, Unread } from './listing.server'
import { betsOf, compOf } from './lists.server'
import type { BetRow, CompRow, MoneyRow } from './rows'
import { compKind } from './words'

/** How long pages are fetched for a file: the upstream client gives a request 8 seconds in all. */
const gatheringMs = 6_000

/** The rows of a whole range, newest first. `complete` is false when the row limit or the time limit cut them. */
type Gathered = { complete: boolean } & (
  | { kind: 'money'; rows: MoneyRow[] }
  | { kind: 'bets'; rows: BetRow[] }
  | { kind: 'comp'; rows: CompRow[] }
)

/** Fetches all rows for the file of a tab and range. Failures of the lists are returned as values. */
export async function gather(
  upstream: Upstream,
  { tab, range }: Pick<Asked, 'tab' | 'range'>,
): Promise<Gathered | { kind: 'unsupported' } | { kind: 'failed'; reference: string }> {
  const limits = { rowsMax: fileRowsMax, endsAt: performance.now() + gatheringMs }
  try {
    switch (tab) {
      case 'money': {
        const lists = (await bothMovements(upstream, range)).filter((list) => list !== null)
        if (lists.length === 0) return { kind: 'unsupported' }
        const [one, other] = await Promise.all(lists.map((list) => allRows(list, limits)))
        return { kind: 'money', ...asOne(one ?? nothing, other ?? nothing) }
      }
      case 'bets':
        return { kind: 'bets', ...(await allRows(betsOf(upstream, range), limits)) }
      case 'comp':
        return { kind: 'comp', ...(await allRows(compOf(upstream, range), limits)) }
      default:
        return tab satisfies never
    }
  } catch (error) {
    if (error instanceof Unread) return error.how
    throw error
  }
}

type Part<Row> = { rows: Row[]; complete: boolean }

const nothing: Part<never> = { rows: [], complete: true }

/**
 * Merges two lists. If one was cut, the other is cut at the same time: otherwise the gap would look like no movements.
 */
function asOne<Row extends { at: string }>(one: Part<Row>, other: Part<Row>): Part<Row> {
  const cut = [one, other].filter(({ complete }) => !complete).map(({ rows }) => rows.at(-1))
  const since = Math.max(
    Number.NEGATIVE_INFINITY,
    ...cut.map((row) => (row ? momentOf(row) : Number.POSITIVE_INFINITY)),
  )
  const rows = merged(one.rows, other.rows).filter((row) => momentOf(row) >= since)
  return { rows: rows.slice(0, fileRowsMax), complete: cut.length === 0 && rows.length <= fileRowsMax }
}

/** Rows formatted per batch: other requests run between two batches. */
const rowsAtOnce = 500

/**
 * Formats rows as CSV for spreadsheets: UTF-8 with a byte order mark, headings in the reader's language, formulas
 * escaped. The last line says when the rows were cut.
 */
export async function csvOf(gathered: Gathered, words: Words): Promise<string> {
  const { heads, rows } = tableOf(gathered, words)
  const cut = gathered.complete ? [] : [[words.t('user.history.file.cut', { rows: gathered.rows.length })]]
  const lines = [heads, ...rows, ...cut]
  const parts: string[] = []
  for (let at = 0; at < lines.length; at += rowsAtOnce) {
    parts.push(stringify(lines.slice(at, at + rowsAtOnce), { ...format, bom: at === 0 }))
    await setImmediate()
  }
  return parts.join('')
}

const format = {
  escape_formulas: true,
  record_delimiter: 'windows',
  // Otherwise a line break inside a text would start a new row.
  quote_record_delimiter: true,
} as const

function tableOf(gathered: Gathered, words: Words): { heads: string[]; rows: (string | number | undefined)[][] } {
  const { t } = words
  switch (gathered.kind) {
    case 'money': {
      // The fee column is left out where the upstream sends no fees.
      const hasFees = gathered.rows.some(({ fee }) => fee !== undefined)
      return {
        heads: [
          t('user.history.number'),
          t('user.history.time'),
          t('user.history.kind'),
          t('user.history.amount'),
          ...(hasFees ? [t('user.history.fee.within')] : []),
          t('user.history.after'),
          t('user.history.status'),
        ],
        rows: gathered.rows.map(({ id, at, kind, won, fee, after, status }) => [
          id,
          seoulMinute(at),
          t(`user.kind.${kind}`),
          whole(won === undefined || kind === 'deposit' ? won : -won),
          ...(hasFees ? [whole(fee)] : []),
          whole(after),
          statusWord(status, words),
        ]),
      }
    }
    case 'bets':
      return {
        heads: [
          t('user.history.number'),
          t('user.history.time'),
          t('user.history.provider'),
          t('user.history.game'),
          t('user.history.bet'),
          t('user.history.win'),
        ],
        rows: gathered.rows.map(({ id, at, provider, game, bet, win }) => [
          id,
          seoulMinute(at),
          provider,
          game,
          whole(bet),
          whole(win),
        ]),
      }
    case 'comp':
      return {
        heads: [t('user.history.number'), t('user.history.time'), t('user.history.kind'), t('user.history.points')],
        rows: gathered.rows.map(({ id, at, kind, points }) => [
          id,
          seoulMinute(at),
          compKind(kind, words),
          whole(points),
        ]),
      }
    default:
      return gathered satisfies never
  }
}

/** Truncates to a whole number, as the page does. */
function whole(amount: number | undefined): number | undefined {
  return amount === undefined ? undefined : Math.trunc(amount) || 0
}

/** The name of the CSV file, in ASCII. */
export function fileName({ tab, range }: Pick<Asked, 'range'> & { tab: Tab }): string {
  return `history-${tab}-${range.from}-${range.to}.csv`
}
