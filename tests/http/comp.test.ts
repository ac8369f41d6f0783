import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { shortUpstreamTimeoutMs } from '../support/settings'
import { sharedForeignSite, sharedMember, sharedSite } from '../support/shared-site'
import { fieldOf, newMember, type PageResponse, type Visitor } from '../support/visitor'

async function moneyOf(member: Visitor): Promise<{ balance: number; rolling: number }> {
  const { balance, rolling } = (await member.call('get-in-game-balance', {})).json() as Record<string, number>
  return { balance: balance ?? Number.NaN, rolling: rolling ?? Number.NaN }
}

const pointsOf = (response: PageResponse) => fieldOf(response, 'points')

describe('comp money', () => {
  const site = sharedSite()
  const member = sharedMember(site)

  it('has a page that begins with what there is, and shows what it will be worth', async () => {
    const page = await member.get('/comp')
    expect(page.status).toBe(200)
    expect(page.text).toMatch(
      /보유 콤프50,000콤프전액.*전환할 내용.*지갑에 더해질 금액.*두 번 눌러도 한 번만 전환됩니다/,
    )
  })

  it('that is not there is no form, but the way to where it comes from', async () => {
    const newcomer = await newMember(site.base)
    const page = await newcomer.get('/comp')
    expect(page.page.querySelector('main [name=points]')).toBeNull()
    expect(page.text).toContain('전환할 콤프가 없습니다')
    const links = [...page.page.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(expect.arrayContaining(['/slot', '/user?tab=comp']))
    const refused = await newcomer.post('/comp', { points: '1', code: randomUUID() })
    expect([refused.status, pointsOf(refused).value]).toEqual([422, '1'])
  })

  it('of a part of one is refused in words', async () => {
    const response = await (await member.formOn('/comp', { points: '1.5' })).post()
    expect([response.status, pointsOf(response)]).toEqual([422, { value: '1.5', says: '1콤프 이상 입력해 주세요.' }])
  })

  it('of more than there is is refused at its field', async () => {
    const response = await (await member.formOn('/comp', { points: '50,001' })).post()
    expect([response.status, pointsOf(response).value]).toEqual([422, '50,001'])
    expect(pointsOf(response).says).toContain('콤프 머니가 모자랍니다')
    expect(await moneyOf(member)).toEqual({ balance: 1_000_000, rolling: 50_000 })
  })

  it('fills the field with all there is', async () => {
    const response = await (await member.formOn('/comp', { points: '1' })).post({ intent: 'all' })
    expect([response.status, pointsOf(response).value]).toEqual([200, '50,000'])
    expect(response.text).toContain('지갑에 더해질 금액50,000원')
  })

  it('becomes money once for one form, and says so on the same page', async () => {
    const form = await member.formOn('/comp', { points: '1,234' })
    const responses = await Promise.all([form.post(), form.post(), form.post(), form.post(), form.post()])
    expect(responses.map(({ status, location }) => [status, location])).toEqual(Array(5).fill([303, '/comp']))
    const page = await member.get('/comp')
    expect(page.text).toContain('콤프를 머니로 전환했습니다')
    expect(page.text).toContain('1,234원이 지갑에 더해졌습니다.')
    expect(pointsOf(page).value).toBe('')
    expect(await moneyOf(member)).toEqual({ balance: 1_001_234, rolling: 48_766 })
    expect((await form.post({ points: '5' })).status).toBe(409)
  })
})

describe('comp money with a foreign upstream', () => {
  const { site, upstream: foreign } = sharedForeignSite({ UPSTREAM_TIMEOUT_MS: `${shortUpstreamTimeoutMs}` })
  const member = sharedMember(site)
  afterEach(() => foreign.clearFaults())

  it('is requested with points and code alone, with one health check per page', async () => {
    // The first page of each process also learns that this upstream has no play limits.
    for (let process = 0; process < 2; process += 1) await member.get('/comp')
    foreign.calls.length = 0
    const form = await member.formOn('/comp', { points: '７' })
    const asked = foreign.calls.map(({ callName }) => callName).filter((name) => !/setting/.test(name))
    expect(asked).toEqual(['user-health-check'])
    expect((await form.post()).status).toBe(303)
    expect(foreign.callsOf('roll-to-balance').map(({ body }) => body)).toEqual([{ points: 7, code: form.fields.code }])

    foreign.calls.length = 0
    await (await member.formOn('/comp')).post({ intent: 'all' })
    expect(foreign.callsOf('user-health-check')).toHaveLength(2)
  })

  it('reports an exchange that failed, with a reference number', async () => {
    foreign.answer('roll-to-balance', { status: 'closed' })
    const response = await (await member.formOn('/comp', { points: '10' })).post()
    expect([response.status, pointsOf(response).value]).toEqual([409, '10'])
    expect(response.text).toMatch(/콤프를 전환하지 못했습니다.*문의 번호/)
  })

  it('keeps what was typed when the comp balance is unavailable', async () => {
    foreign.fail('user-health-check', { status: 500 })
    const response = await (await member.formOn('/comp', { points: '10' })).post({ intent: 'all' })
    expect([response.status, pointsOf(response).value]).toEqual([503, '10'])
  })
})
