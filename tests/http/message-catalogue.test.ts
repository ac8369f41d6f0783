import { afterEach, describe, expect, it } from 'vitest'
import english from '~locales/en.json'
import korean from '~locales/ko.json'
import englishOfPages from '~locales/pages/en.json'
import koreanOfPages from '~locales/pages/ko.json'
import { sharedForeignSite } from '../support/shared-site'
import { normalizedText, type PageResponse, signedIn, type Visitor, visitor } from '../support/visitor'

/**
 * Every message of the catalogue, as a browser without script gets it: on its own page, in Korean and in English, with
 * its ARIA role and the HTTP status. Messages that only scripts show are in tests/journeys/dialogs.spec.ts.
 */

const { site, upstream } = sharedForeignSite()

afterEach(() => upstream.clearFaults())

const languages = { ko: { ...korean, ...koreanOfPages }, en: { ...english, ...englishOfPages } } as const
type Language = keyof typeof languages
type Key = keyof typeof languages.ko & keyof typeof languages.en

/** The result of a case: the first response, and the page that shows the message. */
type CaseResult = { response: PageResponse; page: PageResponse }
type Case = {
  status: number
  role: 'status' | 'alert' | 'heading' | 'field'
  bring: (lng: Language) => Promise<CaseResult>
  /** The sentence after it, where it is another than the message's own. */
  more?: Key
}

async function memberIn(lng: Language): Promise<Visitor> {
  const member = await signedIn(site.base)
  await member.get(`/?lng=${lng}`)
  return member
}

async function visitorIn(lng: Language): Promise<Visitor> {
  const guest = visitor(site.base)
  await guest.get(`/?lng=${lng}`)
  return guest
}

const singleResponse = (response: PageResponse): CaseResult => ({ response, page: response })
async function followRedirect(by: Visitor, response: PageResponse): Promise<CaseResult> {
  return { response, page: await by.follow(response) }
}

/** Fills in and submits the money form of a page while the upstream answers `callName` with `says`. */
function money(path: string, callName: string, upstreamResponse: object | undefined, typed: Record<string, string>) {
  return async (lng: Language) => {
    const member = await memberIn(lng)
    if (upstreamResponse) upstream.answer(callName, upstreamResponse)
    const form = await member.formOn(path, typed)
    return followRedirect(member, await form.post())
  }
}

const deposit = (balance: string, says?: object) => money('/deposit', 'apply-user-deposit', says, { balance })
const withdraw = (balance: string, says?: object) =>
  money('/withdraw', 'apply-user-withdraw', says, { balance, exchange_pw: '2580' })

function askAccount(says?: object) {
  return async (lng: Language) => {
    const member = await memberIn(lng)
    if (says) upstream.answer('user-ask-account', says)
    const form = await member.formOn('/deposit')
    return followRedirect(member, await form.post({ intent: 'ask-account' }))
  }
}

function game(says: object, company = 'slot-1', code = '501') {
  return async (lng: Language) => {
    const member = await memberIn(lng)
    upstream.answer('open-game', says)
    return singleResponse(await member.post('/game', { company, code }))
  }
}

function login(pw: string) {
  return async (lng: Language) => {
    const guest = await visitorIn(lng)
    const form = await guest.formOn('/login', { id: 'demo', pw })
    return followRedirect(guest, await form.post())
  }
}

const cases = {
  msg2001: {
    status: 303,
    role: 'alert',
    bring: async (lng) => {
      const guest = await visitorIn(lng)
      return followRedirect(guest, await guest.get('/withdraw'))
    },
  },
  msg2005: { status: 303, role: 'status', bring: askAccount() },
  msg2289: { status: 409, role: 'alert', bring: askAccount({ status: 'alread' }) },
  msg2006: { status: 409, role: 'alert', bring: askAccount({ status: 'no' }) },
  msg2007: { status: 422, role: 'field', bring: deposit('0') },
  msg2008: { status: 422, role: 'field', bring: deposit('9000') },
  msg2009: { status: 422, role: 'field', bring: deposit('15000') },
  msg2010: { status: 303, role: 'status', bring: deposit('10000') },
  msg2287: { status: 409, role: 'alert', bring: deposit('10000', { status: 'wait' }) },
  msg2012: { status: 409, role: 'alert', bring: deposit('10000', { status: 'no' }) },
  msg2013: { status: 422, role: 'field', bring: withdraw('5000') },
  msg2014: { status: 422, role: 'field', bring: withdraw('0') },
  msg2015: { status: 303, role: 'status', bring: withdraw('10000') },
  msg2016: { status: 409, role: 'alert', more: 'msg2016.wallet.text', bring: withdraw('10000', { status: 'balance' }) },
  msg2286: { status: 409, role: 'alert', bring: withdraw('10000', { status: 'wait', ms: 125_000 }) },
  msg2018: { status: 409, role: 'alert', bring: withdraw('10000', { status: 'no' }) },
  msg2303: { status: 409, role: 'alert', bring: game({ status: 'time' }) },
  msg2030: { status: 401, role: 'alert', bring: login('a wrong password') },
  msg_auth_success: { status: 303, role: 'status', bring: login('demo-1234') },
  msg_auth_error: { status: 422, role: 'alert', bring: login('') },
  msg2285: {
    status: 200,
    role: 'heading',
    bring: async (lng) => singleResponse(await (await memberIn(lng)).get('/logout')),
  },
} satisfies Partial<Record<Key, Case>>

/** Messages that only scripts show: prompts of the health check and loading states. */
const ofScripts = ['msg2003', 'msg2004', 'msg2306', 'msg2307']

/** The catalogue of messages. Source: docs/product.md, messages. */
const catalogue = [
  ...['msg2001', 'msg2003', 'msg2004', 'msg2005', 'msg2289', 'msg2006', 'msg2007', 'msg2008', 'msg2009', 'msg2010'],
  ...['msg2287', 'msg2012', 'msg2013', 'msg2014', 'msg2015', 'msg2016', 'msg2286', 'msg2018', 'msg2306', 'msg2303'],
  ...['msg2307', 'msg2030', 'msg_auth_success', 'msg_auth_error', 'msg2285'],
]

const placeOf = {
  status: 'main [role=status]',
  alert: 'main [role=alert]',
  heading: 'main h1',
  field: 'main [aria-invalid=true]',
} as const

/** The text of the element that shows a message; for a field, its description. */
function messageTextAt({ page }: PageResponse, role: keyof typeof placeOf): string {
  const places = [...page.querySelectorAll(placeOf[role])]
  if (role !== 'field') return places.map(normalizedText).join(' ')
  return places
    .flatMap((field) => field.getAttribute('aria-describedby')?.split(' ') ?? [])
    .map((id) => normalizedText(page.getElementById(id)))
    .join(' ')
}

describe.each(Object.keys(languages) as Language[])('in %s', (lng) => {
  it.each(Object.entries(cases) as [Key, Case][])(
    '%s is shown where it happened',
    async (key, { status, role, bring, more = `${key}.text` as Key }) => {
      const { response, page } = await bring(lng)
      expect(response.status).toBe(status)
      expect(page.page.documentElement.getAttribute('lang')).toBe(lng)
      const words = languages[lng][key].replace('{{time}}', '02:05')
      expect(messageTextAt(page, role)).toContain(words)
      const text: string | undefined = languages[lng][more]
      for (const part of text?.split(/\{\{\w+\}\}/) ?? []) expect(page.text).toContain(part)
    },
  )
})

describe('messages', () => {
  it('are all tested here, or shown by scripts alone', () => {
    expect([...Object.keys(cases), ...ofScripts].sort()).toEqual([...catalogue].sort())
  })

  it('of a sport game that fails are a warning, of others an error', async () => {
    const sport = await game({ status: 'no' }, '77', '77')('ko')
    const slot = await game({ status: 'no' })('ko')
    for (const { response } of [sport, slot]) {
      expect([response.status, messageTextAt(response, 'alert')]).toEqual([
        409,
        expect.stringContaining(korean.msg2012),
      ])
    }
    const look = ({ response }: CaseResult) => response.page.querySelector('main [role=alert]')?.getAttribute('class')
    expect(look(sport)).not.toBe(look(slot))
  })

  it('of a withdrawal that has to wait do without a time when none came', async () => {
    const { page } = await withdraw('10000', { status: 'wait' })('ko')
    expect(messageTextAt(page, 'alert')).toContain(korean.msg2287)
  })
})
