import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedSite } from '../support/shared-site'
import { type Site, startSite } from '../support/site'
import {
  newMember,
  normalizedText,
  type PageResponse,
  registrationFields,
  signedIn,
  type Visitor,
  visitor,
} from '../support/visitor'

const site = sharedSite()

const outcome = ({ status, location }: PageResponse) => [status, location]

/** Fields as a foreign script posts them, with the contract's names alone. */
const registration = (id: string, nick: string) => ({ ...registrationFields, id, nick })

describe('a form pressed twice without script', () => {
  it('registers one member, with the same response to both; later the id is taken, and the page says so', async () => {
    const guest = visitor(site.base)
    // Each replica has shown the form before, or one could come to the second press when the first is long done.
    await Promise.all([guest.get('/register'), guest.get('/register')])
    const fields = registration('pressed_1', '두번')
    const both = await Promise.all([guest.post('/register', fields), guest.post('/register', fields)])
    expect(both.map(outcome)).toEqual(Array(2).fill([303, '/']))
    expect((await guest.get('/')).text).toContain('pressed_1님, 환영합니다')
    expect((await guest.get('/user')).text).toContain('두번')
    const again = await visitor(site.base).post('/register', fields)
    expect(again.status).toBe(422)
    expect(again.text).toContain('이미 사용 중인 아이디입니다')
    expect(again.text).toContain('방금 가입하셨다면 로그인해 주세요')
    expect((await visitor(site.base).post('/login', { id: fields.id, pw: fields.pw })).status).toBe(303)
  })

  it('is not the same form with other fields: another password is another registration', async () => {
    const fields = registration('pressed_2', '세번')
    expect((await visitor(site.base).post('/register', fields)).status).toBe(303)
    const other = 'three-other-words'
    const again = await visitor(site.base).post('/register', { ...fields, pw: other, pass_check: other })
    expect(again.status).toBe(422)
    expect(again.text).toContain('이미 사용 중인')
  })

  it('sends one inquiry, at once and one after the other; other words are another inquiry', async () => {
    const member = await newMember(site.base)
    const write = (contents: string) => member.post('/help', { intent: 'write', title: '출금', contents })
    const both = await Promise.all([write('언제 되나요?'), write('언제 되나요?')])
    expect([...both, await write('언제 되나요?')].map(outcome)).toEqual(Array(3).fill([303, '/help']))
    expect(await inquiries(member)).toBe(1)
    expect((await write('다시 여쭙니다.')).status).toBe(303)
    expect(await inquiries(member)).toBe(2)
    const other = await newMember(site.base)
    await other.post('/help', { intent: 'write', title: '출금', contents: '언제 되나요?' })
    expect(await inquiries(other)).toBe(1)
  })
})

async function inquiries(member: Visitor): Promise<number> {
  return (await member.get('/help')).page.querySelectorAll('main ul[aria-label="내 문의"] > li').length
}

describe('a form that comes too often', () => {
  let narrow: Site
  beforeAll(async () => {
    const limits = { register: [1, 600], checks: [1, 600], help: [1, 60], money: [1, 3_600] }
    narrow = await startSite({ RATE_LIMITS: JSON.stringify(limits) })
  })
  afterAll(() => narrow?.stop())

  /** What the page says of the form, beside its status and how long to wait. */
  function said(response: PageResponse) {
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    return [response.status, normalizedText(response.page.querySelector('main [role=alert]'))]
  }
  const value = ({ page }: PageResponse, name: string) =>
    page.querySelector(`main form input[name=${name}]`)?.getAttribute('value') ?? ''

  it('keeps a registration, without its passwords', async () => {
    const guest = visitor(narrow.base)
    const fields = registration('often_1', '자주')
    // An invalid form does not count.
    for (let times = 0; times < 3; times += 1) {
      expect((await guest.post('/register', { ...fields, adult: '' })).status).toBe(422)
    }
    expect((await visitor(narrow.base).post('/register', registration('often_0', '드물게'))).status).toBe(303)
    const limited = await guest.post('/register', fields)
    expect(said(limited)).toEqual([429, expect.stringMatching(/요청이 너무 많습니다.*10분 뒤에 다시 시도해 주세요/)])
    expect(['id', 'nick', 'phone', 'code'].map((name) => value(limited, name))).toEqual([
      fields.id,
      fields.nick,
      fields.phone,
      fields.code,
    ])
    expect(['pw', 'pass_check', 'exchange_pw'].map((name) => value(limited, name))).toEqual(['', '', ''])

    const check = { ...fields, intent: 'check-id' }
    expect((await guest.post('/register', check)).status).toBe(200)
    const checked = await guest.post('/register', check)
    expect([said(checked)[0], value(checked, 'nick')]).toEqual([429, fields.nick])
  })

  it('keeps an inquiry, and refuses to delete', async () => {
    const member = visitor(narrow.base)
    await member.signIn()
    const write = (contents: string) => member.post('/help', { intent: 'write', title: '제목', contents })
    expect((await write('하나')).status).toBe(303)
    const limited = await write('둘째 글')
    expect(said(limited)).toEqual([429, expect.stringMatching(/너무 자주 보내셨습니다.*\d+초 뒤에 다시/)])
    expect([value(limited, 'title'), normalizedText(limited.page.querySelector('main textarea'))]).toEqual([
      '제목',
      '둘째 글',
    ])
    expect(said(await member.post('/help', { intent: 'delete-all' }))).toEqual([429, '요청이 너무 많습니다'])
    expect((await member.get('/help')).text).toContain('제목')
  })

  it('keeps a money form with its code, and moves nothing', async () => {
    const member = visitor(narrow.base)
    await member.signIn()
    const first = await member.formOn('/comp', { points: '1' })
    expect((await first.post()).status).toBe(303)
    const forms: { path: string; typed: Record<string, string> }[] = [
      { path: '/deposit', typed: { balance: '30000' } },
      { path: '/withdraw', typed: { balance: '20000', exchange_pw: '1379' } },
      { path: '/comp', typed: { points: '77' } },
    ]
    for (const { path, typed } of forms) {
      const form = await member.formOn(path, typed)
      const limited = await form.post()
      expect(said(limited), path).toEqual([
        429,
        expect.stringMatching(/요청이 너무 많습니다.*처리되지 않았습니다.*60분 뒤에 다시 시도해 주세요/),
      ])
      const name = path === '/comp' ? 'points' : 'balance'
      expect(value(limited, name).replaceAll(',', ''), path).toBe(form.fields[name])
      expect([value(limited, 'exchange_pw'), value(limited, 'code')], path).toEqual(['', form.fields.code])
    }
    expect((await member.get('/deposit')).text).not.toContain('30,000')
  })

  it('is a plain error for a script that calls', async () => {
    const member = visitor(narrow.base)
    await member.signIn()
    const call = await member.call('roll-to-balance', { points: 1, code: 'call-code-1' })
    expect([call.status, call.headers.get('Retry-After'), call.json()]).toMatchObject([
      429,
      expect.stringMatching(/^\d+$/),
      { error: { code: 'limited' } },
    ])
  })
})

describe('a money form that was drawn for another member', () => {
  it.each([
    ['/deposit', { balance: '40000' }],
    ['/withdraw', { balance: '40000', exchange_pw: '2580' }],
    ['/comp', { points: '40' }],
  ])('%s moves nothing of whoever signed in since, and keeps what was typed', async (path, typed) => {
    const browser = await signedIn(site.base)
    const form = await browser.formOn(path, typed)
    await browser.signIn('demo2', 'demo-5678')
    const before = (await browser.call('get-in-game-balance', {})).json()
    const response = await form.post()
    expect([response.status, response.text.includes('다른 회원의 화면에서 작성하신 신청서입니다')]).toEqual([409, true])
    const [name = '', value] = Object.entries(typed)[0] ?? []
    expect(response.page.querySelector(`main form input[name=${name}]`)?.getAttribute('value')?.replace(',', '')).toBe(
      value,
    )
    expect((await browser.call('get-in-game-balance', {})).json()).toEqual(before)
    expect((await browser.get('/deposit')).text).not.toContain('40,000')
  })
})
