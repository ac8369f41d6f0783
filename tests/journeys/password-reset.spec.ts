import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectNoHorizontalScroll, main, test } from '../support/journey'
import { askBackoffice } from '../support/site'
import { wordsOf } from '../support/words'

const korean = wordsOf('ko')

const newPassword = 'three other words'

/** Makes a member's code at the back office of the journeys' site, as its operator does. */
async function makeCode(base: string | undefined, member: string): Promise<string> {
  const token = readFileSync(join(process.env.JOURNEYS_DATA ?? '', 'backoffice-token'), 'utf8').trim()
  const response = await askBackoffice(base ?? '', token, 'reset-code', { member })
  return ((await response.json()) as { code: string }).code
}

test('a member who forgot the password asks for a code, mends a wrong one, and logs in with the new password', async ({
  page,
  member,
  baseURL,
}) => {
  await page.goto('/login')
  await main(page).getByRole('link', { name: '비밀번호를 잊으셨나요?' }).click()
  // The address changes before the page does, and the login page has a field of the same name.
  await expect(main(page).getByRole('heading', { level: 1, name: '비밀번호를 잊으셨나요?' })).toBeVisible()
  await expect(page).toHaveURL('/forgot')
  await main(page).getByLabel('아이디').fill(member.id)
  await main(page).getByRole('button', { name: '코드 요청하기' }).click()
  await expect(main(page).getByLabel('휴대전화')).toHaveAccessibleDescription(/휴대전화 번호 10~11자리/)
  await main(page).getByLabel('휴대전화').fill('010-1234-5678')
  await main(page).getByRole('button', { name: '코드 요청하기' }).click()

  await expect(page).toHaveURL('/reset')
  await expect(page.getByText('요청을 보냈습니다')).toBeVisible()
  const save = async (code: string) => {
    const texts = {
      아이디: member.id,
      '고객센터에서 받은 코드': code,
      '새 비밀번호': newPassword,
      '새 비밀번호 확인': newPassword,
    }
    for (const [label, text] of Object.entries(texts)) await main(page).getByLabel(label, { exact: true }).fill(text)
    await main(page).getByRole('button', { name: '새 비밀번호 저장' }).click()
  }
  await save('AAAA-BBBB-CCCC-DDDD')
  await expect(main(page).getByText('이 아이디와 코드로는 바꿀 수 없습니다')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await save(await makeCode(baseURL, member.id))

  await expect(page).toHaveURL('/login')
  await expect(page.getByText(korean['reset.done.login'])).toBeVisible()
  await expect(main(page).getByLabel('아이디')).toHaveValue(member.id)
  await main(page).getByLabel('비밀번호', { exact: true }).fill(newPassword)
  await main(page).getByRole('button', { name: '로그인', exact: true }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/withdraw')
  await expect(main(page).getByText(/부터 다시 출금하실 수 있습니다/)).toBeVisible()
})
