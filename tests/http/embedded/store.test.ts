import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { databaseServerUrl } from '../../support/database'
import { sharedFolder } from '../../support/shared-folder'
import { type Site, startSite } from '../../support/site'
import { copyOf, signedIn, transactionsOf, type Visitor } from '../../support/visitor'

const dataDir = sharedFolder('kept')
let site: Site | undefined
afterAll(async () => {
  await site?.stop()
})

const checkSession = async (site: Site, browser: Visitor) =>
  (await copyOf(browser, site.base).call('user-health-check', {})).status

/** Only PGlite has a data folder; crowd.test.ts kills sites on a database. */
describe.skipIf(databaseServerUrl)('the data folder', () => {
  it('keeps acknowledged changes and ended sessions when the site is killed right after', async () => {
    site = await startSite({ DATA_DIR: dataDir, PLAY_APPROVAL_MS: '600000' })
    const depositor = await signedIn(site.base)
    const [changed, again] = [await signedIn(site.base), await signedIn(site.base, 'demo2', 'demo-5678')]
    const copies = [copyOf(changed), copyOf(again)]
    const exchange = { kind: 'exchange', pass: '2580', new_pass: '97531' }
    expect((await changed.call('change-password', exchange)).status).toBe(200)
    await again.post('/login', { id: 'demo2', pw: 'demo-5678' })
    for (const copy of copies) expect(await checkSession(site, copy)).toBe(401)
    const payload = { balance: 10_000, code: randomUUID() }
    const response = await depositor.call('apply-user-deposit', payload)
    await site.kill()
    expect(response.json()).toEqual({ status: 'success' })

    site = await startSite({ DATA_DIR: dataDir, PLAY_APPROVAL_MS: '0' })
    for (const copy of copies) expect(await checkSession(site, copy)).toBe(401)
    expect(await checkSession(site, changed)).toBe(200)
    const member = await signedIn(site.base)
    // Repeating the call with its code gets the same response and moves no money.
    expect((await member.call('apply-user-deposit', payload)).json()).toEqual({ status: 'success' })
    const { balances } = await transactionsOf(member, 'deposit')
    expect(balances.filter(({ status }) => status === 'wait')).toHaveLength(1)
  })
})
