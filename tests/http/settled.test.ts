import { beforeEach, describe, expect, it } from 'vitest'
import { sharedForeignSite } from '../support/shared-site'
import { cookieHeader, copyOf, signedIn, type Visitor } from '../support/visitor'

const { site, upstream } = sharedForeignSite()
const at = () => new Date().toISOString()
const arrived = '50,000원이 들어왔습니다.'
let member: Visitor

/** A row of the deposits as the upstream lists it. */
function list(
  rows: { id?: string; balance?: number; status: string; regdate?: string; reason?: string; fee?: number }[],
) {
  const balances = rows.map((row) => ({ balance: 50_000, method: 'bank', regdate: at(), ...row }))
  upstream.answer('get-deposit-list', { total: balances.length, sum: 0, balances })
}

/** How often pages say that the deposit arrived. */
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
  it('is said once, on whatever page comes next, with the way to its receipt', async () => {
    list([{ id: '12', status: 'wait', regdate: '2026-03-02T03:00:00.000Z' }])
    expect((await member.get('/')).text).toContain('입금 50,000원')
    expect(await countArrivals(['/slot', '/notice'])).toBe(0)
    list([{ id: '12', status: 'already', regdate: '2026-03-02T03:00:00.000Z' }])
    const page = await member.get('/slot')
    const alert = [...page.page.querySelectorAll('main [role=status]')].find((one) =>
      one.textContent?.includes(arrived),
    )
    expect(alert?.querySelector('a')?.getAttribute('href')).toBe(
      '/user/receipt?kind=deposit&id=12&at=2026-03-02T03%3A00%3A00.000Z',
    )
    expect(await countArrivals(['/slot', '/', '/deposit'])).toBe(0)
  })

  it('says a cancelled one with its reason', async () => {
    list([{ id: '13', status: 'wait' }])
    await member.get('/deposit')
    list([{ id: '13', status: 'cansel', reason: '입금이 확인되지 않았습니다.' }])
    expect((await member.get('/notice')).text).toContain(
      '50,000원 입금 신청이 취소되었습니다. 입금이 확인되지 않았습니다.',
    )
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
    const told = 'di.15'
    expect(await countArrivals(['/slot'], { Cookie: `${cookieHeader(member)}; told=${told}` })).toBe(0)
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

  it('names a cancelled one by what was asked for, and an arrived one by what arrived', async () => {
    list([{ id: '18', status: 'wait', fee: 500 }])
    await member.get('/')
    list([{ id: '18', status: 'cansel', fee: 500 }])
    expect((await member.get('/notice')).text).toContain('50,000원 입금 신청이 취소되었습니다.')
    list([{ id: '19', status: 'wait', fee: 500 }])
    await member.get('/')
    list([{ id: '19', status: 'already', fee: 500 }])
    expect((await member.get('/notice')).text).toContain('49,500원이 들어왔습니다.')
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

  it('costs a page no call while nothing is under way', async () => {
    list([{ id: '17', status: 'already' }])
    await member.get('/')
    const before = upstream.callsOf('get-deposit-list').length
    await member.get('/slot')
    expect(upstream.callsOf('get-deposit-list')).toHaveLength(before)
  })
})
