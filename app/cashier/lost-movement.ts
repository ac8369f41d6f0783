import { callApi } from '~/api/call-api'
import { parseAmount } from '~/money/amount'
import type { UnansweredForm } from '~/shell/connection'
import { reachSite } from '~/shell/reach-site'

/** Intents that move no money. */
const harmlessIntents: readonly unknown[] = ['clear', 'all', 'ask-account']

/** Whether a submitted form of a money screen may have moved money. */
export function mayMoveMoney(form: FormData): boolean {
  return !form.has('add') && !harmlessIntents.includes(form.get('intent'))
}

/** The amount in a lost form's field, parsed as the site does; undefined when it is none. */
export function readSentAmount({ formData }: Pick<UnansweredForm, 'formData'>, name: string): number | undefined {
  const typed = formData?.get(name)
  return typeof typed === 'string' ? parseAmount(typed) : undefined
}

/**
 * The list that would contain a lost form's movement, with its sum in won or points; `sentAtMs` is of
 * performance.now().
 */
export type LostMovement = { list: 'deposit' | 'withdraw' | 'comp'; won: number | undefined; sentAtMs: number }

/** The result of looking up a form whose answer was lost. */
export type LookupResult =
  | { kind: 'found'; won: number; at: string; status?: string | undefined }
  /** `offline`: the site could not be reached. `nowhere`: there is no list to search. */
  | { kind: 'missing' | 'nowhere' | 'offline' }

/** How far the site's and the upstream's clocks may differ; the site's Date header has whole seconds. */
const clockToleranceMs = 6_000

/**
 * Looks a movement up in the member's history. The device's clock may be wrong by hours, so the start of the search is
 * the site's current time minus the time that has passed since the form was sent.
 */
export async function lookUpMovement({ list, won, sentAtMs }: LostMovement): Promise<LookupResult> {
  const siteAnswer = await reachSite()
  if (!siteAnswer?.date) return { kind: 'offline' }
  const sinceMs = Date.parse(siteAnswer.date) - (performance.now() - sentAtMs) - clockToleranceMs
  const rows = await fetchRows(list)
  if (!Array.isArray(rows)) return { kind: rows }
  const row = rows.find(({ amount, at }) => Math.abs(amount ?? 0) === won && Date.parse(at) >= sinceMs)
  return row && won !== undefined ? { kind: 'found', won, at: row.at, status: row.status } : { kind: 'missing' }
}

type HistoryRow = { amount: number | undefined; at: string; status?: string | undefined }

async function fetchRows(list: LostMovement['list']): Promise<HistoryRow[] | 'nowhere' | 'offline'> {
  if (list === 'comp') {
    const result = await callApi('get-comp-list', { page: 1 })
    if (result.kind === 'failed') return whyNoRows(result)
    return (result.answer.points ?? []).map(({ points, regdate }) => ({ amount: points, at: regdate }))
  }
  const result = await callApi(`get-${list}-list`, { page: 1 })
  if (result.kind === 'failed') return whyNoRows(result)
  return (result.answer.balances ?? []).map(({ balance, regdate, status }) => ({
    amount: balance,
    at: regdate,
    status,
  }))
}

function whyNoRows({ code }: { code: string }): 'nowhere' | 'offline' {
  return code === 'offline' ? 'offline' : 'nowhere'
}
