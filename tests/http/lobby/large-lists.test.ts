import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedForeignSite } from '../../support/shared-site'
import { isReplicated } from '../../support/site'
import { signedIn, type Visitor } from '../../support/visitor'

/** An upstream whose lists are as large as a response may be: 4 MiB. */

const { site, upstream } = sharedForeignSite()
let member: Visitor
const providers = Array.from({ length: 45_000 }, (_, index) => ({
  code: `p${index}`,
  nameKo: `제공사 ${index}`,
  nameEn: `P ${index}`,
}))
const texts = Array.from({ length: 9_000 }, (_, index) => ({
  title: `제목 ${index}`,
  regDate: '2026-01-02T03:04:05Z',
  text: '글'.repeat(100),
}))

beforeAll(async () => {
  upstream.answer('get-casino-setting', { casiono: providers })
  upstream.answer('get-slot-setting', { slot: providers })
  upstream.answer('get-user-note', { note: texts.map((text, index) => ({ _id: index, ...text })) })
  upstream.answer('get-help-list', {
    helps: texts.map(({ text, ...item }, index) => ({ _id: index, ...item, contents: text })),
  })
  upstream.answer('get-user-notices', {
    notices: texts.map(({ text, ...item }, index) => ({ idx: index, ...item, contents: text })),
  })
  upstream.answer('get-notice-popup', {
    note: texts.map(({ text, title }, index) => ({ idx: index, title, contents: text })),
  })
  const payments = Array.from({ length: 9_000 }, (_, idx) => ({
    idx,
    name: `결제 ${idx}`,
    min: 10_000,
    max: 90_000,
    fee: 0,
  }))
  upstream.answer('get-deposit-payment', { payments })
  upstream.answer('get-withdrawal-payment', { payments })
  member = await signedIn(site.base)
})
beforeEach(() => {
  upstream.calls.length = 0
})

describe('a site with large lists', () => {
  // Each process has its own cache.
  it.skipIf(isReplicated)('requests the games of six providers on home, and of 114 others on /slot', async () => {
    const countCalls = () => upstream.callsOf('get-slot-by-company').length
    // On a slow machine, the first load of so many providers may time out.
    await expect.poll(async () => (await member.get('/slot?view=providers')).status).toBe(200)
    await member.get('/')
    expect(countCalls()).toBe(6)
    upstream.calls.length = 0
    const slot = await member.get('/slot')
    expect(countCalls()).toBe(114)
    // The row of providers above the games.
    expect(slot.page.querySelectorAll('main a[href^="/slot/game?code="]').length).toBe(16)
  })

  it('shows ten pop-ups on home, and fifty payment methods on the deposit form', async () => {
    const countOn = async (path: string, selector: string) =>
      (await member.get(path)).page.querySelectorAll(selector).length
    // On a slow machine, the first load of these lists may time out.
    await expect.poll(() => countOn('/', 'main form[action="/popup"]')).toBe(10)
    // The bank transfer is one more.
    expect(await countOn('/deposit', 'main input[name=idx]')).toBe(51)
  })

  it.each([
    ['/', 120],
    ['/slot', 200],
    ['/slot?q=제공사', 300],
    ['/note', 120],
    ['/deposit', 200],
  ] as const)('keeps %s within %i KiB', async (path, kibibytes) => {
    const response = await member.get(path)
    expect(response.status).toBe(200)
    expect(Buffer.byteLength(response.body)).toBeLessThan(kibibytes * 1024)
  })

  it('truncates a name of almost 1 MiB', async () => {
    const endless = '가'.repeat(300_000)
    upstream.answer('get-user-note', { note: [{ _id: 1, title: endless, regDate: '' }] })
    upstream.answer('user-health-check', { user: { userId: 'demo', nick: endless, bankname: endless } })
    for (const path of ['/note', '/withdraw', '/user?tab=history']) {
      const response = await member.get(path)
      expect(Buffer.byteLength(response.body), path).toBeLessThan(200 * 1024)
    }
  })
})
