import { randomInt, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  preloadAxe,
  skipWithScript,
  test,
  variants,
} from '../../support/journey'
import { askBackoffice, type Site, startSite } from '../../support/site'
import { newMember, type Visitor } from '../../support/visitor'
import { wordsIn } from '../../support/words'

const words = wordsIn('backoffice', 'ko')
const ticked = (count: number, won: string) =>
  words['list.ticked']?.replace('{count}', `${count}`).replace('{won}', won) ?? ''

/** Texts and inputs of a page that are too narrow, as in a row that should have wrapped. */
const squeezed = (page: Page) =>
  page.locator('main :is(h1, h2, p, label, legend, code, button, [type=text], [name=code])').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { width, height } = element.getBoundingClientRect()
      const isSmall = element instanceof HTMLInputElement ? width < 80 : width < 48 && height > 60
      return isSmall && height > 0 && element.checkVisibility() ? [element.textContent || element.tagName] : []
    }),
  )

async function deposit(member: Visitor, ...amounts: string[]): Promise<void> {
  for (const balance of amounts)
    expect((await (await member.formOn('/deposit', { balance })).post()).status, balance).toBe(303)
}

/** Logs in with the token that the site created, or at another site with `own`. */
async function enter(page: Page, base = '', own?: string, name = 'owner'): Promise<void> {
  await page.goto(`${base}/backoffice`)
  await page.getByLabel(words['login.name'] ?? '').fill(name)
  const token = own ?? readFileSync(join(process.env.JOURNEYS_DATA ?? '', 'backoffice-token'), 'utf8').trim()
  await page.getByLabel(words['login.token'] ?? '', { exact: true }).fill(token)
  await page.getByRole('main').getByRole('button', { name: words['login.enter'] }).click()
  await expect(page.getByRole('heading', { level: 1, name: words['nav.today'] })).toBeVisible()
}

const newHolder = () => `김${[0, 1].map(() => String.fromCodePoint(0xac00 + randomInt(11_172))).join('')}`

/** Registers a member who shares no account holder with others, so that no preview asks whose deposit it is. */
const newStranger = (base: string) => newMember(base, { bankowner: newHolder() })

/** Opens a new member's deposits as the owner, at a site where a colleague also has a token. */
async function openBesideColleague(page: Page, base: string, token: string, ...amounts: string[]) {
  const member = await newStranger(base)
  await deposit(member, ...amounts)
  const name = `colleague-${Date.now()}`
  const made = await askBackoffice(base, token, 'make-token', { name, role: 'cashier' })
  const { token: theirs } = (await made.json()) as { token: string }
  await page.clock.install()
  await enter(page, base, token)
  await page.goto(`${base}/backoffice/waiting?kind=deposit&member=${member.id}`)
  const rows = page.locator('main tr[data-row]')
  return { member, name, theirs, rows, boxes: rows.getByRole('checkbox') }
}

test.describe('an operator using the back office in a browser', () => {
  test('opens a screen’s menu of further actions inside the screen, at every width', async ({ page, script }) => {
    skipWithScript(script)
    await enter(page)
    for (const screen of ['member?id=demo&lng=en', 'books?lng=en']) {
      await page.goto(`/backoffice/${screen}`)
      const menu = page.locator('main .menu').first()
      await menu.locator('summary').click()
      for (const width of variants([360, 1024], [768, 1280, 1440]).flat()) {
        await page.setViewportSize({ width, height: 800 })
        const box = await menu.locator('> div').boundingBox()
        expect([screen, width, (box?.x ?? -1) >= 0]).toEqual([screen, width, true])
        expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width)
        await expectNoHorizontalScroll(page)
      }
    }
  })

  test('reads a form error, a preview and the outcome, and unfolds a card @script', async ({ page, member }) => {
    await enter(page)
    await page.goto(`/backoffice/command/correct?member=${member.id}`)
    await page.getByLabel(words['field.account'] ?? '').selectOption('cash')
    await page.getByLabel(words['field.reason'] ?? '').fill('금액이 틀린 양식')
    for (const won of ['1.5', '1000']) {
      await page.getByLabel(words['field.won'] ?? '').fill(won)
      await page.getByRole('button', { name: words['form.rehearse'] }).click()
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
    }
    await page.getByRole('main').getByRole('button').click()
    await expect(page).toHaveURL(/&done$/)
    await page.goto('/backoffice/log')
    const row = page.locator('tbody tr').filter({ hasText: member.id }).first()
    const raw = row.getByRole('group').filter({ hasText: words['log.raw'] ?? '' })
    await raw.getByText(words['log.raw'] ?? '').click()
    await expect(raw).toContainText('금액이 틀린 양식')
    const [entry, whole] = [await raw.locator('summary').boundingBox(), await raw.getByRole('heading').boundingBox()]
    expect(whole?.y).toBeGreaterThanOrEqual((entry?.y ?? 0) + (entry?.height ?? 0) - 1)
    await expectNoHorizontalScroll(page)
  })

  test('sets up two-step login: a code to scan, a field, and codes in two columns, at every width @script', async ({
    page,
  }) => {
    const token = readFileSync(join(process.env.JOURNEYS_DATA ?? '', 'backoffice-token'), 'utf8').trim()
    const name = `scans-${Date.now()}`
    const made = await askBackoffice(new URL(test.info().project.use.baseURL ?? '').origin, token, 'make-token', {
      ...{ name, role: 'reader' },
    })
    await enter(page, '', ((await made.json()) as { token: string }).token, name)
    await page.goto('/backoffice/factor')
    await page.getByRole('button', { name: words['factor.begin'] }).click()
    const picture = page.getByRole('img', { name: words['factor.picture'] })
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      const box = await picture.boundingBox()
      expect([width, (box?.width ?? 0) >= 200, (box?.height ?? 0) >= 200]).toEqual([width, true, true])
      expect([width, await squeezed(page)]).toEqual([width, []])
    }
    await expectAccessible(page)
    const secret = (await page.locator('main code').textContent())?.replaceAll(' ', '') ?? ''
    await page.getByLabel(words['login.code'] ?? '').fill(new TOTP({ secret }).generate())
    await page.getByLabel(words['login.code'] ?? '').press('Enter')
    const codes = page.locator('main li code')
    await expect(codes).toHaveCount(10)
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      const [first, second, third] = await Promise.all([0, 1, 2].map((index) => codes.nth(index).boundingBox()))
      // The codes are below each other, each on one line.
      expect([second?.x, third?.x]).toEqual([first?.x, first?.x])
      expect((second?.y ?? 0) - (first?.y ?? 0)).toBeLessThan(2 * (first?.height ?? 0))
      expect([width, await squeezed(page)]).toEqual([width, []])
      await expectNoHorizontalScroll(page)
    }
    await askBackoffice(new URL(page.url()).origin, token, 'end-token', { name })
  })

  test('confirms a full-page preview with Enter, and returns to a notice of the result', async ({ page, member }) => {
    await enter(page)
    await page.goto(`/backoffice/member?id=${member.id}`)
    await page.getByLabel(words['command.add-internal-note'] ?? '').fill('called back')
    await page.getByRole('button', { name: words['member.save'] }).first().click()
    await expect(page.getByRole('blockquote')).toContainText('called back')
    await page.getByRole('link', { name: words['command.note'], exact: true }).click()
    await page.getByLabel(words['field.title'] ?? '').fill('called back')
    await page.getByLabel(words['field.contents'] ?? '').fill('called back')
    await page.getByRole('button', { name: words['form.rehearse'] }).click()
    await expect(page.getByText(words['rehearsal.text'] ?? '')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: member.id })).toBeVisible()
    const command = words['command.note'] ?? ''
    await expect(page.locator('[data-done]')).toContainText(words['done.title']?.replace('{{command}}', command) ?? '')
    expect(
      await page
        .getByRole('main')
        .getByRole('link')
        .evaluateAll((links) => links.filter((link) => (link as HTMLAnchorElement).href.includes('done%3D')).length),
    ).toBe(0)
  })

  test.describe('with automatic approval turned off', () => {
    const token = 'a-token-of-the-back-office-for-this-journey'
    let site: Site
    test.beforeAll(async () => {
      site = await startSite({ PLAY_APPROVAL_MS: '0', BACKOFFICE_TOKEN: token })
    })
    test.afterAll(() => site?.stop())

    test('reads every screen at every width, also with long words, and checks approvals @script', async ({ page }) => {
      const backoffice = (command: string, payload: object) => askBackoffice(site.base, token, command, payload)
      const member = await newMember(site.base, {
        nick: '가나다라마바사아자차카타파하거',
        banknumber: '12345678901234567890',
      })
      const wide = 'W'.repeat(15)
      await newMember(site.base, { id: wide.toLowerCase(), nick: wide, bankowner: wide })
      const long = 'Wehavenotfoundyourtransferonourstatement'
      await deposit(member, '10000', '12340000', '98760000')
      const asked = await backoffice('movements', { kind: 'deposit', member: member.id })
      const [first, second, third] = ((await asked.json()) as { rows: { id: string }[] }).rows
      const cancelled = {
        kind: 'deposit',
        id: first?.id,
        tell: `${long}, ${'so please send us the receipt. '.repeat(4)}`,
      }
      await backoffice('cancel', cancelled)
      const approved = { kind: 'deposit', id: second?.id, requestId: 'an-id-of-one-approval' }
      await backoffice('approve', approved)
      expect((await backoffice('cancel', { ...cancelled, tell: long })).status).toBe(409)
      expect((await backoffice('approve', { ...approved, id: third?.id })).status).toBe(409)
      await deposit(member, '10000', '20000')
      await member.call('user-write-help', { title: `${long}${long}`, contents: long.repeat(4) })
      await backoffice('change-member', { member: member.id, phone: '01098765432', reason: long })
      await backoffice('add-notice', { place: 'list', title: `${long}${long}`, contents: long.repeat(4) })
      await backoffice('make-token', { name: 'a-name-of-32-characters-in-token', role: 'cashier' })
      await enter(page, site.base, token)

      await page.goto(`${site.base}/backoffice/waiting?kind=deposit&member=${member.id}`)
      const [all, one] = [
        page.getByRole('checkbox', { name: words['list.pick.all'] }),
        page.locator('input[name=id]').first(),
      ]
      await all.check()
      await page.getByRole('link', { name: words['list.untick'] }).click()
      await expect(all).toBeFocused()
      await expect(one).not.toBeChecked()
      await all.check()
      await expect(page.getByText(ticked(3, '98,790,000'))).toBeVisible()
      await one.uncheck()
      await expect(page.getByText(ticked(2, '30,000'))).toBeVisible()
      await one.check()
      await page.getByRole('button', { name: words['command.approve.deposit'], exact: true }).click()
      // The preview of several rows also leaves out an unticked row.
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(ticked(3, '98,790,000'))).toBeVisible()
      const balances = dialog.locator('[data-balance]')
      await expect(balances).toHaveText([/^12,340,000.+→ 111,100,000/, /→ 111,110,000/, /→ 111,130,000/])
      await dialog.locator('input[name=id]').first().uncheck()
      await expect(dialog.getByText(ticked(2, '30,000'))).toBeVisible()
      await expect(balances).toHaveText([/^12,340,000[^→]+$/, /^12,340,000.+→ 12,350,000/, /→ 12,370,000/])
      await expectAccessible(page)
      await backoffice('restrict', { member: member.id, exclude: '5y', reason: 'requested by letter' })

      /** One of each layout; in `npm run test:all` every screen. */
      const screens = variants(
        [
          ...[
            '',
            '/waiting?state=all',
            `/member?id=${member.id}`,
            '/inquiries?id=1',
            '/content',
            '/setup',
            '/people',
            '/books',
          ],
          ...['/log', `/command/movement?number=${second?.id}`, '/command/change-member?member=demo'],
          ...['/member', `/member?id=${wide.toLowerCase()}`],
        ],
        [
          ...['/waiting', '/waiting?kind=withdrawal&tick', '/member?id=demo', '/inquiries?state=all'],
          ...['/log?all', '/factor', '/command/audit', '/command/linked-accounts', '/command/correct'],
          ...['/command/export', '/command/nothing'],
        ],
      ).flat()
      await preloadAxe(page)
      for (const [index, screen] of screens.entries()) {
        await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'dark' : 'light' })
        const lng = index % 4 < 3 ? 'en' : 'ko'
        await page.goto(`${site.base}/backoffice${screen}${screen.includes('?') ? '&' : '?'}lng=${lng}`)
        for (const width of variants([320, 1024, 1440], [360, 768, 1280]).flat()) {
          await page.setViewportSize({ width, height: 800 })
          const sideways = await page
            .locator('html, .scroll, .lead')
            .evaluateAll((boxes) => boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
          expect([width, screen, Math.max(...sideways), await squeezed(page)]).toEqual([width, screen, 0, []])
        }
        await page.setViewportSize({ width: index % 2 === 0 ? 320 : 1440, height: 800 })
        await expectAccessible(page)
      }
    })

    test('approves and claims over the list with Enter, ignores a held key, and goes to the next row @script', async ({
      page,
    }) => {
      const member = await newStranger(site.base)
      await deposit(member, '10000', '20000', '30000', '40000')
      await page.setViewportSize({ width: 1440, height: 900 })
      await enter(page, site.base, token)
      await page.goto(`${site.base}/backoffice/waiting?kind=deposit&member=${member.id}`)
      const address = page.url()
      const dialog = page.getByRole('dialog')
      const confirm = dialog.getByRole('button')
      const rows = page.locator('main tr[data-row]')
      const first = (command: string) => rows.first().getByRole('link', { name: words[command], exact: true })
      await first('command.approve').focus()
      await page.keyboard.down('Enter')
      await expect(confirm).toBeFocused()
      await page.keyboard.down('Enter')
      await expect(dialog).toContainText(words['field.bank.deposit'] ?? '')
      await expectAccessible(page)
      await page.keyboard.up('Enter')
      await page.keyboard.press('Escape')
      for (const left of [3, 2]) {
        await expect(first('command.approve')).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(confirm).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(rows).toHaveCount(left)
      }
      // A claim needs no preview and moves no column; the focus stays on its row.
      const claim = (command: string) => rows.first().getByRole('button', { name: words[command], exact: true })
      const columns = () =>
        rows
          .first()
          .locator('td')
          .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x))
      const before = await columns()
      await claim('command.claim').press('Enter')
      await expect(claim('command.release')).toBeFocused()
      expect(await columns()).toEqual(before)
      // On a payment's page, the preview opens as a dialog, and the page then shows the new state.
      await page.goto(`${site.base}/backoffice/waiting?kind=deposit&member=${member.id}`)
      await page.getByRole('main').locator('td a[href*="movement?number="]').last().click()
      await page.getByRole('link', { name: words['command.approve'], exact: true }).press('Enter')
      await expect(confirm).toBeFocused()
      await page.keyboard.press('Escape')
      for (const command of ['command.claim', 'command.release'])
        await page.getByRole('button', { name: words[command], exact: true }).press('Enter')
      await expect(page.getByRole('button', { name: words['command.claim'], exact: true })).toBeVisible()
      await page.goto(address)
      await page.getByRole('checkbox', { name: words['list.pick.all'] }).check()
      await page.getByRole('button', { name: words['command.approve.deposit'], exact: true }).click()
      await expect(confirm).toBeFocused()
      // A row left out of the preview is no longer ticked; otherwise the next press would approve it.
      await dialog.locator('input[name=id]').last().uncheck()
      await confirm.press('Enter')
      await expect(rows).toHaveCount(1)
      await expect(rows.getByRole('checkbox')).not.toBeChecked()
      expect(page.url()).toBe(address)
    })

    test('leaves a preview with Enter while a member with the same holder waits for the same amount @script', async ({
      page,
    }) => {
      const bankowner = newHolder()
      const [member, other] = [await newMember(site.base, { bankowner }), await newMember(site.base, { bankowner })]
      for (const one of [member, other]) await deposit(one, '10000')
      // Shares only the network.
      await newStranger(site.base)
      await enter(page, site.base, token)
      await page.goto(`${site.base}/backoffice/waiting?kind=deposit&name=${bankowner}`)
      const same = `${words['share.holder']}, ${words['share.amount']}`
      await expect(page.locator('main tr[data-row]').filter({ hasText: same })).toHaveCount(2)
      await page.goto(`${site.base}/backoffice/waiting?kind=deposit&member=${member.id}`)
      const rows = page.locator('main tr[data-row]')
      const dialog = page.getByRole('dialog')
      await rows.getByRole('checkbox').check()
      await expect(page.getByText(words['list.ticked.flagged']?.replace('{{count}}', '1') ?? '')).toBeVisible()
      await rows.getByRole('checkbox').uncheck()
      await rows.getByRole('link', { name: words['command.approve'], exact: true }).press('Enter')
      await expect(dialog).toContainText(words['approve.similar']?.replace('{{member}}', other.id) ?? '')
      // What the approval doesn't change is not shown as changed, as a list of raw fields.
      await expect(dialog).not.toContainText(words['field.sharedCount'] ?? '')
      await expect(dialog.getByRole('link', { name: words['form.leave'] })).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(rows).toHaveCount(1)
    })

    test('credits another amount with Enter, after a preview, with all of its short form in view @script', async ({
      page,
    }) => {
      const member = await newStranger(site.base)
      await deposit(member, '20000')
      await enter(page, site.base, token)
      for (const [width, height] of [
        [1440, 900],
        [360, 800],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.goto(`${site.base}/backoffice/waiting?kind=deposit&member=${member.id}`)
        const menu = page.locator('main tr[data-row] .menu')
        await menu.locator('summary').click()
        await menu.getByRole('link', { name: words['command.credit'] }).click()
        const dialog = page.getByRole('dialog')
        const amount = dialog.getByRole('textbox', { name: words['field.won.credit'] })
        await expect(amount).toBeFocused()
        await expect(menu.locator('summary + div')).toBeHidden()
        await page.keyboard.type('20,000')
        await page.keyboard.press('Enter')
        await expect(dialog).toContainText(words['an amount other than the requested one'] ?? '')
        await expect(amount).toBeFocused()
        await amount.fill('18000')
        const message = words['credit.tell']?.replace('{{requested}}', '20,000원').replace('{{credited}}', '18,000원')
        await expect(dialog.getByLabel(words['field.tell'] ?? '')).toHaveValue(message ?? '')
        expect(await dialog.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
        await expect(dialog.getByRole('button', { name: words['form.rehearse'] })).toBeInViewport({ ratio: 1 })
        await expectAccessible(page)
      }
      await page.getByRole('textbox', { name: words['field.won.credit'] }).press('Enter')
      const doing = words['rehearsal.do']?.replace('{{command}}', words['command.credit'] ?? '') ?? ''
      await expect(page.getByRole('dialog').getByRole('button', { name: doing })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.locator('.result')).toContainText('20,000 → 18,000 (-2,000)')
    })

    test('opens a row’s request with Enter, and pays a withdrawal in a dialog only after claiming it @script', async ({
      page,
    }) => {
      const member = await newStranger(site.base)
      for (const won of [50_000, 30_000]) {
        const correction = { member: member.id, account: 'cash', won, reason: 'a test' }
        await askBackoffice(site.base, token, 'correct', correction)
        await askBackoffice(site.base, token, 'pay-out', { member: member.id, reason: 'a test' })
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await enter(page, site.base, token)
      const list = `${site.base}/backoffice/waiting?kind=withdrawal&member=${member.id}`
      for (const keys of ['j', 'jx']) {
        await page.goto(list)
        for (const key of keys) await page.keyboard.press(key)
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/\/command\/movement\?number=/)
      }
      await page.goto(list)
      const [dialog, rows] = [page.getByRole('dialog'), page.locator('main tr[data-row]')]
      const heights = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
      const before = await heights()
      const action = (key: string) => rows.first().getByRole('link', { name: words[key], exact: true })
      const send = words['approve.send']?.split('}} ').at(-1) ?? ''
      await action('claim.pay.short').press('Enter')
      const claim = dialog.getByRole('button', { name: words['claim.pay'] })
      await expect(claim).toBeFocused()
      await expect(dialog).not.toContainText(send)
      await page.keyboard.press('Enter')
      await expect(dialog).toContainText(send)
      // A second Enter must not confirm a payment that nobody has sent yet.
      await expect(dialog.locator('.pay')).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(rows.first().getByRole('button', { name: words['command.release'] })).toBeVisible()
      await expect(action('approve.sent')).toBeFocused()
      const [first = 0, ...others] = await heights()
      expect(others, 'a claim changes no other row').toEqual(before.slice(1))
      expect(first, 'its mark takes one line at most').toBeLessThan((before[0] ?? 0) + 24)
      await action('approve.sent').press('Enter')
      await dialog.getByRole('button', { name: words['approve.sent'] }).click()
      await expect(rows).toHaveCount(1)
    })

    test('sees that a bulk approval is running and its progress, and sends it once @script', async ({ page }) => {
      const member = await newStranger(site.base)
      await deposit(member, '10000', '20000')
      await enter(page, site.base, token)
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      let sent = 0
      // An open page may still send a request before interception takes effect.
      await page.route('**/backoffice/progress?*', (route) => route.fulfill({ json: { done: 1 } }))
      await page.route('**/backoffice/command/approve', async (route) => {
        if (route.request().postData()?.includes('confirm=')) {
          sent += 1
          await released
        }
        await route.continue()
      })
      await page.goto(`${site.base}/backoffice/waiting?kind=deposit&member=${member.id}&tick`)
      await page.getByRole('button', { name: words['command.approve.deposit'], exact: true }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('button')).toBeFocused()
      await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(3)
      await page.keyboard.press('Enter')
      const working = dialog.getByRole('button', { name: `${words['form.working']} 1 / 2` })
      await working.click()
      release()
      await expect(dialog).toBeHidden()
      expect(sent).toBe(1)
      // The settled rows are no longer ticked, so another filter leaves none out.
      const reset = page.getByRole('link', { name: words['list.reset'], exact: true })
      await reset.click()
      await expect(reset).toBeHidden()
      const message = page.locator('.result')
      await expect(message).toBeAttached()
      await expect(message.locator('[data-kind=lost]')).toHaveCount(0)
    })

    test('adds a ready-made text in place, and replaces it with another @script', async ({ page }) => {
      const member = await newStranger(site.base)
      await deposit(member, '10000')
      await enter(page, site.base, token)
      await page.goto(`${site.base}/backoffice/waiting?kind=deposit&member=${member.id}`)
      const menu = page.locator('main tr[data-row] .menu')
      await menu.locator('summary').click()
      await menu.getByRole('link', { name: words['command.cancel'], exact: true }).click()
      const dialog = page.getByRole('dialog')
      const message = dialog.getByLabel(words['field.tell'] ?? '')
      const reason = dialog.getByLabel(words['field.reason.cancel'] ?? '')
      await reason.fill('another holder')
      await message.fill('Sorry.')
      for (const index of [0, 1, 1]) {
        await dialog.locator('button[name=template]').nth(index).click()
        await expect(message).toHaveValue(`Sorry. ${words[`phrase.deposit.${index}`]}`)
      }
      await expect(reason).toHaveValue('another holder')
      await message.press('Control+Enter')
      await expect(dialog).toBeHidden()
      await expect(page.locator('.result [data-kind=done]')).toContainText(words['command.cancel.deposit.one'] ?? '')
      const of = { kind: 'deposit', state: 'all', member: member.id }
      const listed = await (await askBackoffice(site.base, token, 'movements', of)).json()
      expect((listed as { rows: { told: string }[] }).rows[0]?.told).toBe(`Sorry. ${words['phrase.deposit.1']}`)
    })

    test('opens the pressed command as a page when its dialog can’t load @script', async ({ page }) => {
      const member = await newStranger(site.base)
      await deposit(member, '10000')
      await enter(page, site.base, token)
      await page.route(/\/command\/(?:cancel|send-account)/, (route) =>
        route.request().isNavigationRequest() ? route.continue() : route.abort(),
      )
      await askBackoffice(site.base, token, 'add-pay-account', {
        bank: '국민은행',
        number: '110-222-333',
        holder: '마당',
      })
      await member.call('user-ask-account', {})
      for (const command of ['cancel', 'send-account']) {
        await page.goto(`${site.base}/backoffice/waiting?kind=deposit&member=${member.id}&tick`)
        await page
          .locator('.sticky')
          .getByRole('button', {
            name: words[`command.${command}.deposit`] ?? words[`command.${command}`],
            exact: true,
          })
          .click()
        await expect(page).toHaveURL(new RegExp(`/command/${command}`))
      }
    })

    test('closes every menu with Escape or a click beside it, and opens a row’s approval with a key @script', async ({
      page,
    }) => {
      await deposit(await newStranger(site.base), '10000')
      await enter(page, site.base, token)
      await page.goto(`${site.base}/backoffice/waiting?kind=deposit`)
      const menus = page.locator(':is(.menu, .filters):has(> summary:visible)')
      const open = page.locator(':is(.menu, .filters)[open]')
      expect(await menus.count()).toBeGreaterThan(3)
      for (const index of [0, (await menus.count()) - 1, 1, 2]) {
        const summary = menus.nth(index).locator('summary')
        await summary.click()
        await expect(open).toHaveCount(1)
        await page.keyboard.press('Escape')
        await expect(open).toHaveCount(0)
        await expect(summary).toBeFocused()
        await summary.click()
        await expect(open).toHaveCount(1)
        await page.locator('main').click({ position: { x: 2, y: 2 } })
        await expect(open).toHaveCount(0)
      }
      // Without a focused row, the key only moves to the first one. Enter does nothing until its preview has loaded.
      await page.reload()
      const rows = page.locator('main tr[data-row]')
      let load = () => {}
      const isPressed = new Promise<void>((resolve) => {
        load = resolve
      })
      await page.route('**/command/approve?*', async (route) => {
        await isPressed
        await route.continue()
      })
      await page.keyboard.press('a')
      await expect(rows.first().getByRole('checkbox')).toBeFocused()
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.keyboard.press('a')
      await page.keyboard.press('Enter')
      load()
      await expect(page.getByRole('dialog').getByRole('button')).toBeFocused()
      await expect(page).toHaveURL(/\/waiting\?/)
    })

    test('sees a colleague’s claim beside a ticked row, and the next request after a lost race @script', async ({
      page,
    }) => {
      const opened = await openBesideColleague(page, site.base, token, '10000', '20000', '30000')
      const { name, theirs, rows, boxes } = opened
      const claim = async (index: number) => {
        const payload = { kind: 'deposit', id: await boxes.nth(index).getAttribute('value') }
        expect((await askBackoffice(site.base, theirs, 'claim', payload)).status).toBe(200)
      }
      await boxes.first().check()
      await claim(0)
      await page.clock.fastForward(20_000)
      await expect(rows.first()).toContainText(name)
      await expect(boxes.first()).toBeChecked()
      await expect(rows.first().getByRole('link', { name: words['claim.take'] })).toBeVisible()
      await expect(rows.first().getByRole('link', { name: words['command.approve'], exact: true })).toHaveCount(0)
      await boxes.first().uncheck()
      await claim(1)
      await rows.nth(1).getByRole('button', { name: words['command.claim'], exact: true }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('alert')).toContainText(name)
      const next = (words['claim.another'] ?? '').replace('{{number}}', '')
      await dialog.getByRole('link', { name: next }).click()
      await expect(dialog.getByRole('button').first()).toBeFocused()
      await expect(dialog).toContainText('30,000')
    })

    test('keeps a row settled by a colleague in place, inert, and the focus in its row @script', async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      const opened = await openBesideColleague(page, site.base, token, '10000', '20000', '30000')
      const { name, theirs, rows, boxes } = opened
      const by = async (command: string, index: number) => {
        const payload = { kind: 'deposit', id: await rows.nth(index).getAttribute('data-row') }
        expect((await askBackoffice(site.base, theirs, command, payload)).status).toBe(200)
      }
      const renew = () => page.clock.fastForward(20_000)
      const approve = page
        .locator('.sticky')
        .getByRole('button', { name: words['command.approve.deposit'], exact: true })
      await expect(approve).toBeDisabled()
      await page.keyboard.press('j')
      // In a row without a tick, the focus stays in the row although its control is gone.
      await rows.nth(1).getByRole('link', { name: words['command.approve'], exact: true }).click()
      await expect(page.getByRole('dialog').getByRole('button')).toBeFocused()
      await page.keyboard.press('Escape')
      await by('claim', 1)
      await renew()
      await expect(boxes.nth(1)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/command\/movement\?number=/)
      await expect(page.getByRole('main')).toContainText('20,000')
      await page.goBack()
      await boxes.first().check()
      await boxes.nth(2).check()
      await expect(page.getByText(ticked(2, '40,000'))).toBeVisible()
      await by('approve', 0)
      await renew()
      const ended = rows.first()
      await expect(ended).toContainText(`${words['state.already']} ·\u00a0${name} ·\u00a0`)
      await expect(ended.getByRole('checkbox')).toHaveCount(0)
      await expect(ended.getByRole('button')).toHaveCount(0)
      await expect(page.getByText(ticked(1, '30,000'))).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('main').getByRole('button', { name: words['list.refresh'] }).click()
      await expect(rows).toHaveCount(2)
      await expect(boxes.nth(1)).toBeChecked()
    })

    test('says on the first page who has settled a payment whose row is still there @script', async ({ page }) => {
      const { name, theirs, rows } = await openBesideColleague(page, site.base, token, '10000')
      const id = await rows.getAttribute('data-row')
      await page.goto(`${site.base}/backoffice`)
      const row = page.locator(`[data-row="deposit-${id}"]`)
      await row.getByRole('link').first().focus()
      expect((await askBackoffice(site.base, theirs, 'approve', { kind: 'deposit', id })).status).toBe(200)
      await page.clock.fastForward(20_000)
      await expect(row).toContainText(`${words['state.already']} ·\u00a0${name} ·\u00a0`)
      await expect(row.getByRole('button')).toHaveCount(0)
      await expectAccessible(page)
      await page.locator('main').click({ position: { x: 2, y: 2 } })
      await page.clock.fastForward(20_000)
      await expect(row).toHaveCount(0)
    })

    test('keeps an unticked row and a typed amount in a dialog checked again, and shows changes @script', async ({
      page,
    }) => {
      const amounts = ['10000', '20000', '30000', '40000']
      const { name, theirs, rows } = await openBesideColleague(page, site.base, token, ...amounts)
      const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row') ?? ''))
      const byThem = async (command: string, at: number) => {
        const request = { kind: 'deposit', id: ids[at] }
        expect((await askBackoffice(site.base, theirs, command, request)).status).toBe(200)
        await page.clock.fastForward(20_000)
      }
      const dialog = page.getByRole('dialog')
      const checkAgain = dialog.getByRole('button', { name: words['preview.refresh'] })
      await page.getByRole('checkbox', { name: words['list.pick.all'] }).check()
      await page.locator('.sticky').getByRole('button', { name: words['command.approve.deposit'], exact: true }).click()
      const box = dialog.locator(`input[name=id][value="${ids[2]}"]`)
      await box.uncheck()
      await expect(dialog.getByText(ticked(3, '70,000'))).toBeVisible()
      await byThem('claim', 0)
      await expect(dialog.getByRole('alert')).toContainText(name)
      await expect(dialog.getByRole('row').filter({ hasText: name }).getByRole('checkbox')).not.toBeChecked()
      await expect(dialog.getByText(ticked(2, '60,000'))).toBeVisible()
      await byThem('claim', 1)
      await expect(dialog.getByRole('alert')).toContainText(new RegExp(`${name}[^]*${name}`))
      await checkAgain.click()
      await expect(dialog.getByRole('alert')).toBeHidden()
      await expect(box).not.toBeChecked()
      await expect(dialog.getByText(ticked(1, '40,000'))).toBeVisible()
      await expect(dialog.locator('[data-balance]')).toHaveText([/^[^→]+$/, /→/])
      await page.keyboard.press('Escape')

      const menu = rows.nth(3).locator('.menu')
      await menu.locator('summary').click()
      await menu.getByRole('link', { name: words['command.credit'] }).click()
      await dialog.getByRole('textbox', { name: words['field.won.credit'] }).fill('38000')
      const result = dialog.getByRole('status')
      const text = (await result.textContent()) ?? ''
      expect(text).toContain('38,000')
      await byThem('claim', 3)
      await expect(dialog.getByRole('alert')).toContainText(name)
      await byThem('release', 3)
      await expect(dialog.getByRole('alert')).toContainText(words['preview.changed'] ?? '')
      await checkAgain.click()
      await expect(dialog.getByRole('alert')).toBeHidden()
      await expect(result).toHaveText(text)
    })

    test('keeps ticks while sorting, says how many a filter leaves out, and ticks a range with Shift @script', async ({
      page,
    }) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      const { rows, boxes } = await openBesideColleague(page, site.base, token, '10000', '20000', '30000', '40000')
      await boxes.nth(1).click()
      await boxes.nth(3).click({ modifiers: ['Shift'] })
      await expect(page.getByText(ticked(3, '90,000'))).toBeVisible()
      await page.getByRole('columnheader', { name: words['field.won'] }).getByRole('link').click()
      await expect(page.getByText(ticked(3, '90,000'))).toBeVisible()
      await expect(boxes.last()).not.toBeChecked()
      await page.goto(`${page.url()}&atLeast=30000`)
      await expect(boxes.first()).not.toBeChecked()
      await page.goBack()
      const [message, all] = [page.locator('.result'), page.getByRole('checkbox', { name: words['list.pick.all'] })]
      await all.check()
      // The box for all rows is not a row, so no row is missing after the list has been refreshed.
      await rows.last().getByRole('button', { name: words['command.claim'] }).click()
      await expect(rows.last().getByRole('button', { name: words['command.release'] })).toBeFocused()
      await expect(all).toBeChecked()
      await expect(message.locator('[data-kind=lost]')).toHaveCount(0)
      const { number } = await boxes.first().evaluate(({ dataset }) => ({ ...dataset }))
      await page.getByText(words['list.filters'] ?? '', { exact: true }).click()
      await page.getByLabel(words['field.atMost'] ?? '').fill('30000')
      await page.getByRole('button', { name: words['form.show'], exact: true }).click()
      const lost = words['list.lost']?.replace('{{count}}', '1')
      await expect(message).toContainText(`${lost}: ${number}`)
    })

    test('sees on every page that a colleague took over a claim, until the message is closed @script', async ({
      page,
    }) => {
      const { name, theirs, rows } = await openBesideColleague(page, site.base, token, '10000')
      await rows.getByRole('button', { name: words['command.claim'], exact: true }).click()
      await expect(rows.getByRole('button', { name: words['command.release'], exact: true })).toBeFocused()
      const payload = { kind: 'deposit', id: await rows.getAttribute('data-row'), reason: '교대' }
      expect((await askBackoffice(site.base, theirs, 'claim', payload)).status).toBe(200)
      await page.clock.fastForward(20_000)
      const message = page.locator('.result').filter({ hasText: `${name}님이` })
      await expect(message).toContainText('교대')
      await expect(rows.getByRole('link', { name: words['claim.take'] })).toBeVisible()
      await page.getByText(words['list.filters'] ?? '', { exact: true }).click()
      await expect(message).toBeVisible()
      await page.goto(`${site.base}/backoffice/log`)
      const elsewhere = await page.context().newPage()
      await elsewhere.goto(`${site.base}/backoffice/log`)
      const copy = elsewhere.locator('.result').filter({ hasText: `${name}님이` })
      await expect(copy).toBeVisible()
      const closed = page.waitForResponse(/\/backoffice\/taken$/)
      await message.getByRole('button', { name: words['keys.close'] }).click()
      await expect(message).toBeHidden()
      await closed
      await page.reload()
      await expect(message).toBeHidden()
      await elsewhere.reload()
      await expect(copy).toBeHidden()
      expect((await askBackoffice(site.base, theirs, 'release', payload)).status).toBe(200)
      expect((await askBackoffice(site.base, token, 'claim', payload)).status).toBe(200)
      expect((await askBackoffice(site.base, theirs, 'claim', payload)).status).toBe(200)
      await page.clock.fastForward(20_000)
      await expect(message).toBeVisible()
      // The message about a claim ends when the claim is taken back.
      expect((await askBackoffice(site.base, token, 'claim', payload)).status).toBe(200)
      await page.clock.fastForward(20_000)
      await expect(message).toBeHidden()
    })
  })

  test.describe('with two people for large sums', () => {
    let site: Site
    const token = 'test-backoffice-secret-0123456789'
    test.beforeAll(async () => {
      const own = { BACKOFFICE_TOKEN: token, PLAY_APPROVAL_MS: '0', BACKOFFICE_SECOND_PERSON_FROM: '50000' }
      site = await startSite(own)
    })
    test.afterAll(() => site?.stop())

    test('sees new rows beside a selection, and the revocation of a first approval in an open preview @script', async ({
      page,
    }) => {
      const { member, theirs, rows, boxes } = await openBesideColleague(page, site.base, token, '10000', '60000')
      await boxes.first().check()
      await deposit(member, '20000')
      await page.clock.fastForward(20_000)
      const line = page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: words['list.refresh'] ?? '' })
      await expect(line).toContainText((words['list.added'] ?? '').replace('{{count}}', '1'))
      await expect(page.getByRole('link', { name: `${words['kind.deposit']} 3` })).toBeVisible()
      await expect(rows).toHaveCount(2)
      await line.getByRole('button', { name: words['list.refresh'] }).click()
      await expect(rows).toHaveCount(3)
      await expect(boxes.first()).toBeChecked()
      await deposit(member, '30000')
      await page.clock.fastForward(20_000)
      await expect(line).toBeVisible()
      await boxes.first().uncheck()
      await expect(rows).toHaveCount(4)
      await expect(boxes.first()).toBeFocused()

      const large = { kind: 'deposit', id: await boxes.nth(1).getAttribute('value') }
      const given = await askBackoffice(site.base, theirs, 'approve', large)
      const { id } = (await given.json()) as { id: string }
      await page.reload()
      await rows.nth(1).getByRole('link', { name: words['approvals.follow'] }).click()
      const dialog = page.getByRole('dialog')
      const confirm = dialog.getByRole('button', { name: words['approvals.follow'] })
      await expect(confirm).toBeFocused()
      expect((await askBackoffice(site.base, theirs, 'end-first-approval', { id })).status).toBe(200)
      await page.clock.fastForward(20_000)
      await expect(dialog.getByRole('alert')).toContainText(words['preview.changed'] ?? '')
      await expect(confirm).toBeDisabled()
      const refresh = dialog.getByRole('button', { name: words['preview.refresh'] })
      await expect(refresh).toBeFocused()
      await refresh.click()
      await expect(dialog.getByRole('link', { name: words['approvals.give'] })).toBeVisible()
    })

    test('sees in a dialog who took over or settled its request, and continues with the next one @script', async ({
      page,
    }) => {
      const { member, name, theirs, rows } = await openBesideColleague(page, site.base, token)
      for (const won of [10_000, 20_000, 30_000]) {
        const correction = { member: member.id, account: 'cash', won, reason: 'a test' }
        await askBackoffice(site.base, token, 'correct', correction)
        await askBackoffice(site.base, token, 'pay-out', { member: member.id, reason: 'a test' })
      }
      await page.goto(`${site.base}/backoffice/waiting?kind=withdrawal&member=${member.id}`)
      const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row') ?? ''))
      const byThem = async (command: string, at: number, more = {}) => {
        const request = { kind: 'withdrawal', id: ids[at], ...more }
        expect((await askBackoffice(site.base, theirs, command, request)).status).toBe(200)
        await page.clock.fastForward(20_000)
      }
      const dialog = page.getByRole('dialog')
      const button = (key: string) => dialog.getByRole('button', { name: words[key] })
      const link = (key: string) => dialog.getByRole('link', { name: words[key]?.split('{{')[0] })
      const reason = dialog.getByLabel(words['field.reason'] ?? '')
      const stop = async (key: string, isPaid = true) => {
        const texts = [words[key]?.split('{{at}}')[0], isPaid ? words['live.paid'] : '']
        for (const text of texts)
          await expect(dialog.getByRole('alert')).toContainText(text?.replace('{{by}}', name) ?? '')
        await expect(isPaid ? button('preview.refresh') : reason).toBeFocused()
        await expectAccessible(page)
      }
      await rows.first().getByRole('link', { name: words['claim.pay.short'] }).click()
      await expect(button('claim.pay')).toBeFocused()
      await byThem('claim', 0)
      await stop('live.claimed')
      await expect(button('claim.pay')).toBeDisabled()
      await page.keyboard.press('Enter')
      await link('claim.another').click()
      await button('claim.pay').click()
      await expect(dialog.locator('.pay')).toBeFocused()
      await byThem('claim', 1, { reason: 'a test' })
      await stop('live.claimed')
      await expect(dialog.locator('.pay')).toBeHidden()
      await expect(button('approve.sent')).toBeDisabled()
      await page.keyboard.press('Enter')
      await link('claim.take').click()
      await reason.fill('the colleague left')
      await byThem('release', 1)
      await expect(dialog.getByRole('alert')).toContainText(words['preview.changed'] ?? '')
      await expect(reason).toBeFocused()
      await button('preview.refresh').click()
      // While a page loads into the dialog, its state is not checked.
      await expect(dialog.getByRole('alert')).toBeHidden()
      await expect(reason).toHaveValue('the colleague left')
      await byThem('claim', 1)
      await byThem('approve', 1, { requestId: randomUUID() })
      await stop('live.done', false)
      await page.keyboard.press('Escape')
      const last = page.locator(`main tr[data-row="${ids[2]}"]`)
      await last.getByRole('link', { name: words['claim.pay.short'] }).click()
      await expect(button('claim.pay')).toBeFocused()
      await byThem('claim', 2)
      await byThem('approve', 2, { requestId: randomUUID() })
      await button('preview.refresh').click()
      await expect(dialog.getByRole('heading')).toHaveText(words['settled.title'] ?? '')
      // A preview with nothing left to do can be left at every width.
      const fields = [['kind', 'withdrawal'], ['fixed', 'kind id'], ['preview', ''], ...ids.map((id) => ['id', id])]
      for (const width of variants([360, 1440], [768]).flat()) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(`${site.base}/backoffice/command/approve?${new URLSearchParams(fields)}`)
        await expect(page.getByRole('link', { name: words['form.leave'] })).toBeVisible()
      }
    })
  })

  test('sees that the session has ended instead of an open list @script', async ({ page }) => {
    const { origin } = new URL(test.info().project.use.baseURL ?? '')
    const token = readFileSync(join(process.env.JOURNEYS_DATA ?? '', 'backoffice-token'), 'utf8').trim()
    const name = `leaves-${Date.now()}`
    const made = await askBackoffice(origin, token, 'make-token', { name, role: 'cashier' })
    await page.clock.install()
    await enter(page, '', ((await made.json()) as { token: string }).token, name)
    await page.goto('/backoffice/waiting?state=all')
    await expect(page.getByRole('main').getByRole('alert')).toBeHidden()
    await askBackoffice(origin, token, 'end-token', { name })
    await page.clock.fastForward(20_000)
    const ended = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: words['ended.text'] ?? '' })
    await expect(ended.getByRole('link', { name: words['login.enter'] })).toBeVisible()
    await expect(page.getByRole('main').getByRole('table')).toHaveCount(0)
  })

  test('reaches the search and moves through a list by keyboard @script', async ({ page }) => {
    await enter(page)
    await page.goto('/backoffice')
    await expect(page.getByLabel(words['today.sound'] ?? '')).not.toBeChecked()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: words['keys.keys'] })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: words['keys.close'] }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.goto('/backoffice/member')
    await page.keyboard.press('j')
    await expect(page.locator('main tr[data-row]').first().getByRole('checkbox')).toBeFocused()
    // The shortcut works while the keyboard types Hangul.
    await page.locator('body').dispatchEvent('keydown', { key: 'ㅓ', code: 'KeyJ' })
    await expect(page.locator('main tr[data-row]').nth(1).getByRole('checkbox')).toBeFocused()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
  })
})
