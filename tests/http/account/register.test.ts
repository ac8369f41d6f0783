import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { commonSite, sharedForeignSite } from '../../support/shared-site'
import { fieldOf, hrefsIn, normalizedText, type PageResponse, registrationFields, visitor } from '../../support/visitor'
import { textOf, words } from '../../support/words'

const site = commonSite()

const whole = { ...registrationFields, code: 'madang' }

const descriptionOf = (page: Document, name: string) => fieldOf({ page }, name).says

describe('signing up', () => {
  it('has all fields on one page, and folds a referral code known from the host or a link', async () => {
    const openPage = async (path: string) => (await visitor(site.base).get(path)).page
    const stepOf = (step: number, part: string) => `${textOf('register.step', { count: 3, step })} ${step}/3 ${part}`
    const codeIn = (page: Document) => page.querySelector('main input[name=code]')
    for (const [path, code] of [
      ['/register', 'MADANG'],
      ['/register?code=friend7', 'FRIEND7'],
    ] as const) {
      const page = await openPage(path)
      expect(codeIn(page)?.getAttribute('value'), path).toBe(code)
      expect(codeIn(page)?.closest('details')?.hasAttribute('open'), path).toBe(false)
      expect(page.querySelector('main summary')?.textContent).toContain(code)
      expect([...page.querySelectorAll('main fieldset > legend')].map(normalizedText)).toEqual([
        stepOf(1, words['register.part.login']),
        stepOf(2, words['register.part.contact']),
        stepOf(3, words['register.part.account']),
      ])
      expect(page.querySelectorAll('main form[method=post] :is(input, select):not([type=hidden])')).toHaveLength(11)
    }

    const next = async (cookies: string) => {
      const response = await fetch(`${site.base}/register`, { headers: { Cookie: cookies } })
      return (await response.text()).includes(textOf('register.step.next', { part: words['register.part.contact'] }))
    }
    expect([await next(''), await next('lite=on')], 'without script, all groups are shown').toEqual([true, false])

    const bad = await openPage('/register?code=%3Cb%3E')
    expect(descriptionOf(bad, 'code')).toContain(words['register.code.rule'])
    expect(codeIn(bad)?.closest('details')).toBeNull()
  })

  it('registers a member with the exact password that was sent, and welcomes them in the page’s language', async () => {
    const pw = '  two blanks around  '
    const welcomes = {
      ko: `${words['register.welcome']}${words['register.welcome.text']}`,
      en: "You've signed upYou are now logged in.",
    }
    for (const [lng, welcome] of Object.entries(welcomes)) {
      const guest = visitor(site.base)
      guest.cookies.set('lng', lng)
      const id = `newcomer_${lng}`
      const typed = { ...whole, id: `NewComer_${lng}`, nick: `새회원${lng}`, pw, pass_check: pw }
      const response = await (await guest.formOn('/register?code=MADANG', typed)).post()
      expect([response.status, response.location]).toEqual([303, '/'])

      const home = await guest.get('/')
      expect(normalizedText(home.page.querySelector('main [role=status]'))).toContain(welcome)
      expect((await guest.get('/user')).text).toContain(`새회원${lng}`)
      expect(guest.cookies.get('userId')).toBe(id)
      expect((await visitor(site.base).post('/login', { id, pw: pw.trim() })).status).toBe(401)
      expect((await visitor(site.base).post('/login', { id, pw })).status).toBe(303)
    }
  })

  it('shows errors next to their fields, and keeps all values except the passwords', async () => {
    const form = await visitor(site.base).formOn('/register?code=MADANG', {
      id: '1abc',
      pw: 'short',
      nick: '!',
      phone: '1234',
      banknumber: '12',
      bankowner: '김',
      exchange_pw: 'abcd',
    })
    const response = await form.post({ pass_check: 'other', bankname: '없는은행' })

    expect(response.status).toBe(422)
    for (const name of ['id', 'pw', 'nick', 'phone', 'banknumber', 'bankowner', 'exchange_pw', 'adult']) {
      expect(descriptionOf(response.page, name), name).not.toBe('')
    }
    const value = (name: string) => fieldOf(response, name).value
    expect([value('id'), value('phone'), value('banknumber')]).toEqual(['1abc', '1234', '12'])
    expect([value('pw'), value('pass_check'), value('exchange_pw')]).toEqual(['', '', ''])
    const links = hrefsIn(response.page, 'main [role=alert] a')
    expect(links).toContain('#id')
    expect(links).toContain('#adult')
  })

  it('keeps typed values except passwords on a change of language without JavaScript', async () => {
    const guest = visitor(site.base)
    const page = await guest.get('/register?code=MADANG')
    const typed = { ...whole, id: 'halfway_1', nick: '반쯤', code: 'FRIEND7' }
    const { fields } = guest.formIn(page, '/register?code=MADANG', typed)
    const button = page.page.querySelector('header button[form=register-form][value=en]')
    const moved = await guest.post(button?.getAttribute('formAction') ?? '', { ...fields, lng: 'en' })
    expect([moved.status, moved.location]).toEqual([303, '/register?code=MADANG'])
    expect(moved.headers.getSetCookie().join()).not.toContain('halfway')

    const again = guest.cookies.get('form') ?? ''
    const english = await guest.get('/register?code=MADANG')
    expect(english.page.documentElement.getAttribute('lang')).toBe('en')
    const valuesOn = (response: PageResponse) =>
      ['id', 'nick', 'phone', 'code', 'pw', 'exchange_pw'].map((name) => fieldOf(response, name).value)
    expect(valuesOn(english)).toEqual(['halfway_1', '반쯤', whole.phone, 'FRIEND7', '', ''])
    expect(english.page.querySelector('main [name=adult]')?.hasAttribute('checked')).toBe(true)
    expect(english.page.querySelector('main [role=alert]')).toBeNull()

    const untouched = ['', '', '', 'MADANG', '', '']
    expect(valuesOn(await guest.get('/register?code=MADANG')), 'the values are restored once').toEqual(untouched)
    const stranger = visitor(site.base)
    stranger.cookies.set('form', `${again.slice(0, -2)}xx`)
    expect(valuesOn(await stranger.get('/register?code=MADANG')), 'a forged cookie is ignored').toEqual(untouched)
  })

  it('marks the field whose value is taken: the ID, the nickname, or both', async () => {
    const first = { ...whole, id: 'sharing_1', nick: '같은이름' }
    expect((await visitor(site.base).post('/register', first)).status).toBe(303)
    const cases = [
      { id: 'sharing_1', nick: '다른이름', blamed: ['id'] },
      { id: 'sharing_2', nick: '같은이름', blamed: ['nick'] },
      // With the same phone, it could be a repeat of the first form.
      { id: 'sharing_1', nick: '같은이름', phone: '01087654321', blamed: ['id', 'nick'] },
    ]
    for (const { blamed, ...typed } of cases) {
      const response = await (await visitor(site.base).formOn('/register?code=MADANG', { ...whole, ...typed })).post()
      expect(response.status).toBe(422)
      const links = hrefsIn(response.page, 'main [role=alert] a')
      expect(links).toEqual(blamed.map((name) => `#${name}`))
      expect(descriptionOf(response.page, 'id').includes(words['register.id.taken'])).toBe(blamed.includes('id'))
      expect(descriptionOf(response.page, 'nick').includes(words['register.nick.taken'])).toBe(blamed.includes('nick'))
    }
  })

  it('shows a field to correct an unknown referral code, and keeps all other values', async () => {
    const guest = visitor(site.base)
    const typed = { ...whole, id: 'wrongcode_1', nick: '고침', code: 'NOSUCH' }
    const response = await (await guest.formOn('/register?code=NOSUCH', typed)).post()
    expect(response.page.querySelector('main [role=alert] a')?.getAttribute('href')).toBe('#code')
    expect(descriptionOf(response.page, 'code')).toContain(words['register.code.unknown'])
    const field = response.page.getElementById('code')
    expect([field?.localName, field?.getAttribute('value')]).toEqual(['input', 'NOSUCH'])
    expect(fieldOf(response, 'nick').value).toBe('고침')

    const { pw, pass_check, exchange_pw } = whole
    const corrected = guest.formIn(response, '/register?code=NOSUCH', { pw, pass_check, exchange_pw, code: 'MADANG' })
    expect((await corrected.post()).location).toBe('/')
  })

  it('checks single fields for the page’s script, by the rules of the form', async () => {
    const guest = visitor(site.base)
    const check = async (fields: Record<string, string>) => {
      const response = await guest.post('/register/check', fields)
      return response.status === 200 ? JSON.parse(response.body) : response.status
    }
    const same = { field: 'pass_check', pw: 'three-plain-words' }
    expect(await check({ field: 'id', id: 'Demo' })).toEqual({ error: 'register.id.taken' })
    expect(await check({ field: 'nick', nick: '없는이' })).toEqual({ error: null })
    expect(await check({ field: 'pw', pw: 'password1' })).toEqual({ error: 'register.pw.common' })
    expect(await check({ ...same, pass_check: 'three-plain-word' })).toEqual({ error: 'register.passCheck.rule' })
    expect(await check({ ...same, pass_check: 'three-plain-words' })).toEqual({ error: null })
    expect(await check({ field: 'phone', phone: '010 1234 5678' })).toEqual({ error: null })
    expect(await check({ field: 'code', code: 'no such' })).toEqual({ error: 'register.code.rule' })
    expect(await check({ field: 'adult' })).toEqual({ error: 'register.adult.rule' })
    expect(await check({ field: 'adult', adult: 'on' })).toEqual({ error: null })
    expect(await check({ field: 'bankname', bankname: '국민은행' })).toBe(422)
    expect((await guest.get('/register/check')).status).toBe(405)
  })
})

it('no file sent to browsers contains the list of common passwords', () => {
  const sent = readdirSync('build/client', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(js|json)$/.test(path),
  )
  expect(sent.length).toBeGreaterThan(10)
  expect(sent.filter((path) => readFileSync(join('build/client', path), 'utf8').includes('1qaz2wsx'))).toEqual([])
})

describe('signing up with a foreign upstream', () => {
  const { site: before, upstream: foreign } = sharedForeignSite()
  afterEach(() => foreign.clearFaults())

  const typed = { ...whole, bankname: '국민은행', id: 'foreigner_1', nick: '낯선이' }
  const sent = async () => {
    const guest = visitor(before.base)
    return { guest, response: await (await guest.formOn('/register?code=MADANG', typed)).post() }
  }

  it('shows a general message if neither ID nor nickname is taken, which it checks in parallel', async () => {
    foreign.answer('user-register', { status: 'alread_have_user' })
    for (const check of [{ status: 'success' }, { status: 'no such word' }]) {
      foreign.answer('check-user-id', check)
      foreign.answer('check-user-nick', check)
      foreign.calls.length = 0
      const { response } = await sent()
      expect([
        response.status,
        descriptionOf(response.page, 'id').includes(words['register.id.taken']),
        descriptionOf(response.page, 'nick').includes(words['register.nick.taken']),
      ]).toEqual([422, false, false])
      expect(normalizedText(response.page.querySelector('main [role=alert]'))).toContain(words['register.taken'])
      const checked = foreign.calls.filter(({ callName }) => callName.startsWith('check-')).map(({ body }) => body)
      expect(checked.slice(-2)).toEqual([{ id: typed.id }, { nick: typed.nick }])
    }
    foreign.answer('check-user-nick', { status: 'alread_have_user' })
    foreign.fail('check-user-id', { status: 500 })
    const { response } = await sent()
    expect(descriptionOf(response.page, 'nick')).toContain(words['register.nick.taken'])
  })

  it('asks for the referral code if neither a link nor the host has one', async () => {
    foreign.answer('get-reg-domain', { status: 'success', user: null })
    const { page } = await visitor(before.base).get('/register')
    const code = page.querySelector('main input[name=code]')
    expect([code?.getAttribute('value'), code?.closest('details')]).toEqual(['', null])
    expect(descriptionOf(page, 'code')).toContain(words['register.code.hint'])
    const refused = await visitor(before.base).post('/register', { ...typed, exchange_pw: '1' })
    expect(descriptionOf(refused.page, 'exchange_pw')).not.toBe('')
    expect(refused.page.querySelector('main input[name=code]')?.getAttribute('aria-invalid')).toBeNull()
  })

  it('logs in with one call; if that fails, it leads to the login page with the ID filled in', async () => {
    foreign.calls.length = 0
    const { guest, response } = await sent()
    expect([response.status, response.location]).toEqual([303, '/login'])
    expect(foreign.callsOf('user-do-login')).toHaveLength(1)
    expect(foreign.callsOf('user-do-login')[0]?.body).toEqual({ id: typed.id, pw: typed.pw })

    const login = await guest.get('/login')
    expect(login.text).toContain(words['register.done'])
    expect(fieldOf(login, 'id').value).toBe(typed.id)
  })
})
