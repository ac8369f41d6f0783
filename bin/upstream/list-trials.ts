import type { ResponseOf } from '~/upstream/contract'
import { rowsPerPage } from '~/upstream/contract/page-size'
import { days, minutes } from '~/values/durations'
import { toSeoulDay } from '~/values/seoul'
import type { Trials } from './trials'

/** The trials of a member's lists: ids, order, pages, days, and whose the rows are. */

/** What the trials look at of a row. */
type Row = { id: string | number | undefined; at: string; won: number | null | undefined; status?: string | undefined }

const rowsOf = {
  'get-deposit-list': ({ balances }: ResponseOf<'get-deposit-list'>): Row[] =>
    balances.map(({ id, regdate: at, balance: won, status }) => ({ id, at, won, status })),
  'get-withdraw-list': ({ balances }: ResponseOf<'get-withdraw-list'>): Row[] =>
    balances.map(({ id, regdate: at, balance: won, status }) => ({ id, at, won, status })),
  'get-bets-list': ({ bets }: ResponseOf<'get-bets-list'>): Row[] =>
    bets.map(({ id, betTime: at, balanceBet: won }) => ({ id, at, won })),
  'get-comp-list': ({ points }: ResponseOf<'get-comp-list'>): Row[] =>
    points.map(({ id, regdate: at, points: won }) => ({ id, at, won })),
}
type ListName = keyof typeof rowsOf
export const listNames = Object.keys(rowsOf) as ListName[]

/** Statuses that the site has words for. */
const knownStatuses: readonly (string | undefined)[] = ['wait', 'reg', 'already', 'alread', 'success', 'cansel']

type Page = { rows: Row[]; total: number }

async function readPage(
  trials: Trials,
  list: ListName,
  query: { from?: string; to?: string; page?: number } = {},
  token?: string,
): Promise<Page | undefined> {
  const { outcome } = await trials.send(list, query, token)
  if (outcome.kind !== 'done') return undefined
  const rows = rowsOf[list](outcome.response as never)
  return { rows, total: outcome.response.total ?? rows.length }
}

/** Reads a list as the member's pages do, and tries what its rows promise. */
export async function playList(trials: Trials, list: ListName): Promise<void> {
  const response = await trials.read(list, {})
  if (!response) return
  const rows = rowsOf[list](response as never)
  const [newest] = rows
  if (!newest) return
  const ids = new Set(rows.map(({ id }) => id))
  const isEachNamed = ids.size === rows.length && !ids.has(undefined)
  trials.judge(list, 'names each row', isEachNamed ? '' : 'rows share an id', 'a receipt shows another row')
  const isOrdered = rows.every(
    ({ at }, index) => index === 0 || Date.parse(at) <= Date.parse(rows[index - 1]?.at ?? ''),
  )
  const orderCost = 'members look for what they just did on the last page'
  trials.judge(list, 'gives the newest first', isOrdered ? '' : 'an older row stands first', orderCost)
  const unknown = rows.find(({ status }) => status !== undefined && !knownStatuses.includes(status))
  if ('status' in newest)
    trials.judge(list, 'uses known status words', unknown?.status ?? '', 'members read this word as it is')
  await playPages(trials, list, { rows, total: response.total ?? rows.length })
  await playDays(trials, list, newest)
}

async function playPages(trials: Trials, list: ListName, { rows, total }: Page): Promise<void> {
  const trial = `gives pages of ${rowsPerPage}`
  const cost = 'members never see their older rows, or see the same ones on each page'
  if (rows.length > rowsPerPage || (total > rowsPerPage && rows.length < rowsPerPage))
    return trials.judge(list, trial, `${rows.length} rows of ${total} on the first page`, cost)
  if (total <= rowsPerPage) return
  const second = await readPage(trials, list, { page: 2 })
  const ids = new Set(rows.map(({ id }) => id))
  const isAgain = !second || second.rows.length === 0 || second.rows.some(({ id }) => ids.has(id))
  trials.judge(list, trial, isAgain ? 'page 2 has rows of page 1, or none' : '', cost)
}

async function playDays(trials: Trials, list: ListName, newest: Row): Promise<void> {
  const cost = 'members who choose a range see other rows and sums'
  const later = toSeoulDay(trials.now().getTime() + days(2))
  const onItsDay = Date.parse(newest.at) ? toSeoulDay(Date.parse(newest.at)) : undefined
  for (const [name, day, isWithin] of [
    ['from', later, false],
    ['to', '2020-01-01', false],
    ['from and to', onItsDay, true],
  ] as const) {
    if (day === undefined) continue
    const page = await readPage(trials, list, { from: day, to: day })
    const isRight = isWithin ? page?.rows.some(({ id }) => id === newest.id) : page?.rows.length === 0
    trials.judge(list, `heeds ${name}`, isRight ? '' : `${page?.rows.length ?? 'no'} rows of ${day}`, cost)
  }
}

/** How many rows a list has; undefined without the list. */
export async function countRows(trials: Trials, list: ListName): Promise<number | undefined> {
  return (await readPage(trials, list))?.total
}

/** Tries the row of what this run has just asked for. */
export async function judgeOwnRow(trials: Trials, list: ListName, won: number): Promise<void> {
  const row = (await readPage(trials, list))?.rows[0]
  if (!row) return
  const minutesOff = Math.abs(trials.now().getTime() - Date.parse(row.at)) / minutes(1)
  const seen = [
    ...(Math.abs(row.won ?? 0) === won ? [] : [`${row.won} won`]),
    ...(minutesOff < 10 ? [] : [`at ${row.at || 'no time'}`]),
    ...(row.status === 'wait' || row.status === 'reg' || row.status === 'already' ? [] : [`status ${row.status}`]),
  ].join(', ')
  trials.judge(list, `has the ${won} won of this run first`, seen, 'members do not find what they just asked for')
  await playList(trials, list)
}

/** Tries that a second member has rows and a token of their own. */
export async function playSecondMember(trials: Trials, second: { id: string; password: string }): Promise<void> {
  const trial = 'logs the second member in'
  const login = await trials.sendAndExpect('user-do-login', trial, { id: second.id, pw: second.password })
  if (!login) return
  const cost = 'members see the money of others'
  for (const list of listNames) {
    const [own, other] = [await readPage(trials, list), await readPage(trials, list, {}, login.token)]
    if (!own || !other) continue
    const known = new Set(own.rows.map((row) => JSON.stringify(row)))
    const shared = other.rows.filter((row) => known.has(JSON.stringify(row))).length
    trials.judge(list, 'has rows of its member alone', shared > 0 ? `${shared} rows of both` : '', cost)
  }
  const nameOf = async (token: string | undefined) => {
    const { outcome } = await trials.send('user-health-check', {}, token)
    return outcome.kind === 'done' ? outcome.response.user.userId : undefined
  }
  const [first, other] = [await nameOf(trials.token), await nameOf(login.token)]
  const isApart = first !== undefined && other !== undefined && first !== other
  trials.judge('user-health-check', 'tells two members apart', isApart ? '' : `${first} and ${other}`, cost)
}
