import fc from 'fast-check'
import { RouterContextProvider } from 'react-router'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { formatCsv, gatherRows } from '~/features/account/history/csv.server'
import { loadHistory, loadMonths } from '~/features/account/history/history.server'
import { loadMergedPage, mergeNewestFirst, PagedList } from '~/features/account/history/paged-list.server'
import { formatHistoryQuery, parseHistoryQuery, presetRange } from '~/features/account/history/query'
import { i18nFor } from '~/i18n/catalogue.server'
import { readQuery } from '~/server/request-info/query.server'
import { type RequestInfo, requestInfoContext } from '~/server/request-info/request-info.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { isSupported, recordSupport } from '~/upstream/client/call-support.server'
import type { CallName } from '~/upstream/contract'
import { rowsPerPage } from '~/upstream/contract/call'
import { daysBefore, formatSeoulMinute, isCalendarDay, monthsBefore, toSeoulDay } from '~/values/seoul'
import { readStatus } from '~/values/status'

const today = '2026-11-20'
const i18n = i18nFor('ko')
const parseQuery = (query: string) => parseHistoryQuery(readQuery(`http://a.example/user?${query}`), today)

describe('days in Seoul', () => {
  it('are formatted to the minute as on the page, and empty if the upstream sent no time', () => {
    const { dateTime } = i18nFor('ko')
    for (const iso of ['2026-11-19T14:59:59Z', '2026-12-31T15:00:00.000Z', '2026-03-01T00:00:00+09:00'])
      expect(formatSeoulMinute(iso)).toBe(dateTime(iso))
    const last = '9999-12-31T14:59:00Z'
    expect([formatSeoulMinute(last), formatSeoulMinute('9999-12-31T15:00:00Z')]).toEqual(['9999-12-31 23:59', ''])
    expect([formatSeoulMinute(''), formatSeoulMinute('soon')]).toEqual(['', ''])
  })

  it('are counted back across months and leap days', () => {
    expect(daysBefore('2028-03-01', 1)).toBe('2028-02-29')
    expect(monthsBefore('2026-05-31', 3)).toBe('2026-02-28')
    expect(monthsBefore('2026-01-15', 3)).toBe('2025-10-15')
    expect(monthsBefore('2028-02-29', 12)).toBe('2027-02-28')
  })

  it('are valid only if they exist in the calendar', () => {
    expect(['2026-11-20', '2028-02-29'].every(isCalendarDay)).toBe(true)
    expect(['2026-02-29', '2026-13-01', '20261120', '2026-1-1', ' 2026-11-20', 'x', ''].some(isCalendarDay)).toBe(false)
  })
})

describe('the query of a history URL', () => {
  it('defaults to the money tab and two weeks', () => {
    expect(parseQuery('')).toEqual({
      tab: 'money',
      page: 1,
      range: { preset: '2w', from: '2026-11-07', to: today },
      dateErrors: [],
    })
    expect(parseQuery('tab=none&range=9y&page=-1')).toEqual(parseQuery(''))
  })

  it('accepts two dates, or only one of them', () => {
    expect(parseQuery('tab=bets&from=2026-01-01&to=2026-02-01&page=3')).toEqual({
      tab: 'bets',
      page: 3,
      range: { from: '2026-01-01', to: '2026-02-01' },
      dateErrors: [],
    })
    expect(parseQuery('from=2026-11-01').range).toEqual({ from: '2026-11-01', to: today })
    expect(parseQuery('to=2026-11-01').range).toEqual({ from: '2025-11-20', to: '2026-11-01' })
    expect(parseQuery('from=2026-11-20&to=2026-11-20').dateErrors).toEqual([])
  })

  it.each([
    ['from=2026-11-02&to=2026-11-01', [{ field: 'from', message: 'user.history.date.order' }]],
    [
      'from=2026-02-30&to=x',
      [
        { field: 'from', message: 'user.history.date.wrong' },
        { field: 'to', message: 'user.history.date.wrong' },
      ],
    ],
    ['from=2025-11-19', [{ field: 'from', message: 'user.history.date.early', limit: '2025-11-20' }]],
    ['to=2026-11-21', [{ field: 'to', message: 'user.history.date.late', limit: today }]],
  ])('reports the errors in %s, and falls back to two weeks', (query, wrong) => {
    const parsed = parseQuery(`${query}&page=4`)
    expect(parsed.dateErrors).toEqual(wrong)
    expect([parsed.range.preset, parsed.page]).toEqual(['2w', 1])
    expect(parsed.submitted).toBeDefined()
  })

  it('is parsed from every URL that the site formats', () => {
    for (const range of [presetRange('3m', today), { from: '2026-03-01', to: '2026-03-02' }]) {
      for (const page of [1, 7]) {
        const parsed = parseQuery(formatHistoryQuery({ tab: 'comp', range, page }))
        expect([parsed.tab, parsed.range, parsed.page]).toEqual(['comp', range, page])
      }
    }
  })
})

type Row = { at: string; name: string }

/** A list with a row at each of these minutes, newest first, and the pages that were read. */
function listOf(name: string, minutes: readonly number[], { counted = true } = {}) {
  const rows = [...minutes]
    .sort((left, right) => right - left)
    .map((minute, index): Row => ({ at: new Date(minute * 60_000).toISOString(), name: `${name}${index}` }))
  const read: number[] = []
  const listing = new PagedList<Row>(async (page) => {
    read.push(page)
    return { rows: rows.slice((page - 1) * rowsPerPage, page * rowsPerPage), ...(counted && { total: rows.length }) }
  })
  return { rows, read, listing }
}

it('merges two lists with each row once and in order, even with equal times and without totals', async () => {
  // There are so few different minutes that most times occur more than once.
  const minutes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 90, size: 'max' })
  await fc.assert(
    fc.asyncProperty(minutes, minutes, fc.boolean(), fc.boolean(), async (first, second, ...counted) => {
      const firstList = listOf('a', first, { counted: counted[0] })
      const secondList = listOf('b', second, { counted: counted[1] })
      const pages = Math.ceil((first.length + second.length) / rowsPerPage)
      const shown: Row[] = []
      for (let page = 1; page <= pages; page += 1) {
        // Each page is a separate request, which remembers nothing of the previous one.
        const rows = await loadMergedPage(
          listOf('a', first, { counted: counted[0] }).listing,
          listOf('b', second, { counted: counted[1] }).listing,
          page,
        )
        expect(rows).toHaveLength(Math.min(rowsPerPage, first.length + second.length - (page - 1) * rowsPerPage))
        shown.push(...rows)
      }
      expect(shown).toEqual(mergeNewestFirst(firstList.rows, secondList.rows))
      expect(shown).toEqual([...shown].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)))
    }),
    { numRuns: 60 },
  )
})

type Responses = Partial<Record<string, (page: number, from?: string) => object | 'unsupported' | 'failed'>>

/** An upstream that returns the given pages of lists and supports no other call. */
function upstreamWith(responses: Responses): PageUpstream {
  const callOptional = async (callName: CallName, { page, from }: { page: number; from?: string }) => {
    const response = responses[callName]?.(page, from) ?? 'unsupported'
    if (response === 'failed') return { kind: 'failed', reference: 'r-1' }
    const attempted = response === 'unsupported' ? { kind: response } : { kind: 'done' as const, response }
    recordSupport(callName, attempted.kind)
    return attempted
  }
  return { callOptional, reference: 'r-1' } as unknown as PageUpstream
}

function transactions(count: number, { from = '2026-11-20T03:00:00Z', won = 10_000 } = {}) {
  return (page: number) => ({
    total: count,
    sum: count * won,
    balances: Array.from(
      { length: Math.max(0, Math.min(rowsPerPage, count - (page - 1) * rowsPerPage)) },
      (_, index) => ({
        id: (page - 1) * rowsPerPage + index,
        balance: won,
        after: 5_000,
        regdate: new Date(Date.parse(from) - ((page - 1) * rowsPerPage + index) * 60_000).toISOString(),
        status: 'already',
      }),
    ),
  })
}

const bets = (count: number) => (page: number) => ({
  total: count,
  bets: Array.from({ length: Math.max(0, Math.min(rowsPerPage, count - (page - 1) * rowsPerPage)) }, (_, index) => ({
    id: index,
    thirdParty: '가온',
    game: '=1+1',
    balanceBet: 1_000,
    balanceWin: index === 0 ? 5_000 : undefined,
    betTime: '2026-11-20T03:00:00Z',
  })),
})

describe('a history', () => {
  const query = parseQuery('range=3m')

  it('totals the whole range and shows one page of both lists', async () => {
    const upstream = upstreamWith({
      'get-deposit-list': transactions(30),
      'get-withdraw-list': transactions(15, { won: 20_000 }),
      'get-bets-list': bets(1),
    })
    const history = await loadHistory(upstream, { ...query, page: 9 }, i18n)
    expect(history?.tabs).toEqual(['money', 'bets'])
    expect(history?.content).toMatchObject({
      kind: 'money',
      page: 3,
      pageCount: 3,
      total: 45,
      deposits: { count: 30, won: 300_000 },
      withdrawals: { count: 15, won: 300_000 },
    })
    expect(history?.content).toHaveProperty('rows.length', 5)
  })

  it('excludes a returned stake from both bets and wins, so that their difference is the result', async () => {
    const paid = [
      { balanceBet: 1_000, balanceWin: 1_000 },
      { balanceBet: 1_000, balanceWin: 5_000 },
      { balanceBet: 0, balanceWin: 0 },
      { balanceBet: 1_000, balanceWin: 0 },
    ]
    const rows = paid.map((row, id) => ({ ...row, id, thirdParty: 'p', game: 'g', betTime: '2026-11-20T03:00:00Z' }))
    const upstream = upstreamWith({ 'get-bets-list': () => ({ total: rows.length, bets: rows }) })
    const history = await loadHistory(upstream, parseQuery('tab=bets'), i18n)
    expect(history?.content).toMatchObject({ kind: 'bets', sums: { bet: 2_000, win: 5_000, returned: 1_000 } })
  })

  it('omits tabs whose lists the upstream lacks, and opens another tab instead', async () => {
    for (const list of ['get-deposit-list', 'get-withdraw-list', 'get-bets-list', 'get-comp-list'] as const) {
      recordSupport(list, 'unsupported', 0)
      expect(isSupported(list)).toBeUndefined()
    }
    const history = await loadHistory(upstreamWith({ 'get-bets-list': bets(3) }), query, i18n)
    expect([history?.tabs, history?.tab, history?.content.kind]).toEqual([['bets'], 'bets', 'bets'])
    expect(isSupported('get-deposit-list')).toBe(false)

    expect(await loadHistory(upstreamWith({}), parseQuery('tab=bets'), i18n)).toBeNull()
    // The upstream may add the call while the site is running.
    expect(isSupported('get-deposit-list', Date.now() + 11 * 60_000)).toBeUndefined()
    recordSupport('get-deposit-list', 'done')
    recordSupport('get-withdraw-list', 'done')
    recordSupport('get-bets-list', 'done')
  })

  /** Pages of an upstream that sends no sums of completed transactions. */
  function pagesOf(rows: readonly object[]) {
    return (page: number) => ({
      total: rows.length,
      sum: 999,
      balances: rows.slice((page - 1) * rowsPerPage, page * rowsPerPage),
    })
  }
  const transaction = fc.record({
    balance: fc.integer({ min: 0, max: 900_000 }),
    fee: fc.option(fc.integer({ min: 0, max: 900 }), { nil: undefined }),
    after: fc.integer({ min: 0, max: 9_000_000 }),
    status: fc.constantFrom('already', 'alread', 'wait', 'reg', 'cansel'),
    minutes: fc.integer({ min: 0, max: 60 }),
  })
  const transactionList = (name: string) =>
    fc.array(transaction, { maxLength: 70, size: 'max' }).map((rows) =>
      rows
        .sort((left, right) => left.minutes - right.minutes)
        .map(({ minutes, ...row }, index) => ({
          ...row,
          id: `${name}${index}`,
          regdate: new Date(Date.parse('2026-11-20T03:00:00Z') - minutes * 60_000).toISOString(),
        })),
    )

  it('shows the rows and totals of both calls over all pages, and exports the same rows', async () => {
    // The clock is stopped, so that both show the same pending time.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    await fc.assert(
      fc.asyncProperty(transactionList('d'), transactionList('w'), async (deposits, withdrawals) => {
        const upstream = upstreamWith({
          'get-deposit-list': pagesOf(deposits),
          'get-withdraw-list': pagesOf(withdrawals),
        })
        const shown = []
        for (let page = 1; ; page += 1) {
          const content = (await loadHistory(upstream, { ...query, page }, i18n))?.content
          if (content?.kind !== 'money') throw new Error(content?.kind)
          shown.push(...content.rows)
          const doneSum = (rows: typeof deposits) =>
            rows.filter(({ status }) => status.startsWith('alread')).reduce((sum, { balance }) => sum + balance, 0)
          expect(content.deposits).toMatchObject({ counted: 'done', won: doneSum(deposits) })
          expect(content.withdrawals).toMatchObject({ counted: 'done', won: doneSum(withdrawals) })
          if (page >= content.pageCount) break
        }
        const called = new Map([...deposits, ...withdrawals].map((row) => [row.id, row]))
        expect(shown.map(({ id }) => id).sort()).toEqual([...called.keys()].sort())
        for (const { id = '', kind, amount, fee, after, at, status } of shown) {
          const { balance, regdate, ...row } = called.get(id) ?? { balance: -1, status: '' }
          expect({ id, amount, fee, after, at, status }).toEqual({
            ...row,
            ...{ status: readStatus(row.status), amount: balance, at: regdate },
          })
          expect(kind).toBe(id.startsWith('d') ? 'deposit' : 'withdraw')
        }
        const gathered = await gatherRows(upstream, query, i18n)
        expect(gathered).toEqual({ kind: 'money', isComplete: true, rows: shown })
      }),
      { numRuns: 25 },
    )
  })

  it.each([
    ['a status is unknown', [{ id: 1, balance: 5_000, status: 'checking', regdate: '' }]],
    ['an amount is missing', [{ id: 1, status: 'already', regdate: '' }]],
    ['there are too many rows', Array.from({ length: 201 }, () => ({ balance: 1, status: 'already' }))],
  ])('uses the upstream’s totals for both lists if %s', async (_, rows) => {
    const upstream = upstreamWith({
      'get-deposit-list': pagesOf(rows),
      'get-withdraw-list': pagesOf([{ id: 2, balance: 7_000, status: 'already', regdate: '' }]),
    })
    const sum = { counted: 'upstream-sum', won: 999 }
    expect((await loadHistory(upstream, query, i18n))?.content).toMatchObject({ deposits: sum, withdrawals: sum })
  })

  it('totals up to 200 bets, and omits the totals for more', async () => {
    const few = await loadHistory(upstreamWith({ 'get-bets-list': bets(200) }), parseQuery('tab=bets'), i18n)
    expect(few?.content).toMatchObject({ kind: 'bets', sums: { bet: 200_000, win: 50_000 } })
    const many = await loadHistory(upstreamWith({ 'get-bets-list': bets(201) }), parseQuery('tab=bets'), i18n)
    expect(many?.content).not.toHaveProperty('sums')
  })
})

describe('the months shown with the limits', () => {
  it('cover a year, only this month if a year has too many rows, or nothing if this month has too many', async () => {
    const now = new Date().toISOString()
    const month = toSeoulDay(Date.now()).slice(0, 7)
    const monthsWith = async (list: NonNullable<Responses[string]>) => {
      const context = new RouterContextProvider()
      context.set(upstreamContext, upstreamWith({ 'get-deposit-list': list, 'get-withdraw-list': list }))
      context.set(requestInfoContext, { locale: 'ko' } as RequestInfo)
      return (await loadMonths(context)).months
    }
    const [few, many] = [transactions(2, { from: now }), transactions(201)]
    const ofYear = await monthsWith(few)
    expect([ofYear.length, ofYear.at(-1)?.month]).toEqual([12, month])
    expect(ofYear.reduce((sum, { deposits }) => sum + deposits, 0)).toBe(20_000)
    const name = i18n.t('months.names').split(' ')[Number(month.slice(5)) - 1]
    const thisMonth = { month, name, deposits: 20_000, withdrawals: 20_000, net: 0 }
    expect(await monthsWith((page, from) => (from === `${month}-01` ? few : many)(page))).toEqual([thisMonth])
    expect(await monthsWith(many)).toEqual([])
    expect(await monthsWith(() => 'failed')).toEqual([])
  })
})

describe('a history file', () => {
  it('has a byte order mark, headings in the reader’s language and plain numbers for spreadsheets', async () => {
    const gathered = await gatherRows(
      upstreamWith({ 'get-deposit-list': transactions(1), 'get-withdraw-list': transactions(1, { won: 20_000 }) }),
      parseQuery(''),
      i18n,
    )
    if (gathered.kind !== 'money') throw new Error(gathered.kind)
    const { t } = i18n
    const heads = (['number', 'time', 'kind', 'amount', 'after', 'status'] as const).map((name) =>
      t(`user.history.${name}`),
    )
    expect(formatCsv(gathered, i18n)).toBe(
      [
        `\ufeff${heads.join(',')}`,
        `0,2026-11-20 12:00,${t('transaction.deposit')},10000,5000,${t('status.done')}`,
        `0,2026-11-20 12:00,${t('transaction.withdraw')},-20000,5000,${t('status.done')}`,
        '',
      ].join('\r\n'),
    )
    expect(formatCsv({ ...gathered, rows: [] }, i18nFor('en'))).toContain(i18nFor('en').t('user.history.time'))
  })

  it('dates each row of bets and comp in Seoul time with the year first, or leaves an invalid date empty', () => {
    const lines = (rows: Parameters<typeof formatCsv>[0]) => formatCsv(rows, i18nFor('en')).split('\r\n').slice(1, 3)
    const bet = { thirdParty: 'p', game: 'g', balanceBet: 1, balanceWin: 0 }
    const bets = [
      { ...bet, id: '1', betTime: '2026-11-19T15:00:59Z' },
      { ...bet, id: '2', betTime: 'soon', picks: ['a'], isOpen: true },
    ]
    const open = i18nFor('en').t('user.history.open')
    expect(lines({ kind: 'bets', isComplete: true, rows: bets })).toEqual([
      '1,2026-11-20 00:00,p,g,1,0',
      `2,,p,"g, a",1,${open}`,
    ])
    const comp = [
      { id: '1', regdate: '2026-12-31T15:00:00Z', kind: 'bet', points: 3 },
      { id: '2', regdate: '', kind: 'bet', points: 3 },
    ]
    expect(lines({ kind: 'comp', isComplete: true, rows: comp })).toEqual([
      expect.stringMatching(/^1,2027-01-01 00:00,/),
      expect.stringMatching(/^2,,/),
    ])
  })

  it('contains no spreadsheet formula, whatever names the upstream gives its games', () => {
    const names = ['=HYPERLINK("http://x")', '+1', '-1', '@a', '\tx', '두 줄\n=1', 'a,"b"']
    const rows = names.map((game) => ({ id: '1', thirdParty: game, game, balanceBet: 1, balanceWin: 0, betTime: '' }))
    const lines = formatCsv({ kind: 'bets', isComplete: true, rows }, i18n).split('\r\n')
    expect(lines[1]).toBe(`1,,"'=HYPERLINK(""http://x"")","'=HYPERLINK(""http://x"")",1,0`)
    expect(lines.slice(2, 6)).toEqual(["1,,'+1,'+1,1,0", "1,,'-1,'-1,1,0", "1,,'@a,'@a,1,0", "1,,'\tx,'\tx,1,0"])
    expect(lines[6]).toBe(`1,,"두 줄\n'=1","두 줄\n'=1",1,0`)
    expect(lines[7]).toBe('1,,"a,""b""","a,""b""",1,0')
  })

  it('is limited to the newest 10,000 rows, and says so in its last line', async () => {
    const gathered = await gatherRows(
      upstreamWith({ 'get-bets-list': bets(10_001) }),
      parseQuery('tab=bets&range=12m'),
      i18n,
    )
    if (gathered.kind !== 'bets') throw new Error(gathered.kind)
    expect([gathered.rows.length, gathered.isComplete]).toEqual([10_000, false])
    const lines = formatCsv(gathered, i18n).trimEnd().split('\r\n')
    expect(lines).toHaveLength(10_002)
    expect(lines.at(-1)).toContain(i18n.t('user.history.file.cut', { rows: 10_000 }))
  })

  it('cuts both lists at the same time if one of them is too long', async () => {
    // The deposits are cut after 10,000 minutes, and every withdrawal is older.
    const gathered = await gatherRows(
      upstreamWith({
        'get-deposit-list': transactions(10_500),
        'get-withdraw-list': transactions(5, {
          from: new Date(Date.parse('2026-11-20T03:00:00Z') - 10_003 * 60_000).toISOString(),
        }),
      }),
      parseQuery('range=12m'),
      i18n,
    )
    if (gathered.kind !== 'money') throw new Error(gathered.kind)
    expect(gathered.isComplete).toBe(false)
    expect(gathered.rows.every(({ kind }) => kind === 'deposit')).toBe(true)
  })

  it('isn’t created from an incomplete list', async () => {
    const upstream = upstreamWith({ 'get-bets-list': (page) => (page < 3 ? bets(100)(page) : 'failed') })
    expect(await gatherRows(upstream, parseQuery('tab=bets'), i18n)).toEqual({ kind: 'failed', reference: 'r-1' })
    expect(await gatherRows(upstreamWith({}), parseQuery('tab=comp'), i18n)).toEqual({ kind: 'unsupported' })
  })
})
