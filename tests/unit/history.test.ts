import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstDay, queryOf, readAsked, readyRange } from '~/history/asked'
import { daysBefore, isDay, monthsBefore, seoulDay, seoulMinute } from '~/history/days'
import { csvOf, fileName, gather } from '~/history/file.server'
import { historyOf } from '~/history/history.server'
import { fileRowsMax, perPage, summedRowsMax } from '~/history/limits'
import { allRows, Listing, merged, mergedPage } from '~/history/listing.server'
import { isThere, learn } from '~/history/support.server'
import { serverWords } from '~/i18n/catalogue.server'
import { maskedPhone } from '~/routes/user-profile.server'
import type { Upstream } from '~/upstream/client.server'

const today = '2026-11-20'
const asks = (query: string) => readAsked(new URLSearchParams(query), today)

describe('days in Seoul', () => {
  it('begin at 15:00 UTC', () => {
    expect(seoulDay(Date.parse('2026-11-19T14:59:59.999Z'))).toBe('2026-11-19')
    expect(seoulDay(Date.parse('2026-11-19T15:00:00Z'))).toBe('2026-11-20')
  })

  it('have minutes as the page shows them, and none where no time came', () => {
    const { dateTime } = serverWords('ko')
    for (const iso of ['2026-11-19T14:59:59Z', '2026-12-31T15:00:00.000Z', '2026-03-01T00:00:00+09:00']) {
      expect(seoulMinute(iso)).toBe(dateTime(iso))
    }
    expect([seoulMinute(''), seoulMinute('soon')]).toEqual(['', ''])
  })

  it('are counted back over months and leap days', () => {
    expect(daysBefore('2028-03-01', 1)).toBe('2028-02-29')
    expect(monthsBefore('2026-05-31', 3)).toBe('2026-02-28')
    expect(monthsBefore('2026-01-15', 3)).toBe('2025-10-15')
    expect(monthsBefore('2028-02-29', 12)).toBe('2027-02-28')
  })

  it('are only those of the calendar', () => {
    expect(['2026-11-20', '2028-02-29'].every(isDay)).toBe(true)
    expect(['2026-02-29', '2026-13-01', '20261120', '2026-1-1', ' 2026-11-20', 'x', ''].some(isDay)).toBe(false)
  })
})

describe('the query of a history URL', () => {
  it('is the money of two weeks unless it says otherwise', () => {
    expect(asks('')).toEqual({
      tab: 'money',
      page: 1,
      range: { name: '2w', from: '2026-11-07', to: today },
      wrong: [],
    })
    expect(asks('tab=none&range=9y&page=-1')).toEqual(asks(''))
  })

  it('is a ready range up to today', () => {
    expect(asks('range=1m').range).toEqual({ name: '1m', from: '2026-10-20', to: today })
    expect(asks('range=3m').range).toEqual({ name: '3m', from: '2026-08-20', to: today })
    expect(asks('range=12m').range).toEqual({ name: '12m', from: firstDay(today), to: today })
  })

  it('is two dates, or one with an open end', () => {
    expect(asks('tab=bets&from=2026-01-01&to=2026-02-01&page=3')).toEqual({
      tab: 'bets',
      page: 3,
      range: { from: '2026-01-01', to: '2026-02-01' },
      wrong: [],
    })
    expect(asks('from=2026-11-01').range).toEqual({ from: '2026-11-01', to: today })
    expect(asks('to=2026-11-01').range).toEqual({ from: '2025-11-20', to: '2026-11-01' })
    expect(asks('from=2026-11-20&to=2026-11-20').wrong).toEqual([])
  })

  it.each([
    ['from=2026-11-02&to=2026-11-01', [{ name: 'from', message: 'user.history.date.order' }]],
    [
      'from=2026-02-30&to=x',
      [
        { name: 'from', message: 'user.history.date.wrong' },
        { name: 'to', message: 'user.history.date.wrong' },
      ],
    ],
    ['from=2025-11-19', [{ name: 'from', message: 'user.history.date.early', day: '2025-11-20' }]],
    ['to=2026-11-21', [{ name: 'to', message: 'user.history.date.late', day: today }]],
  ])('says what is wrong with %s, and falls back to two weeks', (query, wrong) => {
    const asked = asks(`${query}&page=4`)
    expect(asked.wrong).toEqual(wrong)
    expect([asked.range.name, asked.page]).toEqual(['2w', 1])
    expect(asked.typed).toBeDefined()
  })

  it('reads back every URL that it writes', () => {
    for (const range of [readyRange('3m', today), { from: '2026-03-01', to: '2026-03-02' }]) {
      for (const page of [1, 7]) {
        const { tab, range: read, page: again } = asks(queryOf({ tab: 'comp', range, page }))
        expect([tab, read, again]).toEqual(['comp', range, page])
      }
    }
  })
})

type Row = { at: string; name: string }

/** A list of rows at the given minutes, newest first, and how often it was read. */
function listOf(name: string, minutes: readonly number[], { counted = true } = {}) {
  const rows = [...minutes]
    .sort((one, other) => other - one)
    .map((minute, at): Row => ({ at: new Date(minute * 60_000).toISOString(), name: `${name}${at}` }))
  const read: number[] = []
  const listing = new Listing<Row>(async (page) => {
    read.push(page)
    return {
      rows: rows.slice((page - 1) * perPage, page * perPage),
      ...(counted && { total: rows.length }),
    }
  })
  return { rows, read, listing }
}

describe('two lists as one', () => {
  it('hold every row once, in order, across all pages, with equal times and without totals', async () => {
    // Few different minutes, so that equal times are the rule.
    const minutes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 90, size: 'max' })
    await fc.assert(
      fc.asyncProperty(minutes, minutes, fc.boolean(), fc.boolean(), async (first, second, ...counted) => {
        const one = listOf('a', first, { counted: counted[0] })
        const other = listOf('b', second, { counted: counted[1] })
        const pages = Math.ceil((first.length + second.length) / perPage)
        const shown: Row[] = []
        for (let page = 1; page <= pages; page += 1) {
          // Each page is a request of its own: nothing is remembered from the page before.
          const rows = await mergedPage(
            listOf('a', first, { counted: counted[0] }).listing,
            listOf('b', second, { counted: counted[1] }).listing,
            page,
          )
          expect(rows).toHaveLength(Math.min(perPage, first.length + second.length - (page - 1) * perPage))
          shown.push(...rows)
        }
        expect(shown).toEqual(merged(one.rows, other.rows))
        expect(shown).toEqual([...shown].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)))
      }),
      { numRuns: 60 },
    )
  })

  it('cost a late page a few calls, not all pages before it', async () => {
    const one = listOf(
      'a',
      Array.from({ length: 4_000 }, (_, at) => at * 3),
    )
    const other = listOf(
      'b',
      Array.from({ length: 1_000 }, (_, at) => at * 5),
    )
    const rows = await mergedPage(one.listing, other.listing, 240)
    expect(rows).toEqual(merged(one.rows, other.rows).slice(239 * perPage, 240 * perPage))
    expect(one.read.length + other.read.length).toBeLessThan(30)
  })

  it('count a row without a time as the oldest', () => {
    const known = { at: '2026-11-20T00:00:00Z' }
    expect(merged([{ at: '' }], [known])).toEqual([known, { at: '' }])
  })
})

describe('all rows of a list', () => {
  const ever = Number.POSITIVE_INFINITY

  it('are all of them, with and without a total', async () => {
    const minutes = Array.from({ length: 145 }, (_, at) => at)
    for (const counted of [true, false]) {
      const list = listOf('a', minutes, { counted })
      expect(await allRows(list.listing, { rowsMax: 500, endsAt: ever })).toEqual({ rows: list.rows, complete: true })
    }
  })

  it('end at the largest number of rows or at the deadline, and are then marked incomplete', async () => {
    const minutes = Array.from({ length: 145 }, (_, at) => at)
    const most = await allRows(listOf('a', minutes).listing, { rowsMax: 50, endsAt: ever })
    expect([most.rows.length, most.complete]).toEqual([50, false])
    const late = await allRows(listOf('a', minutes).listing, { rowsMax: 500, endsAt: 0 })
    expect([late.rows.length, late.complete]).toEqual([perPage, false])
  })
})

type Answers = Partial<Record<string, (page: number) => object | 'unsupported' | 'failed'>>

/** An upstream that answers lists from the given pages; what is not named is not supported. */
function upstreamWith(answers: Answers): Upstream {
  const attempt = async (segment: string, { page }: { page: number }) => {
    const answer = answers[segment]?.(page) ?? 'unsupported'
    if (answer === 'unsupported') return { kind: 'unsupported' }
    return answer === 'failed' ? { kind: 'failed', reference: 'r-1' } : { kind: 'done', answer }
  }
  return { attempt, reference: 'r-1' } as unknown as Upstream
}

/** Movements, `count` of them, one a minute back from a moment. */
function movements(count: number, { from = '2026-11-20T03:00:00Z', won = 10_000 } = {}) {
  return (page: number) => ({
    total: count,
    sum: count * won,
    balances: Array.from({ length: Math.max(0, Math.min(perPage, count - (page - 1) * perPage)) }, (_, at) => ({
      id: (page - 1) * perPage + at,
      balance: won,
      after: 5_000,
      regdate: new Date(Date.parse(from) - ((page - 1) * perPage + at) * 60_000).toISOString(),
      status: 'already',
    })),
  })
}

const bets = (count: number) => (page: number) => ({
  total: count,
  bets: Array.from({ length: Math.max(0, Math.min(perPage, count - (page - 1) * perPage)) }, (_, at) => ({
    id: at,
    thirdParty: '가온',
    game: '=1+1',
    balanceBet: 1_000,
    balanceWin: at === 0 ? 5_000 : undefined,
    betTime: '2026-11-20T03:00:00Z',
  })),
})

describe('a history', () => {
  const asked = asks('range=3m')

  it('adds up the whole range and shows one page of both lists', async () => {
    const upstream = upstreamWith({
      'get-deposit-list': movements(30),
      'get-withdraw-list': movements(15, { won: 20_000 }),
      'get-bets-list': bets(1),
    })
    const history = await historyOf(upstream, { ...asked, page: 9 })
    expect(history?.tabs).toEqual(['money', 'bets'])
    expect(history?.shown).toMatchObject({
      kind: 'money',
      page: 3,
      pages: 3,
      total: 45,
      deposits: { count: 30, won: 300_000 },
      withdrawals: { count: 15, won: 300_000 },
    })
    expect(history?.shown).toHaveProperty('rows.length', 5)
  })

  it('leaves a tab out whose list the upstream does not have, and opens another in its place', async () => {
    for (const list of ['get-deposit-list', 'get-withdraw-list', 'get-bets-list', 'get-comp-list'] as const) {
      learn(list, 'unsupported', 0)
      expect(isThere(list)).toBeUndefined()
    }
    const history = await historyOf(upstreamWith({ 'get-bets-list': bets(3) }), asked)
    expect([history?.tabs, history?.tab, history?.shown.kind]).toEqual([['bets'], 'bets', 'bets'])
    expect(isThere('get-deposit-list')).toBe(false)

    expect(await historyOf(upstreamWith({}), asks('tab=bets'))).toBeNull()
    // An upstream may add a call without a restart of the site.
    expect(isThere('get-deposit-list', Date.now() + 11 * 60_000)).toBeUndefined()
    learn('get-deposit-list', 'done')
    learn('get-withdraw-list', 'done')
    learn('get-bets-list', 'done')
  })

  it('shows deposits alone where there is no list of withdrawals', async () => {
    const history = await historyOf(upstreamWith({ 'get-deposit-list': movements(3) }), asked)
    expect(history?.shown).toMatchObject({ kind: 'money', total: 3, deposits: { count: 3 } })
    expect(history?.shown).not.toHaveProperty('withdrawals')
    learn('get-withdraw-list', 'done')
  })

  it('shows nothing of one list while the other did not come', async () => {
    const upstream = upstreamWith({ 'get-deposit-list': movements(3), 'get-withdraw-list': () => 'failed' })
    expect((await historyOf(upstream, asked))?.shown).toEqual({ kind: 'failed', reference: 'r-1' })
  })

  it('adds bets up while they are few, and leaves the sums out when they are many', async () => {
    const few = await historyOf(upstreamWith({ 'get-bets-list': bets(25) }), asks('tab=bets'))
    expect(few?.shown).toMatchObject({ kind: 'bets', sums: { bet: 25_000, win: 10_000 } })
    const many = await historyOf(upstreamWith({ 'get-bets-list': bets(summedRowsMax + 1) }), asks('tab=bets'))
    expect(many?.shown).not.toHaveProperty('sums')
  })
})

describe('a file', () => {
  const words = serverWords('ko')

  it('opens as it is meant: a mark of its coding, heads in the reader’s language, plain numbers', async () => {
    const gathered = await gather(
      upstreamWith({ 'get-deposit-list': movements(1), 'get-withdraw-list': movements(1, { won: 20_000 }) }),
      asks(''),
    )
    if (gathered.kind !== 'money') throw new Error(gathered.kind)
    expect(await csvOf(gathered, words)).toBe(
      [
        '\ufeff번호,날짜와 시간,종류,금액(원),지갑(원),상태',
        '0,2026-11-20 12:00,입금,10000,5000,완료',
        '0,2026-11-20 12:00,출금,-20000,5000,완료',
        '',
      ].join('\r\n'),
    )
    expect(await csvOf({ ...gathered, rows: [] }, serverWords('en'))).toContain('Date and time')
  })

  it('runs nothing in a spreadsheet, whatever the upstream calls its games', async () => {
    const names = ['=HYPERLINK("http://x")', '+1', '-1', '@a', '\tx', '두 줄\n=1', 'a,"b"']
    const rows = names.map((game) => ({ id: '1', provider: game, game, bet: 1, win: 0, at: '' }))
    const lines = (await csvOf({ kind: 'bets', complete: true, rows }, words)).split('\r\n')
    expect(lines[1]).toBe(`1,,"'=HYPERLINK(""http://x"")","'=HYPERLINK(""http://x"")",1,0`)
    expect(lines.slice(2, 6)).toEqual(["1,,'+1,'+1,1,0", "1,,'-1,'-1,1,0", "1,,'@a,'@a,1,0", "1,,'\tx,'\tx,1,0"])
    expect(lines[6]).toBe('1,,"두 줄\n=1","두 줄\n=1",1,0')
    expect(lines[7]).toBe('1,,"a,""b""","a,""b""",1,0')
  })

  it('holds the newest 10,000 of a longer range, and says so in its last line', async () => {
    const gathered = await gather(upstreamWith({ 'get-bets-list': bets(fileRowsMax + 1) }), asks('tab=bets&range=12m'))
    if (gathered.kind !== 'bets') throw new Error(gathered.kind)
    expect([gathered.rows.length, gathered.complete]).toEqual([fileRowsMax, false])
    const lines = (await csvOf(gathered, words)).trimEnd().split('\r\n')
    expect(lines).toHaveLength(fileRowsMax + 2)
    expect(lines.at(-1)).toContain('최근 10,000건만 담았습니다.')
  })

  it('ends both lists at one moment where one of them is cut', async () => {
    // Deposits reach back 10,000 minutes before they are cut; withdrawals begin later than that.
    const gathered = await gather(
      upstreamWith({
        'get-deposit-list': movements(fileRowsMax + 500),
        'get-withdraw-list': movements(5, {
          from: new Date(Date.parse('2026-11-20T03:00:00Z') - 10_003 * 60_000).toISOString(),
        }),
      }),
      asks('range=12m'),
    )
    if (gathered.kind !== 'money') throw new Error(gathered.kind)
    expect(gathered.complete).toBe(false)
    expect(gathered.rows.every(({ kind }) => kind === 'deposit')).toBe(true)
  })

  it('is not made of half a list', async () => {
    const upstream = upstreamWith({ 'get-bets-list': (page) => (page < 3 ? bets(100)(page) : 'failed') })
    expect(await gather(upstream, asks('tab=bets'))).toEqual({ kind: 'failed', reference: 'r-1' })
    expect(await gather(upstreamWith({}), asks('tab=comp'))).toEqual({ kind: 'unsupported' })
  })

  it('has a name that every system takes', () => {
    expect(fileName(asks('tab=bets&range=2w'))).toBe('history-bets-2026-11-07-2026-11-20.csv')
  })
})

describe('a phone number on a screen', () => {
  it('hides its middle, and all of it when it is too short to hide a part', () => {
    expect(maskedPhone('01012345678')).toBe('010-****-5678')
    expect(maskedPhone('010-123-5678')).toBe('010-****-5678')
    expect(maskedPhone('12345')).toBe('***-****-****')
    expect(maskedPhone('')).toBeUndefined()
    expect(maskedPhone(undefined)).toBeUndefined()
  })
})
