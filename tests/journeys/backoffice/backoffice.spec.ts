import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  preloadAxe,
  skipWithScript,
  test,
} from '../../support/journey'
import { askBackoffice, startSite } from '../../support/site'
import { newMember } from '../../support/visitor'
import { wordsIn } from '../../support/words'

const words = wordsIn('backoffice', 'ko')

/** Logs in with the token that the site made, or at another site. */
async function enter(page: Page, base = '', own?: string): Promise<void> {
  await page.goto(`${base}/backoffice`)
  await page.getByLabel('이름').fill('owner')
  const token = own ?? readFileSync(join(process.env.JOURNEYS_DATA ?? '', 'backoffice-token'), 'utf8').trim()
  await page.getByLabel('토큰', { exact: true }).fill(token)
  await page.getByRole('main').getByRole('button', { name: '로그인' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '오늘' })).toBeVisible()
}

test.describe('an operator at the back office in a browser', () => {
  test('finds a member, sees what a correction would be, and makes it by one press', async ({
    page,
    member,
    script,
  }) => {
    skipWithScript(script)
    await enter(page)
    await page.getByRole('searchbox').fill(member.id)
    await page.getByRole('button', { name: '찾기' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(member.id)
    await page.getByRole('link', { name: '잔액 정정' }).click()
    await page.getByLabel('계정').selectOption('보유 머니')
    await page.getByLabel('금액').fill('25,000')
    await page.getByLabel('사유').fill('잘못 입금된 금액')
    await page.getByRole('button', { name: '결과 미리 보기' }).click()
    await expect(page.getByText('아직 변경된 내용이 없습니다')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: '잔액 정정 실행' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '잔액 정정: 완료' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: '잔액 정정: 완료' })).toBeVisible()
    await page.getByRole('link', { name: `${member.id} 회원 보기` }).click()
    await expect(page.getByRole('region', { name: '원장' })).toContainText('25,000')
    await page.locator('summary', { hasText: 'owner' }).click()
    await page.getByRole('button', { name: '로그아웃' }).click()
    await expect(page.getByRole('heading', { name: '관리자 로그인' })).toBeVisible()
  })

  test('opens what a screen can do besides on the screen, at every width', async ({ page, script }) => {
    skipWithScript(script)
    await enter(page)
    for (const screen of ['member?id=demo&lng=en', 'books?lng=en', 'content?lng=en']) {
      await page.goto(`/backoffice/${screen}`)
      const menu = page.locator('main .row > .menu').first()
      await menu.locator('summary').click()
      for (const width of [360, 768, 1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const box = await menu.locator('> div').boundingBox()
        expect([screen, width, (box?.x ?? -1) >= 0]).toEqual([screen, width, true])
        expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width)
        await expectNoHorizontalScroll(page)
      }
    }
  })

  test('can read a form that is wrong, a preview and what was done, and the rest of a card unfolds @script', async ({
    page,
    member,
  }) => {
    await enter(page)
    await page.goto(`/backoffice/command/correct?member=${member.id}`)
    await page.getByLabel('계정').selectOption('보유 머니')
    await page.getByLabel('금액').fill('1.5')
    await page.getByLabel('사유').fill('금액이 틀린 양식')
    for (const won of ['1.5', '1000']) {
      await page.getByLabel('금액').fill(won)
      await page.getByRole('button', { name: '결과 미리 보기' }).click()
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
    }
    await page.getByRole('button', { name: '잔액 정정 실행' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '잔액 정정: 완료' })).toBeVisible()
    await page.goto('/backoffice/log')
    const row = page.locator('tbody tr').filter({ hasText: member.id }).first()
    await expect(row).toContainText('owner님이')
    const below = row.locator('xpath=following-sibling::tr[1]')
    await below.getByText('원본').click()
    await expect(below).toContainText('금액이 틀린 양식')
    const [entry, raw] = [await row.boundingBox(), await below.boundingBox()]
    expect(raw?.width).toBe(entry?.width)
    expect(raw?.y).toBeGreaterThanOrEqual((entry?.y ?? 0) + (entry?.height ?? 0) - 1)
  })

  test('reads every screen at every width, with long words of members and of the back office, and ticks what to approve @script', async ({
    page,
  }) => {
    const token = 'a-token-of-the-back-office-for-this-journey'
    const site = await startSite({ PLAY_APPROVAL_MS: '0', BACKOFFICE_TOKEN: token })
    const backoffice = (command: string, payload: object) => askBackoffice(site.base, token, command, payload)
    const member = await newMember(site.base, {
      nick: '가나다라마바사아자차카타파하거',
      banknumber: '12345678901234567890',
    })
    const long = 'Wehavenotfoundyourtransferonourstatement'
    for (const balance of ['10000', '12340000', '98760000']) await (await member.formOn('/deposit', { balance })).post()
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
    for (const balance of ['10000', '20000']) await (await member.formOn('/deposit', { balance })).post()
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
    await expect(page.getByText('3건 선택 · 98,790,000원')).toBeVisible()
    await one.uncheck()
    await expect(page.getByText('2건 선택')).toBeVisible()
    await one.check()
    await page.getByRole('button', { name: words['command.approve'], exact: true }).click()
    // The preview of several leaves a row out in the same way.
    await expect(page.getByText('3건 선택 · 98,790,000원')).toBeVisible()
    await one.uncheck()
    await expect(page.getByText(/^2건 선택/)).toBeVisible()
    await expectAccessible(page)
    await backoffice('restrict', { member: member.id, exclude: '5y', reason: 'asked for by a letter' })

    const screens = [
      ...['', '/waiting', '/waiting?state=all', '/waiting?kind=withdrawal&tick', '/member', `/member?id=${member.id}`],
      ...['/member?id=demo', '/inquiries?state=all', '/inquiries?id=1', '/content', '/people', '/books', '/log'],
      ...['/log?all', '/factor', '/command/audit', '/command/linked-accounts', '/command/correct', '/command/export'],
      ...['/command/nothing', `/command/movement?number=${second?.id}`, '/command/change-member?member=demo'],
    ]
    await preloadAxe(page)
    for (const [index, screen] of screens.entries()) {
      await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'dark' : 'light' })
      const lng = index % 4 < 3 ? 'en' : 'ko'
      await page.goto(`${site.base}/backoffice${screen}${screen.includes('?') ? '&' : '?'}lng=${lng}`)
      for (const width of [320, 360, 768, 1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const sideways = await page
          .locator('html, .scroll, .lead')
          .evaluateAll((boxes) => boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
        expect([width, screen, Math.max(...sideways)]).toEqual([width, screen, 0])
      }
      await page.setViewportSize({ width: index % 2 === 0 ? 320 : 1440, height: 800 })
      await expectAccessible(page)
    }
    await site.stop()
  })

  test('gets to the search and through a list by keys @script', async ({ page }) => {
    await enter(page)
    await page.goto('/backoffice')
    await expect(page.getByLabel('새 일이 오면 소리')).not.toBeChecked()
    await page.goto('/backoffice/member')
    await page.keyboard.press('j')
    await expect(page.getByRole('region').getByRole('link').first()).toBeFocused()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
  })
})
