import { expect, it } from 'vitest'
import { csvOf } from '~/features/backoffice/csv.server'
import { backofficeTexts } from '~/features/backoffice/texts'
import { toCsv } from '~/values/csv.server'

function longList() {
  const payloads: Record<string, unknown>[] = []
  const call = async (_command: string, payload: Record<string, unknown>) => {
    payloads.push(payload)
    return { kind: 'done', result: { pages: 300, rows: [{ id: String(1_000 - payloads.length), member: 'demo' }] } }
  }
  return {
    payloads,
    backoffice: { client: { call }, ...backofficeTexts('en', 0), now: Date.UTC(2026, 10, 27) } as never,
  }
}

it('exports all pages of a list, and requests each page only when it is written', async () => {
  const { payloads, backoffice } = longList()
  const file = await csvOf(backoffice, 'members', { order: 'oldest' })
  expect(payloads).toEqual([{ order: 'oldest', page: 1, size: 1_000 }])
  const reader = file.body?.getReader()
  for (let chunks = 0; chunks < 3; chunks += 1) await reader?.read()
  expect(payloads.length).toBeLessThan(30)
  while (!(await reader?.read())?.done);
  expect(payloads.map(({ page }) => page)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
})

it('escapes a formula character after line breaks in linear time', () => {
  expect(toCsv([['a;\n "=1', 'b\t-2', 'c;d']])).toBe('"a;\n ""\'=1",b\t\'-2,c;d\r\n')
  const text = `a${'\n'.repeat(20_000)}b`
  const startedAt = performance.now()
  for (let times = 0; times < 20; times += 1) toCsv([[text]])
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

it('names a file after its grouping and its period, which is a month or the first and last day', async () => {
  const { backoffice } = longList()
  const nameOf = async (payload: object, command: 'figures' | 'members' = 'figures') =>
    (await csvOf(backoffice, command, payload)).headers.get('content-disposition')?.match(/"(.*)\.csv"/)?.[1]
  const of = async (from: string, to: string) => nameOf({ by: 'provider', from, to })
  expect(await of('2026-10-01', '2026-10-31')).toBe('revenue-by-provider-2026-10')
  expect(await of('2026-11-01', '2026-11-27'), 'this month').toBe('revenue-by-provider-2026-11')
  expect(await of('2026-11-01', '2026-11-26')).toBe('revenue-by-provider-2026-11-01-2026-11-26')
  expect(await nameOf({ by: 'day' }), 'the last 28 days').toBe('revenue-by-day-2026-10-31-2026-11-27')
  expect(await nameOf({}, 'members'), 'a list without a period').toBe('members-2026-11-27')
})

it('exports the log up to the entry that was newest at the start, unless the order is oldest first', async () => {
  for (const [order, upTo] of [
    [undefined, '999'],
    ['oldest', undefined],
  ] as const) {
    const { payloads, backoffice } = longList()
    await (await csvOf(backoffice, 'acts', order ? { order } : {})).text()
    expect(payloads.slice(1).every((payload) => payload.upTo === upTo)).toBe(true)
  }
})

it('prevents formulas in all cells, even in spreadsheets that separate cells with semicolons', () => {
  expect(toCsv([['=1+1', 'a; =HYPERLINK(1)', 'a; b']])).toBe("'=1+1,a; '=HYPERLINK(1),a; b\r\n")
  expect(toCsv([['a;"=1+1;b', 'a\n=1+1;b', 'a\t＝1', 'a-b; c']])).toBe(`"a;""'=1+1;b","a\n'=1+1;b",a\t'＝1,a-b; c\r\n`)
})

it('prevents spreadsheets from rounding account and phone numbers, but leaves amounts as numbers', () => {
  const numbers = ['110222333444', '00367901234567890323', '01012345678', '12e5']
  const others = [123_456_789_012, 123_456_789_012n, '0', '12345678901', '2.05', '010-1234']
  expect(toCsv([numbers], { isForReading: true })).toBe(`${numbers.map((number) => `'${number}`).join(',')}\r\n`)
  expect(toCsv([others], { isForReading: true })).toBe('123456789012,123456789012,0,12345678901,2.05,010-1234\r\n')
  expect(toCsv([numbers])).toBe(`${numbers.join(',')}\r\n`)
})
