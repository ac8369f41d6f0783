import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, expectNoHorizontalScroll, main, signIn, test } from '../../support/journey'
import { codeAt } from '../../support/second-factor'
import { type MessageKey, words } from '../../support/words'

test('a member sets up 2FA, logs in with a recovery code and downloads their data @script', async ({
  page,
  member,
}) => {
  const button = (key: MessageKey) => main(page).getByRole('button', { name: words[key], exact: true })
  await signIn(page, member)
  await page.goto('/user?tab=security')
  const [factor, data] = [
    main(page).getByRole('region', { name: words['security.factor'] }),
    main(page).getByRole('region', { name: words['security.data'] }),
  ]
  await factor.getByText(words['security.setUp.submit'], { exact: true }).click()
  await factor.locator('[name=pw]').fill(member.pw)
  await button('security.factor-start.submit').click()
  await expect(main(page).getByRole('img', { name: words['security.setUp.picture'] })).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await main(page)
    .locator('[name=otp]')
    .fill(codeAt((await main(page).locator('code').textContent()) ?? ''))
  await button('security.setUp.submit').click()
  const done = main(page).getByRole('link', { name: words['security.codes.kept'] })
  await expect(done).toBeVisible()
  const [recovery = ''] = await main(page).getByRole('listitem').allTextContents()
  await done.click()
  await expect(factor).toContainText(words['security.on'])

  await page.context().clearCookies({ name: 'madang' })
  await page.goto('/login?next=/user?tab=security')
  await main(page).locator('[name=id]').fill(member.id)
  await main(page).locator('[name=pw]').fill(member.pw)
  await button('nav.login').click()
  await expect(page).toHaveURL('/login/code')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await main(page).getByRole('link', { name: words['login.code.useRecovery'] }).click()
  await main(page).getByLabel(words['security.code.recovery']).fill(recovery)
  await button('nav.login').click()
  await expect(page).toHaveURL('/user?tab=security')

  await data.locator('summary').click()
  await data.locator('[name=pw]').fill(member.pw)
  const downloading = page.waitForEvent('download')
  await button('security.data.submit').click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('my-data.json')
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ member: member.id })
})
