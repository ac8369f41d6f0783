import { describe, expect, it } from 'vitest'
import { commonSite } from '../../support/shared-site'
import { sitePaths } from '../../support/site-paths'
import {
  copyOf,
  fieldOf,
  memberPassword,
  newMember,
  type PageResponse,
  registrationFields,
  signedIn,
  type Visitor,
  visitor,
  walletOf,
} from '../../support/visitor'
import { inOrder, textOf, words, wordsOf } from '../../support/words'

const site = commonSite()

describe('logging in', () => {
  it('rejects empty fields with msg_auth_error and keeps the ID, never the password', async () => {
    for (const typed of [
      { id: '', pw: '' },
      { id: 'demo', pw: '' },
      { id: '', pw: 'demo-1234' },
    ]) {
      const response = await (await visitor(site.base).formOn('/login', typed)).post()
      expect(response.status).toBe(422)
      expect(response.text).toContain(words['msg_auth_error'])
      expect(fieldOf(response, 'id').value).toBe(typed.id)
      expect(response.body).not.toContain('demo-1234')
    }
    const twice = 'id=demo&id=other&pw=demo-1234'
    const repeated = await visitor(site.base).send('POST', '/login', {
      body: twice,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: site.base },
    })
    expect([repeated.status, fieldOf(repeated, 'id').value]).toEqual([422, 'demo'])
  })

  it('redirects to the next page, confirms it once, and remembers the ID', async () => {
    const guest = visitor(site.base)
    const form = await guest.formOn('/login?next=%2Fdeposit%3Fa%3D1', { id: 'demo', pw: 'demo-1234' })
    const response = await form.post()

    expect([response.status, response.location]).toEqual([303, '/deposit?a=1'])
    expect((await guest.get('/deposit')).text).toContain(words['msg_auth_success'])
    expect((await guest.get('/deposit')).text).not.toContain(words['msg_auth_success'])
    await (await guest.formOn('/logout')).post()
    expect(fieldOf(await guest.get('/login'), 'id').value).toBe('demo')
  })

  it('explains its failure in a browser that rejects cookies, and redirects in any other', async () => {
    const browser = visitor(site.base, { 'Sec-Fetch-Dest': 'document' })
    const response = await (await browser.formOn('/login?next=%2Fdeposit', { id: 'demo', pw: 'demo-1234' })).post()
    expect(response.status).toBe(303)
    const page = await browser.follow(response)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(words['login.last'])])

    browser.cookies.clear()
    for (const path of [response.location ?? '', '/login/code?next=%2Fdeposit']) {
      const refused = await browser.follow(await browser.get(path))
      expect(refused.text, path).toContain(words['login.cookies'])
      expect(refused.text, path).not.toContain(words['login.code.old'])
      expect(browser.formIn(refused, '/login', { id: '' }).fields.next, path).toBe('/deposit')
      browser.cookies.clear()
    }
    for (const [path, fields] of [
      ['/theme', { theme: 'light' }],
      ['/language', { lng: 'en' }],
    ] as const) {
      const stored = await browser.post(path, { ...fields, next: '/terms' })
      expect((await browser.get(stored.location ?? '')).location, 'its first cookie').toBe('/terms')
      browser.cookies.clear()
      const message = wordsOf(path === '/language' ? 'en' : 'ko')['preference.cookies']
      expect((await browser.follow(stored)).text, path).toContain(message)
    }
    // The language is only in the page's URL.
    const from = `${site.base}/terms?lng=en`
    const reader = visitor(site.base, { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'same-origin', Referer: from })
    for (const [path, fields, message] of [
      ['/theme', { theme: 'light' }, 'preference.cookies'],
      ['/lite', { lite: 'on' }, 'preference.cookies'],
      ['/login', { id: 'demo', pw: 'demo-1234' }, 'login.cookies'],
    ] as const) {
      const stored = await reader.post(path, { ...fields, next: '/terms' })
      reader.cookies.clear()
      expect((await reader.follow(stored)).text, path).toContain(wordsOf('en')[message])
      reader.cookies.clear()
    }
    // A browser with cookies is taken to have an old ticket.
    browser.cookies.clear()
    browser.cookies.set('theme', 'dark')
    expect((await browser.follow(await browser.get('/login/code'))).text).toContain(words['login.code.old'])
  })

  it('redirects a member away from login and sign-up', async () => {
    const member = await signedIn(site.base)
    for (const [path, leadsTo] of [
      ['/login', '/'],
      ['/login?next=/note', '/note'],
      ['/register', '/'],
      ['/register?code=MADANG', '/'],
    ]) {
      const response = await member.get(path ?? '')
      expect([response.status, response.location], path).toEqual([303, leadsTo])
    }
  })

  it('replaces the current member by another one, by form and by call, and ends the previous session', async () => {
    const names = ['demo', 'demo2'] as const
    const passwords = { demo: 'demo-1234', demo2: 'demo-5678' }
    for (const method of ['form', 'call'] as const) {
      const guest = await signedIn(site.base)
      const former = copyOf(guest)
      for (const id of [...names].reverse()) {
        if (method === 'form') {
          const response = await guest.post('/login', { id, pw: passwords[id], next: '/note' })
          expect([response.status, response.location]).toEqual([303, '/note'])
        } else expect((await guest.call('user-do-login', { id, pw: passwords[id] })).status).toBe(200)
        expect((await guest.call('user-health-check', {})).json()).toMatchObject({ user: { userId: id } })
      }
      expect((await former.get('/note')).location).toBe('/login?next=%2Fnote')
    }
  })

  it.each([
    [401, { id: 'demo2', pw: 'wrong-password' }, words['msg2030']],
    [422, { id: 'demo2', pw: '' }, words['msg_auth_error']],
  ])(
    'responds with %d if it fails for another member, and shows who is still logged in',
    async (status, typed, text) => {
      const member = await signedIn(site.base)
      const response = await member.post('/login', { ...typed, next: '/note' })
      expect(response.status).toBe(status)
      expect(response.text).toContain(text)
      // Both fields are marked, because the response doesn't reveal which one is wrong.
      expect(response.page.querySelectorAll('main input[aria-invalid=true]')).toHaveLength(status === 401 ? 2 : 0)
      expect(response.text).toContain(textOf('login.still', { userId: 'demo' }))
      expect(fieldOf(response, 'id').value).toBe('demo2')
      expect(fieldOf(response, 'next').value).toBe('/note')
      expect((await member.call('user-health-check', {})).json()).toMatchObject({ user: { userId: 'demo' } })
      expect((await visitor(site.base).post('/login', typed)).text).not.toMatch(inOrder(words['login.still']))
    },
  )

  it('blocks a later registration, with a message', async () => {
    const member = await signedIn(site.base)
    const response = await member.post('/register', { id: 'another1', code: 'MADANG' })
    expect([response.status, response.location]).toEqual([303, '/'])
    expect((await member.get('/')).body).toContain(words['register.signedIn'])
  })
})

it('logging out asks for confirmation, then ends the session', async () => {
  const member = await newMember(site.base)
  const question = await member.get('/logout')
  expect(question.text).toContain(words['msg2285'])
  expect((await member.get('/deposit')).status).toBe(200)

  const response = await (await member.formOn('/logout')).post()
  expect([response.status, response.location]).toEqual([303, '/'])
  expect((await member.get('/deposit')).location).toBe('/login?next=%2Fdeposit')

  // Visitors can't open the logout page.
  expect((await member.get('/logout')).location).toBe('/')
})

/** Ends the member's session in another browser, so that the cookie in this one becomes invalid. */
async function endSession(member: Visitor): Promise<void> {
  await (await copyOf(member).formOn('/logout')).post()
}

describe('a form whose session has ended', () => {
  it('leads to the login form, and returns filled in but unsent after the same member logs in', async () => {
    const member = await newMember(site.base)
    const form = await member.formOn('/help?write', {
      title: '출금 문의',
      contents: '어제 신청한 출금이 궁금합니다.\n둘째 줄입니다.',
    })
    await endSession(member)

    const refused = await form.post({ intent: 'write' })
    expect(refused.status).toBe(401)
    expect(refused.text).toContain(words['session.ended'])
    expect(refused.body).not.toContain('어제 신청한')

    // A link leads to the saved form after any other login.
    const back = refused.page.querySelector('main a[href^="/help?kept="]')?.getAttribute('href') ?? ''
    expect((await member.get(back)).location).toBe(`/login?next=${encodeURIComponent(back)}`)

    const login = member.formIn(refused, '/login', { id: member.id, pw: memberPassword, typed: '' })
    const typed = fieldOf(refused, 'typed').value
    const wrong = await login.post({ typed, pw: 'another password' })
    expect(wrong.status).toBe(401)
    const stillTyped = fieldOf(wrong, 'typed').value
    const response = await login.post({ typed: stillTyped })
    expect(response.status).toBe(303)
    expect(response.location).toMatch(/^\/help\?kept=/)

    const filled = await member.get(response.location ?? '')
    expect(filled.status).toBe(200)
    expect(filled.text).toContain(words['login.restored'])
    expect(fieldOf(filled, 'title').value).toBe('출금 문의')
    expect(fieldOf(filled, 'contents').value).toBe('어제 신청한 출금이 궁금합니다.\n둘째 줄입니다.')
    expect((await member.get('/help')).text).not.toContain('출금 문의')
    expect(fieldOf(await member.get(back), 'title').value).toBe('출금 문의')
    const stranger = await newMember(site.base)
    expect((await stranger.get(back)).body).not.toContain('출금 문의')
  })

  it('isn’t saved on a page that couldn’t restore it', async () => {
    const member = await newMember(site.base)
    const form = await member.formOn('/user?tab=limits', { day: '70000' })
    await endSession(member)
    const refused = await form.post()
    expect(refused.status).toBe(401)
    expect(refused.page.querySelector('main input[name=typed]')).toBeNull()
    expect(refused.text).not.toContain(words['login.saved'])
  })

  it('about money returns with its code, so that it moves money once, and without the password', async () => {
    const member = await newMember(site.base)
    const form = await member.formOn('/withdraw?balance=30000', { exchange_pw: '2580' })
    await endSession(member)

    const refused = await form.post({ intent: 'withdraw' })
    expect(refused.status).toBe(401)
    const typed = fieldOf(refused, 'typed').value
    const login = await member.post('/login', { id: member.id, pw: memberPassword, next: '/withdraw', typed })
    const filled = await member.get(login.location ?? '')

    const value = (name: string) => fieldOf(filled, name).value
    expect(value('balance').replace(/\D/g, '')).toBe('30000')
    expect(value('exchange_pw')).toBe('')
    expect(value('code')).toMatch(/^[\w-]{8,64}$/)
    // The form may have been accepted before under this code.
    expect(value('code')).toBe(form.fields.code)
  })

  it('isn’t shown to another member, and isn’t saved if its member is unknown', async () => {
    const member = await newMember(site.base)
    const otherMember = await newMember(site.base)
    const form = await member.formOn('/deposit', { balance: '50000' })
    await endSession(member)
    const typed = fieldOf(await form.post(), 'typed').value
    expect(typed).not.toBe('')

    const stranger = visitor(site.base)
    const response = await stranger.post('/login', { id: otherMember.id, pw: memberPassword, next: '/deposit', typed })
    expect([response.status, response.location]).toEqual([303, '/deposit'])

    const nobody = await visitor(site.base).post('/deposit', { balance: '50000', code: 'a'.repeat(16) })
    expect(nobody.status).toBe(401)
    expect(nobody.page.querySelector('main input[name=typed]')).toBeNull()
    expect(nobody.page.querySelector('main a[href*="kept="]')).toBeNull()
  })
})

describe('a form during a change of language', () => {
  /** Returns the action of a language button, to which it sends the form without script. */
  function actionForLanguage({ page }: PageResponse, formId: string, language: string): string {
    const button = page.querySelector(`header button[form=${formId}][value=${language}]`)
    return button?.getAttribute('formAction') ?? ''
  }

  it('is redisplayed as typed, without its password and with a new code', async () => {
    const member = await signedIn(site.base)
    const page = await member.get('/withdraw')
    const { fields } = member.formIn(page, '/withdraw', { balance: '30000', exchange_pw: '2580' })
    const moved = await member.post(actionForLanguage(page, 'withdraw-form', 'en'), { ...fields, lng: 'en' })
    expect([moved.status, moved.location]).toEqual([303, expect.stringMatching(/^\/withdraw\?kept=[0-9a-f-]{36}$/)])
    expect(moved.headers.getSetCookie().join()).toMatch(/lng=en/)

    const english = await member.get(moved.location ?? '')
    expect(english.page.documentElement.getAttribute('lang')).toBe('en')
    const value = (name: string) => fieldOf(english, name).value
    expect([value('balance').replace(/\D/g, ''), value('exchange_pw')]).toEqual(['30000', ''])
    expect(value('code')).toMatch(/^[\w-]{8,64}$/)
    expect(value('code')).not.toBe(fields.code)
    const stranger = await newMember(site.base)
    expect((await stranger.get(moved.location ?? '')).page.querySelector('main [name=balance]')).toBeNull()
  })

  it('doesn’t change the language on Enter, which clicks a form’s first button', async () => {
    const { page } = await (await newMember(site.base)).get('/help?write')
    const first = page.querySelector('button[form=inquiry-form], form#inquiry-form button')
    expect(first?.getAttribute('disabled')).not.toBeNull()
  })
})

it('a registration sent twice creates one member and gets the same response; later the ID is taken', async () => {
  const guest = visitor(site.base)
  // Opens the form at each replica first, so that both are ready to process a request in parallel.
  await Promise.all([guest.get('/register'), guest.get('/register')])
  const fields = { ...registrationFields, id: 'pressed_1', nick: '두번' }
  const both = await Promise.all([guest.post('/register', fields), guest.post('/register', fields)])
  expect(both.map(({ status, location }) => [status, location])).toEqual(Array(2).fill([303, '/']))
  expect((await guest.get('/')).text).toContain(words['register.welcome'])
  // Replicas remember the first outcome for half a second.
  const press = () => visitor(site.base).post('/register', fields)
  await expect.poll(async () => (await press()).status).toBe(422)
  const { text } = await press()
  expect(text).toContain(words['register.id.taken'])
  expect((await visitor(site.base).post('/login', { id: fields.id, pw: fields.pw })).status).toBe(303)
})

async function inquiries(member: Visitor): Promise<number> {
  return (await member.get('/help')).page.querySelectorAll(`main ul[aria-label="${words['help.list']}"] > li`).length
}

describe('a form that was rendered for another member', () => {
  const memberPages = [
    ...[
      '/user?tab=limits',
      '/user?tab=security',
      '/user?ask=exclude&exclude=6m',
      '/help?write',
      '/help?ask=delete-all',
    ],
    ...['/note?ask=delete-all', '/game?company=gaon-casino&code=gaon-casino', '/slot?view=favourites'],
    ...sitePaths.filter(({ path, isForMembers }) => isForMembers && !path.startsWith('/api/')).map(({ path }) => path),
  ]

  it.each([
    ['/deposit', { balance: '40000' }],
    ['/help?write', { title: '출금 문의', contents: '긴 이야기' }],
  ])('on %s sends nothing for the member logged in since, and keeps what was typed', async (path, typed) => {
    const browser = await signedIn(site.base)
    const form = await browser.formOn(path, typed)
    await browser.signIn('demo2', 'demo-5678')
    const before = await walletOf(browser)
    const inquiriesBefore = await inquiries(browser)
    const response = await form.post(path.startsWith('/help') ? { intent: 'write' } : {})
    expect([response.status, response.location]).toEqual([303, expect.stringMatching(/\?kept=[0-9a-f-]{36}$/)])
    const page = await browser.get(response.location ?? '')
    expect(page.text).toContain(words['form.anothers'])
    const [name = '', value] = Object.entries(typed)[0] ?? []
    expect(fieldOf(page, name).value.replace(',', '')).toBe(value)
    expect(await walletOf(browser)).toEqual(before)
    expect(await inquiries(browser)).toBe(inquiriesBefore)
    expect((await browser.get('/deposit')).text).not.toContain('40,000')
  })

  const ownerIn = (form: Element | null) => form?.querySelector('input[name=owner]')?.getAttribute('value')

  it.each([
    ['/user?tab=limits', { intent: 'limits', day: '70000' }],
    ['/game?company=gaon-casino&code=gaon-casino', {}],
    ['/slot', { company: 'gaon-casino', code: 'gaon-casino', on: 'yes' }],
  ])('on %s does nothing for the member logged in since, and leads to their page', async (path, fields) => {
    const browser = await newMember(site.base)
    const { page } = await browser.get(path)
    expect(ownerIn(page.querySelector('main'))).toBe(browser.id)
    const stranger = await newMember(site.base)
    const response = await stranger.post(
      path.replace('/slot', '/favourite'),
      { ...fields, owner: browser.id },
      {
        Referer: `${site.base}${path}`,
      },
    )
    expect([response.status, response.location, (await stranger.follow(response)).text]).toEqual([
      303,
      path,
      expect.stringContaining(words['form.anothers']),
    ])
  })

  it('is always detected: every form names its owner, and browsers may not restore its hidden fields', async () => {
    const members = await Promise.all([newMember(site.base), newMember(site.base)])
    const ofAnybody = /^\/(?:language|theme|lite)\b/
    const [ownerless, restored]: [string[], string[]] = [[], []]
    let differing = 0
    for (const path of memberPages) {
      const [mine, theirs] = await Promise.all(members.map((member) => member.get(path)))
      for (const form of mine?.page.querySelectorAll('form[method=post]') ?? []) {
        const action = form.getAttribute('action') ?? path
        if (!ofAnybody.test(action) && ownerIn(form) !== members[0].id) ownerless.push(`${path} ${action}`)
      }
      const [fields = [], others = []] = [mine, theirs].map((response) => [
        ...(response?.page.querySelectorAll('input[type=hidden]:not([disabled])') ?? []),
      ])
      expect(others.length, path).toBe(fields.length)
      for (const [index, field] of fields.entries()) {
        if (field.getAttribute('value') === others[index]?.getAttribute('value')) continue
        differing += 1
        // Firefox restores hidden fields after a reload, with the code or owner of the previous page.
        if ((field.getAttribute('autoComplete') ?? field.getAttribute('autocomplete')) !== 'off')
          restored.push(`${path}: ${field.getAttribute('name')}`)
      }
    }
    expect(ownerless).toEqual([])
    expect(differing).toBeGreaterThan(10)
    expect(restored).toEqual([])
  })

  it('is not one with the member’s ID in another spelling, but is one with several owners', async () => {
    const member = await newMember(site.base)
    const locationFor = async (...owners: string[]) => {
      const body = new URLSearchParams([['intent', 'limits'], ['day', ''], ...owners.map((owner) => ['owner', owner])])
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      return (await member.send('POST', '/user', { body: body.toString(), headers })).location
    }
    expect(await locationFor(member.id.toUpperCase())).not.toBe('/user')
    expect(await locationFor(member.id, 'demo')).toBe('/user')
  })

  it('logs nobody out, and keeps no text on a change of language', async () => {
    const [member, stranger] = [await newMember(site.base), await newMember(site.base)]
    const owner = { owner: member.id }
    expect((await stranger.post('/logout', { everywhere: 'on', ...owner })).location).toBe('/logout')
    expect((await stranger.get('/user')).status).toBe(200)
    const typed = { lng: 'en', next: '/help?write', title: '출금 문의', contents: '긴 이야기', ...owner }
    expect((await stranger.post('/language', typed)).location).toBe('/help?write')
  })

  it('opens no game by script', async () => {
    const member = await newMember(site.base)
    const game = { company: 'gaon-casino', code: 'gaon-casino' }
    const statusFor = async (owner: string) => (await member.call('open-game', game, { 'X-Owner': owner })).status
    expect([await statusFor('demo'), await statusFor('%'), await statusFor(member.id)]).toEqual([409, 409, 200])
  })

  it('is saved for its owner when nobody is logged in, whatever ID the browser remembers', async () => {
    const browser = await newMember(site.base)
    const form = await browser.formOn('/help?write', { title: '출금 문의', contents: '긴 이야기' })
    const stranger = await newMember(site.base)
    await browser.signIn(stranger.id, memberPassword)
    await browser.post('/logout', {})
    const typed = fieldOf(await form.post({ intent: 'write' }), 'typed').value
    const asStranger = await browser.post('/login', { id: stranger.id, pw: memberPassword, typed })
    expect(asStranger.location).not.toContain('kept=')
    const asOwner = await browser.post('/login', { id: browser.id, pw: memberPassword, typed })
    const filled = await browser.get(asOwner.location ?? '')
    expect(fieldOf(filled, 'contents').value).toBe('긴 이야기')
  })
})
