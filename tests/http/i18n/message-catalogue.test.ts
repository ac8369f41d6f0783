import { afterEach, describe, expect, it } from 'vitest'
import korean from '~locales/ko.json'
import koreanOfPages from '~locales/pages/ko.json'
import { sharedForeignSite } from '../../support/shared-site'
import { normalizedText, type PageResponse, signedIn, type Visitor, visitor } from '../../support/visitor'

/**
 * Messages of docs/product.md, as a browser without script gets them: on their own page, with ARIA role and HTTP status.
 * Those of sessions and of refused deposits are in session.test.ts and money-forms.test.ts, those that only scripts show in
 * tests/journeys/shell/dialogs.spec.ts, and the keys of other languages in tests/unit/i18n/locales.test.ts.
 */

const { site, upstream } = sharedForeignSite()

afterEach(() => upstream.clearFaults())

const messages = { ...korean, ...koreanOfPages } as const
type Key = keyof typeof messages

type CaseResult = { response: PageResponse; page: PageResponse }
type Case = {
  status: number
  role: 'status' | 'alert' | 'heading' | 'field'
  bring: () => Promise<CaseResult>
  /** The sentence after it, where it is another than the message's own. */
  more?: Key
}

const newMember = () => signedIn(site.base)
const newVisitor = () => visitor(site.base)

const singleResponse = (response: PageResponse): CaseResult => ({ response, page: response })
async function followRedirect(by: Visitor, response: PageResponse): Promise<CaseResult> {
  return { response, page: await by.follow(response) }
}

/** Fills in and submits the money form of a page while the upstream answers `callName` with `says`. */
function money(path: string, callName: string, upstreamResponse: object | undefined, typed: Record<string, string>) {
  return async () => {
    const member = await newMember()
    if (upstreamResponse) upstream.answer(callName, upstreamResponse)
    const form = await member.formOn(path, typed)
    return followRedirect(member, await form.post())
  }
}

const deposit = (balance: string, says?: object) => money('/deposit', 'apply-user-deposit', says, { balance })
const withdraw = (balance: string, says?: object) =>
  money('/withdraw', 'apply-user-withdraw', says, { balance, exchange_pw: '2580' })

function askBankAccount(says?: object) {
  return async () => {
    const member = await newMember()
    if (says) upstream.answer('user-ask-account', says)
    const form = await member.formOn('/deposit')
    return followRedirect(member, await form.post({ intent: 'ask-account' }))
  }
}

function game(says: object, company = 'slot-1', code = '501') {
  return async () => {
    const member = await newMember()
    upstream.answer('open-game', says)
    return singleResponse(await member.post('/game', { company, code }))
  }
}

const cases = {
  msg2001: {
    status: 303,
    role: 'alert',
    bring: async () => {
      const guest = newVisitor()
      return followRedirect(guest, await guest.get('/withdraw'))
    },
  },
  msg2005: { status: 303, role: 'status', bring: askBankAccount() },
  msg2006: { status: 409, role: 'alert', bring: askBankAccount({ status: 'no' }) },
  msg2007: { status: 422, role: 'field', bring: deposit('0') },
  msg2008: { status: 422, role: 'field', bring: deposit('9000') },
  msg2010: { status: 303, role: 'status', bring: deposit('10000') },
  msg2012: { status: 409, role: 'alert', bring: deposit('10000', { status: 'no' }) },
  msg2013: { status: 422, role: 'field', bring: withdraw('5000') },
  msg2014: { status: 422, role: 'field', bring: withdraw('0') },
  msg2015: { status: 303, role: 'status', bring: withdraw('10000') },
  msg2016: { status: 409, role: 'alert', more: 'msg2016.wallet.text', bring: withdraw('10000', { status: 'balance' }) },
  msg2286: { status: 409, role: 'alert', bring: withdraw('10000', { status: 'wait', ms: 125_000 }) },
  msg2018: { status: 409, role: 'alert', bring: withdraw('10000', { status: 'no' }) },
  msg2285: {
    status: 200,
    role: 'heading',
    bring: async () => singleResponse(await (await newMember()).get('/logout')),
  },
} satisfies Partial<Record<Key, Case>>

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

it.each(Object.entries(cases) as [Key, Case][])(
  'a message %s is shown where it happened',
  async (key, { status, role, bring, more = `${key}.text` as Key }) => {
    const { response, page } = await bring()
    expect(response.status).toBe(status)
    expect(messageTextAt(page, role)).toContain(messages[key].replace('{{time}}', '02:05'))
    const text: string | undefined = messages[more]
    for (const part of text?.split(/\{\{\w+\}\}/) ?? []) expect(page.text).toContain(part)
  },
)

describe('messages', () => {
  it('of a sport game that fails are a warning, of others an error', async () => {
    const sport = await game({ status: 'no' }, '77', '77')()
    const slot = await game({ status: 'no' })()
    for (const { response } of [sport, slot]) {
      expect([response.status, messageTextAt(response, 'alert')]).toEqual([
        409,
        expect.stringContaining(korean.msg2303),
      ])
    }
    const look = ({ response }: CaseResult) => response.page.querySelector('main [role=alert]')?.getAttribute('class')
    expect(look(sport)).not.toBe(look(slot))
  })

  it('of a withdrawal that has to wait do without a time when none came', async () => {
    const { page } = await withdraw('10000', { status: 'wait' })()
    expect(messageTextAt(page, 'alert')).toContain(korean.msg2287)
  })
})
