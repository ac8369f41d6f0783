import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/journey'
import { askBackoffice, startSite } from '../support/site'
import { newMember } from '../support/visitor'

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
  test('finds a member, sees what a correction would be, and makes it by one press', async ({ page, member }) => {
    await enter(page)
    await page.getByRole('searchbox').fill(member.id)
    await page.getByRole('button', { name: '찾기' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(member.id)
    await page.getByRole('link', { name: '잔액 정정' }).click()
    await page.getByLabel('계정').selectOption('지갑')
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

  test('can read every screen, in both languages and both themes @script', async ({ page }) => {
    await enter(page)
    const screens = [
      ...[
        '',
        '/waiting?state=all',
        '/waiting?kind=withdrawal&tick',
        '/member',
        '/member?id=demo',
        '/inquiries?state=all',
      ],
      ...['/inquiries?id=1', '/content', '/people', '/books', '/log', '/log?all', '/factor', '/command/audit'],
      ...['/command/change-member?member=demo', '/command/correct', '/command/export', '/command/nothing'],
    ]
    for (const [index, screen] of screens.entries()) {
      await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'dark' : 'light' })
      const address = `/backoffice${screen}${screen.includes('?') ? '&' : '?'}lng=${index % 4 < 2 ? 'ko' : 'en'}`
      for (const width of [320, index % 2 === 0 ? 768 : 1440]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(address)
        await expectAccessible(page)
        await expectNoHorizontalScroll(page)
      }
    }
  })

  test('opens what a screen can do besides on the screen, at every width', async ({ page }) => {
    await enter(page)
    for (const width of [360, 768, 1024, 1280, 1440])
      for (const screen of ['member?id=demo', 'books', 'content']) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(`/backoffice/${screen}${screen.includes('?') ? '&' : '?'}lng=${width < 1000 ? 'en' : 'ko'}`)
        const menu = page.locator('main .row > .menu').first()
        await menu.locator('summary').click()
        const box = await menu.locator('> div').boundingBox()
        expect([screen, width, (box?.x ?? -1) >= 0]).toEqual([screen, width, true])
        expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width)
        await expectNoHorizontalScroll(page)
      }
  })

  test('can read a form that is wrong, a preview and what was done, and the rest of a card unfolds @script', async ({
    page,
    member,
  }) => {
    await enter(page)
    await page.goto(`/backoffice/command/correct?member=${member.id}`)
    await page.getByLabel('계정').selectOption('지갑')
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
    await expectAccessible(page)
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

  test('reads an exclusion whole on a phone: what it does for good, what was done, and its line in the log @script', async ({
    page,
    member,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await enter(page)
    await page.goto(`/backoffice/command/restrict?member=${member.id}`)
    await page.getByLabel('이용 정지(본인 신청)').selectOption('6개월')
    await page.getByLabel('사유').fill('본인 요청')
    await page.getByRole('button', { name: '결과 미리 보기' }).click()
    await expect(page.getByText('되돌리거나 줄일 수 없습니다')).toBeVisible()
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: /까지 이용 정지$/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: '한도, 휴식, 이용 정지: 완료' })).toBeVisible()
    await expectNoHorizontalScroll(page)
    await page.goto('/backoffice/log')
    const row = page.locator('tbody tr').filter({ hasText: member.id }).first()
    const [sentence, time] = [row.locator('.lead'), row.locator('.aside')]
    await expect(sentence).toContainText('이용 정지 종료')
    expect(await sentence.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    const [left, right] = [await sentence.boundingBox(), await time.boundingBox()]
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
  })

  test('sees the count and the sum of what is ticked, and ticks all by one press @script', async ({ page }) => {
    const token = 'a-token-of-the-back-office-for-this-journey'
    const site = await startSite({ PLAY_APPROVAL_MS: '0', BACKOFFICE_TOKEN: token })
    const member = await newMember(site.base)
    for (const balance of ['10000', '20000']) await (await member.formOn('/deposit', { balance })).post()
    await enter(page, site.base, token)
    await page.goto(`${site.base}/backoffice/waiting?kind=deposit&member=${member.id}`)
    await page.getByRole('checkbox', { name: '모두 선택' }).check()
    await expect(page.getByText('2건 선택 · 30,000원')).toBeVisible()
    await page.locator('input[name=id]').first().uncheck()
    await expect(page.getByText('1건 선택')).toBeVisible()
    // The preview of several leaves a row out in the same way.
    await page.locator('input[name=id]').first().check()
    await page.getByRole('button', { name: '승인' }).click()
    await expect(page.getByText('2건 선택 · 30,000원')).toBeVisible()
    await page.locator('input[name=id]').first().uncheck()
    await expect(page.getByText('1건 선택 · 20,000원')).toBeVisible()
    await page.setViewportSize({ width: 360, height: 800 })
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: '입금 승인 실행' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '입금 승인: 완료' })).toBeVisible()
    await site.stop()
  })

  test('reads every list without scrolling sideways, with long words of members and of the back office @script', async ({
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
    await member.call('user-write-help', { title: `${long}${long}`, contents: long.repeat(4) })
    await backoffice('change-member', { member: member.id, phone: '01098765432', reason: long })
    await backoffice('restrict', { member: member.id, exclude: '5y', reason: 'asked for by a letter' })
    await backoffice('add-notice', { place: 'list', title: `${long}${long}`, contents: long.repeat(4) })
    await backoffice('make-token', { name: 'a-name-of-32-characters-in-token', role: 'cashier' })
    await enter(page, site.base, token)
    const lists = [
      ...[
        '',
        '/waiting',
        '/waiting?state=all',
        '/member',
        `/member?id=${member.id}`,
        '/inquiries?state=all',
        '/content',
      ],
      ...['/people', '/books', '/log', '/log?all', '/factor', '/command/linked-accounts'],
      `/command/movement?number=${second?.id}`,
    ]
    for (const width of [320, 360, 768, 1024, 1280, 1440])
      for (const list of lists) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(`${site.base}/backoffice${list}${list.includes('?') ? '&' : '?'}lng=en`)
        const sideways = await page
          .locator('html, .scroll')
          .evaluateAll((boxes) => boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
        expect([width, list, Math.max(...sideways)]).toEqual([width, list, 0])
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
