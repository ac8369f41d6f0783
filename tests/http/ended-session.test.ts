import { describe, expect, it } from 'vitest'
import { sharedSite } from '../support/shared-site'
import { memberPassword, newMember, type Visitor, visitor } from '../support/visitor'

const site = sharedSite()

/** Ends the member's session in another browser, so that their own cookie becomes invalid. */
async function endSession(member: Visitor): Promise<void> {
  const copy = visitor(site.base)
  for (const [name, value] of member.cookies) copy.cookies.set(name, value)
  await (await copy.formOn('/logout')).post()
}

describe('a form whose session is over', () => {
  it('is answered with the log-in form, comes back filled after the same member logged in, and nothing is sent by itself', async () => {
    const member = await newMember(site.base)
    const form = await member.formOn('/help?write', {
      title: '출금 문의',
      contents: '어제 신청한 출금이 궁금합니다.\n둘째 줄입니다.',
    })
    await endSession(member)

    const refused = await form.post({ intent: 'write' })
    expect(refused.status).toBe(401)
    expect(refused.text).toContain('로그인이 만료되었습니다')
    expect(refused.body).not.toContain('어제 신청한')

    const login = member.formIn(refused, '/login', { id: member.id, pw: memberPassword, typed: '' })
    const typed = refused.page.querySelector('main input[name=typed]')?.getAttribute('value') ?? ''
    const response = await login.post({ typed })
    expect(response.status).toBe(303)
    expect(response.location).toMatch(/^\/help\?kept=/)

    const filled = await member.get(response.location ?? '')
    expect(filled.status).toBe(200)
    expect(filled.text).toContain('작성하시던 내용을 되살렸습니다')
    expect(filled.page.querySelector('main input[name=title]')?.getAttribute('value')).toBe('출금 문의')
    expect(filled.page.querySelector('main textarea[name=contents]')?.textContent).toBe(
      '어제 신청한 출금이 궁금합니다.\n둘째 줄입니다.',
    )
    expect((await member.get('/help')).text).not.toContain('출금 문의')
  })

  it('of money comes back with its code, by which it moves once, and without the password', async () => {
    const member = await newMember(site.base)
    const form = await member.formOn('/withdraw', { balance: '30000', exchange_pw: '2580' })
    await endSession(member)

    const refused = await form.post({ intent: 'withdraw' })
    expect(refused.status).toBe(401)
    const typed = refused.page.querySelector('main input[name=typed]')?.getAttribute('value') ?? ''
    const login = await member.post('/login', { id: member.id, pw: memberPassword, next: '/withdraw', typed })
    const filled = await member.get(login.location ?? '')

    const value = (name: string) => filled.page.querySelector(`main input[name=${name}]`)?.getAttribute('value') ?? ''
    expect(value('balance').replace(/\D/g, '')).toBe('30000')
    expect(value('exchange_pw')).toBe('')
    expect(value('code')).toMatch(/^[\w-]{8,64}$/)
    // A lost one may have been sent under it before.
    expect(value('code')).toBe(form.fields.code)
  })

  it('is not shown to another member, nor saved when its member is unknown', async () => {
    const member = await newMember(site.base)
    const other = await newMember(site.base)
    const form = await member.formOn('/deposit', { balance: '50000' })
    await endSession(member)
    const typed = (await form.post()).page.querySelector('main input[name=typed]')?.getAttribute('value') ?? ''
    expect(typed).not.toBe('')

    const stranger = visitor(site.base)
    const response = await stranger.post('/login', { id: other.id, pw: memberPassword, next: '/deposit', typed })
    expect([response.status, response.location]).toEqual([303, '/deposit'])

    const nobody = await visitor(site.base).post('/deposit', { balance: '50000', code: 'a'.repeat(16) })
    expect(nobody.status).toBe(401)
    expect(nobody.page.querySelector('main input[name=typed]')).toBeNull()
  })
})
