import { parseAmount } from '~/money/amount'
import { type LostForm, reachSite } from '~/shell/connection'
import { callApi } from '~/upstream/browser'

/** What the page's own buttons ask for that moves nothing. */
const still: readonly unknown[] = ['clear', 'all', 'ask-account']

/** Whether a form of a money screen, as it was sent, may have moved money. */
export function movesMoney(form: FormData): boolean {
  return !form.has('add') && !still.includes(form.get('intent'))
}

/** The sum that a lost form asked for, as the site reads it. */
export function sentAmount({ formData }: Pick<LostForm, 'formData'>, name: string): number | undefined {
  const typed = formData?.get(name)
  return typeof typed === 'string' ? parseAmount(typed) : undefined
}

/** Which list tells of a form, and how much it was about. */
export type LostMovement = { list: 'deposit' | 'withdraw' | 'comp'; won: number | undefined; sentAtMs: number }

/** What the history says of a form whose answer was lost. */
export type Looked =
  | { kind: 'found'; won: number; at: string; status?: string | undefined }
  /** `offline`: nobody could be asked. `nowhere`: there is no history to look into. */
  | { kind: 'missing' | 'nowhere' | 'offline' }

/** How far the clocks of the site and of the upstream may be apart; the site's own is told in whole seconds. */
const earlierMs = 6_000

/**
 * Looks a movement up in the member's history. The device's clock is not asked, which may be wrong by hours: only how
 * long ago the form was sent, back from the site's own time of now.
 */
export async function lookUp({ list, won, sentAtMs }: LostMovement): Promise<Looked> {
  const reached = await reachSite()
  if (!reached?.date) return { kind: 'offline' }
  const sinceMs = Date.parse(reached.date) - (performance.now() - sentAtMs) - earlierMs
  const rows = await rowsOf(list)
  if (!Array.isArray(rows)) return { kind: rows }
  const row = rows.find(({ amount, at }) => Math.abs(amount ?? 0) === won && Date.parse(at) >= sinceMs)
  return row && won !== undefined ? { kind: 'found', won, at: row.at, status: row.status } : { kind: 'missing' }
}

type Row = { amount: number | undefined; at: string; status?: string | undefined }

async function rowsOf(list: LostMovement['list']): Promise<Row[] | 'nowhere' | 'offline'> {
  if (list === 'comp') {
    const came = await callApi('get-comp-list', { page: 1 })
    if (came.kind === 'failed') return came.code === 'offline' ? 'offline' : 'nowhere'
    return (came.answer.points ?? []).map(({ points, regdate }) => ({ amount: points, at: regdate }))
  }
  const came = await callApi(list === 'deposit' ? 'get-deposit-list' : 'get-withdraw-list', { page: 1 })
  if (came.kind === 'failed') return came.code === 'offline' ? 'offline' : 'nowhere'
  return (came.answer.balances ?? []).map(({ balance, regdate, status }) => ({ amount: balance, at: regdate, status }))
}
