import { beforeEach, describe, expect, it } from 'vitest'
import { hours } from '~/values/durations'
import { formatIdentity, joinEntries, parseIdentity, splitEntries } from '~/values/transaction'
import { sharedForeignSite } from '../../support/shared-site'
import {
  cookieHeader,
  copyOf,
  fieldOf,
  normalizedText,
  type PageResponse,
  signedIn,
  type Visitor,
  visitor,
} from '../../support/visitor'
import { inOrder, textOf, words } from '../../support/words'

/** Money of members as an upstream tells it: what was settled meanwhile, and what nobody can read. */

const { site, upstream } = sharedForeignSite()
const at = () => new Date().toISOString()
const arrived = textOf('tracker.deposit.done', { amount: '50,000원' })
let member: Visitor

function list(
  rows: { id?: string; balance?: number; status: string; regdate?: string; reason?: string; fee?: number }[],
) {
  const balances = rows.map((row) => ({ balance: 50_000, method: 'bank', regdate: at(), ...row }))
  upstream.answer('get-deposit-list', { total: balances.length, sum: 0, balances })
}

async function countArrivals(paths: readonly string[], headers: Record<string, string> = {}): Promise<number> {
  let count = 0
  for (const path of paths) count += (await member.get(path, headers)).body.includes(arrived) ? 1 : 0
  return count
}

beforeEach(async () => {
  upstream.reset()
  member = await signedIn(site.base)
})

describe('what was settled since the member’s last page', () => {
  it('is said once, on whatever page comes next, with the way to its receipt, and looked for no more', async () => {
    list([{ id: '12', status: 'wait', regdate: '2026-03-02T03:00:00.000Z' }])
    expect((await member.get('/')).text).toContain(`${words['transaction.deposit']} 50,000원`)
    expect(await countArrivals(['/slot', '/notice'])).toBe(0)
    list([{ id: '12', status: 'already', regdate: '2026-03-02T03:00:00.000Z' }])
    const page = await member.get('/slot')
    const alert = [...page.page.querySelectorAll('main [role=status]')].find((element) =>
      element.textContent?.includes(arrived),
    )
    expect(alert?.querySelector('a')?.getAttribute('href')).toBe(
      '/user/receipt?kind=deposit&id=12&at=2026-03-02T03%3A00%3A00.000Z',
    )
    expect(await countArrivals(['/slot', '/', '/deposit'])).toBe(0)
    // It was listed once more, but nothing is pending: a page costs no call.
    const before = upstream.callsOf('get-deposit-list').length
    await member.get('/slot')
    expect(upstream.callsOf('get-deposit-list')).toHaveLength(before)
  })

  it('is kept by answers that nobody may have seen: to a script, a prefetch, and where the list failed', async () => {
    list([{ id: '14', status: 'wait' }])
    await member.get('/')
    upstream.fail('get-deposit-list', { status: 500 })
    expect(await countArrivals(['/slot'])).toBe(0)
    upstream.clearFaults()
    list([{ id: '14', status: 'already' }])
    await member.get('/slot.data')
    await copyOf(member).send('HEAD', '/slot')
    await countArrivals(['/slot'], { 'Sec-Purpose': 'prefetch' })
    expect(await countArrivals(['/slot', '/slot'])).toBe(1)
  })

  it('is not said again where a script has told it', async () => {
    list([{ id: '15', status: 'wait', regdate: '2026-03-02T03:00:00.000Z' }])
    await member.get('/')
    list([{ id: '15', status: 'already', regdate: '2026-03-02T03:00:00.000Z' }])
    const announced = 'di.15'
    expect(await countArrivals(['/slot'], { Cookie: `${cookieHeader(member)}; announced=${announced}` })).toBe(0)
  })

  it('is remembered of the latest twelve, and of one that is listed nowhere for 13 hours', async () => {
    list(Array.from({ length: 15 }, (_, index) => ({ id: `${100 + index}`, status: 'wait' })))
    await member.get('/')
    // The member's tag stands before them.
    expect(splitEntries(member.cookies.get('followed'))).toHaveLength(1 + 12)

    const payer = await signedIn(site.base)
    list([])
    const form = await payer.formOn('/deposit', { balance: '50000', idx: '3' })
    expect((await form.post({ intent: 'deposit' })).status).toBe(303)
    const [tag = '', entry = ''] = splitEntries(payer.cookies.get('followed'))
    const sent = parseIdentity(entry)
    if (sent?.by !== 'sending') throw new Error(entry)
    const isFollowedAfter = async (passedMs: number) => {
      const old = formatIdentity({ ...sent, atMs: sent.atMs - passedMs })
      payer.cookies.set('followed', joinEntries([tag, old]))
      await payer.get('/notice')
      return splitEntries(payer.cookies.get('followed')).includes(old)
    }
    expect([await isFollowedAfter(hours(12.9)), await isFollowedAfter(hours(13))]).toEqual([true, false])
  })

  it('is nothing of another member of this browser', async () => {
    list([{ id: '16', status: 'wait' }])
    await member.get('/')
    await member.signIn('demo2', 'demo-5678')
    list([{ id: '16', status: 'already' }])
    expect(await countArrivals(['/slot', '/'])).toBe(0)
  })

  it('is said of a payment that was never shown waiting, and of one without an id', async () => {
    const form = await member.formOn('/deposit', { balance: '50000', idx: '3' })
    expect((await form.post({ intent: 'deposit' })).status).toBe(303)
    list([])
    expect(await countArrivals(['/slot'])).toBe(0)
    list([{ status: 'already' }])
    expect(await countArrivals(['/slot', '/'])).toBe(1)
  })

  it('tells deposits of one sum apart where the upstream has no ids', async () => {
    const [older, newer] = ['2026-03-02T03:00:00.000Z', '2026-03-02T04:00:00.000Z']
    const rows = (before: string, after: string) => [
      { status: after, regdate: newer },
      { status: before, regdate: older },
    ]
    list(rows('wait', 'already'))
    await member.get('/')
    expect(await countArrivals(['/slot', '/', '/notice'])).toBe(0)
    list(rows('already', 'already'))
    expect(await countArrivals(['/slot', '/', '/notice'])).toBe(1)
  })

  it('names a cancelled one by what was asked for, with its reason, and an arrived one by what arrived', async () => {
    list([{ id: '18', status: 'wait', fee: 500 }])
    await member.get('/')
    list([{ id: '18', status: 'cansel', fee: 500, reason: '입금이 확인되지 않았습니다.' }])
    expect((await member.get('/notice')).text).toContain(
      `${textOf('tracker.deposit.cancelled', { amount: '50,000원' })} 입금이 확인되지 않았습니다.`,
    )
    list([{ id: '19', status: 'wait', fee: 500 }])
    await member.get('/')
    list([{ id: '19', status: 'already', fee: 500 }])
    expect((await member.get('/notice')).text).toContain(textOf('tracker.deposit.done', { amount: '49,500원' }))
  })

  it('waits a second at most for a list that hangs, and says it on a later page', async () => {
    list([{ id: '20', status: 'wait' }])
    await member.get('/')
    list([{ id: '20', status: 'already' }])
    upstream.fail('get-deposit-list', 'hang', 1)
    const beganMs = performance.now()
    expect(await countArrivals(['/notice'])).toBe(0)
    expect(performance.now() - beganMs).toBeLessThan(4_000)
    expect(await countArrivals(['/notice'])).toBe(1)
  })
})

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
  upstream.answer('get-jackpot', { amount: unreadable })
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

function totalsOf({ page }: PageResponse): Record<string, string> {
  const terms = [...page.querySelectorAll('section[aria-labelledby=sums] dt')]
  return Object.fromEntries(terms.map((term) => [normalizedText(term), normalizedText(term.nextElementSibling)]))
}

const sentence = words['money.unreadable']

/** Every page shows 0 and says that it could not be read, and no action counts with it. */
describe('money that can’t be read', () => {
  beforeEach(spoil)

  it.each<[string, RegExp]>([
    ['/', inOrder(words['transaction.deposit'], words['status.done'], '0원')],
    ['/withdraw', inOrder(`${words['withdraw.available']}0원`)],
    ['/comp', new RegExp(`${words['comp.available']}0[^,\\d]`)],
    ['/user?tab=history', inOrder(words['transaction.deposit'], '0', words['pending.after'])],
    ['/game?company=casino-1&code=casino-1', inOrder(`${words['launch.money']}5,000원`)],
  ])('is 0 on %s (%s), with a sentence that it could not be read', async (path, shown) => {
    const response = await member.get(path)
    expect(response.status).toBe(200)
    for (const script of response.page.querySelectorAll('script')) script.remove()
    const text = normalizedText(response.page.body)
    expect(normalizedText(response.page.querySelector('main'))).toMatch(shown)
    expect(normalizedText(response.page.querySelector('main'))).toContain(sentence)
    expect(text.match(/NaN|null/)).toBeNull()
    expect(text).not.toContain(unreadable)
  })

  it('is 0 in strip, panel and jackpot, which say so, and in no sum of theirs', async () => {
    const { page } = await member.get('/user')
    expect(normalizedText(page.querySelector('header ~ section'))).toMatch(
      inOrder(`${words['strip.money']}5,000원`, sentence),
    )
    const panel = normalizedText(page.querySelector('aside'))
    expect(panel).toMatch(inOrder(`${words['strip.money']}5,000원`, sentence, '0'))
    // Of the jackpot home may still have the last figure.
    const home = async () => (await visitor(site.base).get('/')).text
    await expect.poll(home).toMatch(inOrder('0원', sentence))
  })

  it('is in no total, and leaves unknown what would need it', async () => {
    expect(totalsOf(await member.get('/user?tab=history'))).toEqual({
      [words['user.history.sum.deposits']]: '50,000원',
      [words['user.history.sum.withdrawals']]: '50,000원',
      [words['user.history.sum.net']]: '–',
    })
    expect(Object.values(totalsOf(await member.get('/user?tab=bets')))).toEqual(['1,000원', '7,000원', '–'])
    const file = await member.get('/user/history.csv?tab=money')
    expect(file.body).toMatch(/,0,0,[^\n]*\r\n/)
    expect(file.body.trimEnd().endsWith(`"${sentence}"`) || file.body.trimEnd().endsWith(sentence)).toBe(true)
  })

  it('is null in the API, where what is missing is left out', async () => {
    const { balance, gameMoney, rolling } = (await member.call('get-in-game-balance', {})).json() as Record<
      string,
      unknown
    >
    expect([balance, gameMoney, rolling]).toEqual([null, null, undefined])
  })

  it('lets the upstream judge a withdrawal, and fills in no amount for all of it', async () => {
    const form = await member.formOn('/withdraw', { balance: '10000', exchange_pw: '2580' })
    const all = await form.post({ intent: 'all' })
    expect([all.status, fieldOf(all, 'balance').value]).toEqual([502, '10,000'])
    expect(all.text).toContain(words['amount.allOf.unreadable'])
    expect((await form.post()).status).toBe(303)
    expect(upstream.callsOf('apply-user-withdraw').at(-1)?.body).toMatchObject({ balance: 10_000 })
    const comp = await member.formOn('/comp', { points: '500' })
    const allComp = await comp.post({ intent: 'all' })
    expect([allComp.status, fieldOf(allComp, 'points').value]).toEqual([502, '500'])
    expect((await comp.post()).status).toBe(303)
  })

  it('is said: a line of the log with the call and the field, and a metric, without the value or the member', async () => {
    await member.get('/withdraw')
    const lines = site
      .output()
      .split('\n')
      .filter((line) => line.includes('upstream sent unreadable money'))
    const line = lines.map((text) => JSON.parse(text)).find(({ segment }) => segment === 'get-in-game-balance')
    expect(line).toMatchObject({ fields: expect.arrayContaining(['balance', 'gameMoney']) })
    expect(lines.join('')).not.toMatch(/1,000,000|demo/)
    const metrics = await visitor(site.base).get('/metrics')
    expect(metrics.body).toMatch(/^madang_upstream_unreadable_money_total\{segment="user-health-check"\} [1-9]/m)
  })
})
