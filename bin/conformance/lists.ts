import type { ResponseOf } from '~/upstream/contract'
import { rowsPerPage } from '~/upstream/contract/call'
import { days, minutes } from '~/values/durations'
import { toSeoulDay } from '~/values/seoul'
import { readStatus, stateOf } from '~/values/status'
import { optionOf } from '../upstream/permissions'
import type { Tester } from './tester'

type Row = { id: string | number | undefined; at: string; won: number | null | undefined; status?: string | undefined }

const transactionsOf = ({ balances }: ResponseOf<'get-deposit-list' | 'get-withdraw-list'>): Row[] =>
  balances.map(({ id, regdate: at, balance: won, status }) => ({ id, at, won, status: readStatus(status) }))

const rowsOf = {
  'get-deposit-list': transactionsOf,
  'get-withdraw-list': transactionsOf,
  'get-bets-list': ({ bets }: ResponseOf<'get-bets-list'>): Row[] =>
    bets.map(({ id, betTime: at, balanceBet: won }) => ({ id, at, won })),
  'get-comp-list': ({ points }: ResponseOf<'get-comp-list'>): Row[] =>
    points.map(({ id, regdate: at, points: won }) => ({ id, at, won })),
}
type ListName = keyof typeof rowsOf
export const listNames = Object.keys(rowsOf) as ListName[]

const growingLists: ReadonlySet<ListName> = new Set(['get-deposit-list', 'get-withdraw-list', 'get-comp-list'])

/** `total` is undefined if the response has no total and the list may have more rows. */
type Page = { rows: Row[]; total: number | undefined }

function pageOf(list: ListName, response: ResponseOf<ListName>): Page {
  const rows = rowsOf[list](response as never)
  return { rows, total: response.total ?? (rows.length < rowsPerPage ? rows.length : undefined) }
}

async function readPage(
  tester: Tester,
  list: ListName,
  query: { from?: string; to?: string; page?: number } = {},
  token?: string,
): Promise<Page | undefined> {
  const { outcome } = await tester.send(list, query, token)
  return outcome.kind === 'done' ? pageOf(list, outcome.response) : undefined
}

const countOf = (rows: readonly unknown[]) => (rows.length === 1 ? 'one row' : `${rows.length} rows`)
const isAmong = (rows: readonly Row[]) => {
  const known = new Set(rows.map((row) => JSON.stringify(row)))
  return (row: Row) => known.has(JSON.stringify(row))
}

export async function playList(tester: Tester, list: ListName): Promise<void> {
  const response = await tester.read(list, {})
  if (!response) return
  const { rows, total } = pageOf(list, response)
  const [newest] = rows
  if (!newest) return
  const more = tester.allows('money') ? '' : `: ${optionOf.money} adds some`
  const oneRow = rows.length === 1 ? `one row${growingLists.has(list) ? more : ''}` : ''

  const ids = new Set(rows.map(({ id }) => id))
  const sharedId = ids.size < rows.length ? 'rows share an id' : ''
  tester.judge(list, 'names each row', {
    seen: ids.has(undefined) ? 'a row has no id' : sharedId,
    cost: 'a receipt shows another row',
    unjudged: oneRow,
  })
  const times = rows.map(({ at }) => Date.parse(at))
  const isOrdered = times.every((time, index) => index === 0 || time <= (times[index - 1] ?? 0))
  tester.judge(list, 'gives the newest first', {
    seen: isOrdered ? '' : 'the first row isn’t the newest',
    cost: 'members look for what they just did on the last page',
    unjudged: oneRow || (new Set(times).size === 1 ? `${countOf(rows)} of one time` : ''),
  })
  if ('status' in newest) {
    const statuses = rows.flatMap(({ status }) => status ?? [])
    tester.judge(list, 'uses known status words', {
      seen: statuses.find((word) => word !== undefined && word !== 'success' && !stateOf(word)) ?? '',
      cost: 'members read this word as it is',
      unjudged: statuses.length === 0 ? 'no row has a status' : '',
    })
  }
  const second = await readPage(tester, list, { page: 2 })
  tester.judge(list, `gives pages of ${rowsPerPage}`, {
    seen: findPageFault({ rows, total }, second),
    cost: 'members never see their older rows, or see the same ones on each page',
    unjudged:
      second?.rows.length === 0
        ? `${countOf(rows)}, and a page holds ${rowsPerPage}${list === 'get-comp-list' ? more : ''}`
        : '',
  })
  await playDays(tester, list, newest)
}

/** Returns the fault in the first two pages, or ''. If one page is enough, the second must be empty. */
function findPageFault({ rows, total = rows.length }: Page, second: Page | undefined): string {
  if (rows.length > rowsPerPage || (total > rowsPerPage && rows.length < rowsPerPage))
    return `${rows.length} rows of ${total} on the first page`
  if (total < rows.length) return `a total of ${total}, and ${countOf(rows)} on page 1`
  if (!second || (total > rowsPerPage && second.rows.length === 0)) return 'no page 2'
  if (second.rows.some(isAmong(rows))) return 'page 2 has rows of page 1'
  const ids = new Set(rows.flatMap(({ id }) => id ?? []))
  if (second.rows.some(({ id }) => id !== undefined && ids.has(id))) return 'page 2 has ids of page 1'
  const [last, next] = [rows.at(-1), second.rows[0]]
  if (last && next && Date.parse(next.at) > Date.parse(last.at)) return 'page 2 has newer rows than page 1'
  return second.rows.length > 0 && rows.length < rowsPerPage ? `a page 2 after ${countOf(rows)} on page 1` : ''
}

async function playDays(tester: Tester, list: ListName, newest: Row): Promise<void> {
  const cost = 'members who choose a range see other rows and sums'
  const later = toSeoulDay(tester.now().getTime() + days(2))
  const onItsDay = Date.parse(newest.at) ? toSeoulDay(Date.parse(newest.at)) : undefined
  for (const [name, day, isWithin] of [
    ['from', later, false],
    ['to', '2020-01-01', false],
    ['from and to', onItsDay, true],
  ] as const) {
    const trial = `heeds ${name}`
    if (day === undefined) {
      tester.notJudged(list, trial, 'the newest row has no time')
      continue
    }
    const page = await readPage(tester, list, { from: day, to: day })
    const isRight = isWithin ? page && isAmong(page.rows)(newest) : page?.rows.length === 0
    tester.judge(list, trial, { seen: isRight ? '' : `${page?.rows.length ?? 'no'} rows of ${day}`, cost })
  }
}

export async function countRows(tester: Tester, list: ListName): Promise<number | undefined> {
  return (await readPage(tester, list))?.total
}

export type SubmittedRequest = { won: number; id: string | number | undefined }

const requestLists = { 'apply-user-deposit': 'get-deposit-list', 'apply-user-withdraw': 'get-withdraw-list' } as const

export async function judgeSubmittedRows(
  tester: Tester,
  callName: keyof typeof requestLists,
  own: readonly SubmittedRequest[],
  whyOne: string,
): Promise<void> {
  const list = requestLists[callName]
  const page = await readPage(tester, list)
  const names = 'names its row of the list'
  const named = own.filter(({ id }) => id !== undefined)
  if (named.length === 0) tester.lacks(callName, names, 'id', 'the site looks for the row by amount and time')
  else {
    const has = ({ id, won }: SubmittedRequest) =>
      page?.rows.some((row) => String(row.id) === String(id) && Math.abs(row.won ?? 0) === won)
    const lost = named.find((request) => !has(request))
    tester.judge(callName, names, {
      seen: page && lost ? `no row ${lost.id} of ${lost.won} won` : '',
      cost: 'the receipt shows nothing, or another row',
      unjudged: page ? '' : `no ${list}`,
    })
  }
  if (!page) return
  tester.judge(list, 'lists first what this run requested, the latest on top', {
    seen: own.flatMap(({ won }, index) => findRowFaults(page.rows[index], won, tester.now())).join(', '),
    cost: 'members do not find their latest request',
    unjudged: page.rows.length === 1 ? `one row: ${whyOne}` : '',
  })
}

function findRowFaults(row: Row | undefined, won: number, now: Date): string[] {
  if (!row) return [`no row of ${won} won`]
  const minutesOff = Math.abs(now.getTime() - Date.parse(row.at)) / minutes(1)
  return [
    ...(Math.abs(row.won ?? 0) === won ? [] : [`${row.won} won, not ${won}`]),
    ...(minutesOff < 10 ? [] : [`at ${row.at || 'no time'}`]),
    ...(row.status === 'pending' || row.status === 'done' ? [] : [`status ${row.status}`]),
  ]
}

export async function playSecondMember(tester: Tester, second: { id: string; password: string }): Promise<void> {
  const trial = 'logs the second member in'
  const login = await tester.sendAndExpect('user-do-login', trial, { id: second.id, pw: second.password })
  if (!login) return
  const cost = 'members see the money of others'
  for (const list of listNames) {
    const [own, foreign] = [await readPage(tester, list), await readPage(tester, list, {}, login.token)]
    if (!own && !foreign) continue
    const [ownRows, otherRows] = [own?.rows ?? [], foreign?.rows ?? []]
    const shared = otherRows.filter(isAmong(ownRows)).length
    const empty = ownRows.length + otherRows.length === 0 ? 'neither has a row' : ''
    tester.judge(list, 'has rows of its member alone', {
      seen: shared > 0 ? `${shared} rows of both` : '',
      cost,
      unjudged: own && foreign ? empty : 'only one of them was given the list',
    })
  }
  const nameOf = async (token: string | undefined) => {
    const { outcome } = await tester.send('user-health-check', {}, token)
    return outcome.kind === 'done' ? outcome.response.user.userId : undefined
  }
  const [first, foreign] = [await nameOf(tester.token), await nameOf(login.token)]
  const isApart = first !== undefined && foreign !== undefined && first !== foreign
  const seen = isApart ? '' : `${first} and ${foreign}`
  tester.judge('user-health-check', 'tells two members apart', { seen, cost })
}
