import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sharedForeignSite } from '../support/shared-site'
import { fieldOf, normalizedText, type PageResponse, signedIn, type Visitor, visitor } from '../support/visitor'

/** An upstream whose money nobody can read: every page says that it is not known, and no action counts with it. */

const { site, upstream } = sharedForeignSite()
let member: Visitor

beforeAll(async () => {
  member = await signedIn(site.base)
})
afterEach(() => upstream.clearFaults())

const unreadable = '1,000,000 won'
const user = {
  userId: 'demo',
  nick: '데모',
  level: 1,
  bankname: '국민은행',
  bankOwner: '김데모',
  banknum: '123456789012',
}
const rowOf = (id: number, balance: unknown) => ({
  id,
  type: 'bank',
  balance,
  after: unreadable,
  regdate: new Date(Date.now() - id * 60_000).toISOString(),
  status: 'already',
})

function spoil(): void {
  const money = { balance: unreadable, in_balance: 5_000, rolling: unreadable }
  upstream.answer('user-health-check', { status: 'success', user: { ...user, ...money }, noteCount: 0, helpCount: 0 })
  upstream.answer('get-in-game-balance', { status: 'success', gameMoney: unreadable, balance: unreadable })
  upstream.answer('get-jackpot', { amount: unreadable, asOf: new Date().toISOString() })
  const list = { total: 2, sum: unreadable, balances: [rowOf(1, unreadable), rowOf(2, 50_000)] }
  for (const name of ['get-deposit-list', 'get-withdraw-list']) upstream.answer(name, list)
  upstream.answer('get-bets-list', {
    total: 2,
    bets: [
      { id: 1, balanceBet: unreadable, balanceWin: 0, betTime: rowOf(1, 0).regdate },
      { id: 2, balanceBet: 1_000, balanceWin: 7_000, betTime: rowOf(1, 0).regdate },
    ],
  })
  upstream.answer('get-comp-list', { total: 1, points: [{ id: 1, points: unreadable, regdate: rowOf(1, 0).regdate }] })
  for (const name of ['get-deposit-payment', 'get-withdrawal-payment'])
    upstream.answer(name, { payments: [{ idx: 3, name: '간편 결제', min: 'x', max: 'x', fee: 'x' }] })
}

/** The figures of a page's totals by their names. */
function totalsOf({ page }: PageResponse): Record<string, string> {
  const terms = [...page.querySelectorAll('section[aria-labelledby=sums] dt')]
  return Object.fromEntries(terms.map((term) => [normalizedText(term), normalizedText(term.nextElementSibling)]))
}

describe('money that can’t be read', () => {
  it('is – wherever it stands, and never 0', async () => {
    spoil()
    for (const path of [
      '/',
      '/deposit',
      '/withdraw',
      '/comp',
      '/user',
      '/user?tab=history',
      '/game?company=casino-1&code=casino-1',
    ]) {
      const response = await member.get(path)
      expect(response.status, path).toBe(200)
      for (const script of response.page.querySelectorAll('script')) script.remove()
      const text = normalizedText(response.page.body)
      expect(text, path).toContain('–')
      expect(text.match(/(?<![\d,])0원|NaN|null|[^\d,]0P/), path).toBeNull()
      expect(text, path).not.toContain(unreadable)
      // A screen reader says a word for the dash.
      expect(response.page.querySelector('[role=img][aria-label="알 수 없음"]')?.textContent, path).toBe('–')
    }
  })

  it('is in no total', async () => {
    spoil()
    const money = totalsOf(await member.get('/user?tab=history'))
    expect(
      Object.values(money).every((figure) => figure.startsWith('–')),
      JSON.stringify(money),
    ).toBe(true)
    const [staked, , result] = Object.values(totalsOf(await member.get('/user?tab=bets')))
    expect([staked?.charAt(0), result?.charAt(0)]).toEqual(['–', '–'])
  })

  it('is null in the API, where what is missing is left out', async () => {
    spoil()
    const { balance, gameMoney, rolling } = (await member.call('get-in-game-balance', {})).json() as Record<
      string,
      unknown
    >
    expect([balance, gameMoney, rolling]).toEqual([null, null, undefined])
  })

  it('lets the upstream judge a withdrawal, and fills in no amount for all of it', async () => {
    spoil()
    const form = await member.formOn('/withdraw', { balance: '10000', exchange_pw: '2580' })
    expect((await form.post({ intent: 'all' })).status).toBe(503)
    expect((await form.post()).status).toBe(303)
    expect(upstream.callsOf('apply-user-withdraw').at(-1)?.body).toMatchObject({ balance: 10_000 })
    spoil()
    const comp = await member.formOn('/comp', { points: '500' })
    expect((await comp.post({ intent: 'all' })).status).toBe(503)
    expect(fieldOf(await comp.post({ intent: 'all' }), 'points').value).not.toBe('0')
    expect((await comp.post()).status).toBe(303)
  })

  it('is said: a line of the log with the call and the field, and a metric, without the value or the member', async () => {
    spoil()
    await member.get('/withdraw')
    const lines = site
      .output()
      .split('\n')
      .filter((line) => line.includes('could not be read'))
    const line = lines.map((text) => JSON.parse(text)).find(({ segment }) => segment === 'get-in-game-balance')
    expect(line).toMatchObject({ fields: expect.arrayContaining(['balance', 'gameMoney']) })
    expect(lines.join('')).not.toMatch(/1,000,000|demo/)
    const metrics = await visitor(site.base).get('/metrics')
    expect(metrics.body).toMatch(/^madang_upstream_unreadable_money_total\{segment="user-health-check"\} [1-9]/m)
  })
})
