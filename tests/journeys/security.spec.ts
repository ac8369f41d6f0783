import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, expectNoHorizontalScroll, main, signIn, test } from '../support/journey'
import { codeAt } from '../support/second-factor'
import { wordsOf } from '../support/words'

const korean = wordsOf('ko')

const tab = '/user?tab=security'

test('a member sets a second factor up, logs in with it, downloads their data and turns it off', async ({
  page,
  member,
  script,
}) => {
  await signIn(page, member)
  await page.goto(tab)
  const factor = main(page).getByRole('region', { name: '2단계 인증' })
  await expect(factor.getByText('사용 안 함')).toBeVisible()
  await factor.getByLabel('로그인 비밀번호', { exact: true }).fill('not the password')
  await factor.getByRole('button', { name: '설정 시작하기' }).click()
  await expect(factor.getByLabel('로그인 비밀번호', { exact: true })).toHaveAccessibleDescription(/맞지 않습니다/)
  await factor.getByLabel('로그인 비밀번호', { exact: true }).fill(member.pw)
  await factor.getByRole('button', { name: '설정 시작하기' }).click()

  await expect(page.getByRole('heading', { level: 1, name: '2단계 인증 설정' })).toBeVisible()
  await expect(main(page).getByRole('img', { name: 'QR 코드' })).toBeVisible()
  await expectNoHorizontalScroll(page)
  const secret = (await main(page).locator('code').textContent()) ?? ''
  await main(page).getByLabel('인증 코드').fill('aaaa')
  await main(page).getByRole('button', { name: '켜기' }).click()
  await expect(main(page).getByLabel('인증 코드')).toHaveAccessibleDescription(/코드가 맞지 않거나/)
  await main(page).getByLabel('인증 코드').fill(codeAt(secret))
  await main(page).getByRole('button', { name: '켜기' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '복구 코드를 보관해 주세요' })).toBeVisible()
  const recovery = await main(page).getByRole('listitem').allTextContents()
  expect(recovery).toHaveLength(10)
  await main(page).getByRole('link', { name: '보관했습니다' }).click()
  await expect(factor.getByText('사용 중')).toBeVisible()

  await page.goto('/logout')
  await main(page).getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/login?next=/comp')
  await main(page).getByLabel('아이디').fill(member.id)
  await main(page).getByLabel('비밀번호', { exact: true }).fill(member.pw)
  await main(page).getByRole('button', { name: '로그인', exact: true }).click()
  await expect(page).toHaveURL('/login/code')
  await main(page).getByLabel('인증 코드').fill('없는 코드')
  await main(page).getByRole('button', { name: '로그인', exact: true }).click()
  await expect(main(page).getByLabel('인증 코드')).toHaveAccessibleDescription(/코드가 맞지 않거나/)
  await expectNoHorizontalScroll(page)
  if (script) await expectAccessible(page)
  await main(page).getByRole('link', { name: '복구 코드로 로그인하기' }).click()
  await main(page)
    .getByLabel('복구 코드')
    .fill(recovery[0] ?? '')
  await main(page).getByRole('button', { name: '로그인', exact: true }).click()
  await expect(page).toHaveURL('/comp')
  await expect(page.getByText(/지난번 로그인: /)).toBeVisible()

  await page.goto(tab)
  if (script) await expectAccessible(page)
  const data = main(page).getByRole('region', { name: korean['security.data'] })
  await data.getByLabel('로그인 비밀번호', { exact: true }).fill(member.pw)
  const downloading = page.waitForEvent('download')
  await data.getByRole('button', { name: korean['security.data.submit'] }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('my-data.json')
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ member: member.id })
  await data.getByLabel('로그인 비밀번호', { exact: true }).fill(member.pw)
  await data.getByRole('button', { name: korean['security.data.submit'] }).click()
  await expect(main(page).getByText('방금 내려받으셨습니다')).toBeVisible()

  await page.goto(tab)
  await factor.getByText('2단계 인증 끄기').click()
  await factor.getByLabel('로그인 비밀번호', { exact: true }).first().fill(member.pw)
  await factor
    .getByLabel('인증 코드')
    .first()
    .fill(recovery[1] ?? '')
  await factor.getByRole('button', { name: '끄기', exact: true }).click()
  await expect(page.getByText('2단계 인증을 껐습니다')).toBeVisible()
  await expect(factor.getByText('사용 안 함')).toBeVisible()
})
