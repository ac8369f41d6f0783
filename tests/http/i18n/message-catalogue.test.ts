import { afterEach, expect, it } from 'vitest'
import korean from '~locales/ko.json'
import koreanOfPages from '~locales/pages/ko.json'
import { sharedForeignSite, sharedMember } from '../../support/shared-site'
import { fieldOf, normalizedText, type PageResponse } from '../../support/visitor'

/** Messages of docs/product.md without script: each on its page, with its ARIA role and HTTP status. */

const { site, upstream } = sharedForeignSite()
const member = sharedMember(site)

afterEach(() => upstream.clearFaults())

const messages = { ...korean, ...koreanOfPages } as const

const deposit = { path: '/deposit', call: 'apply-user-deposit', fields: { balance: '10000' }, more: {} }
const askAccount = { ...deposit, call: 'user-ask-account', fields: {}, more: { intent: 'ask-account' } }
const withdraw = {
  ...{ path: '/withdraw', call: 'apply-user-withdraw', more: {} },
  fields: { balance: '10000', exchange_pw: '2580' },
}

const alertIn = ({ page }: PageResponse) => normalizedText(page.querySelector('main [role=alert]'))

it.each([
  ['msg2005', 303, askAccount, {}, undefined],
  ['msg2006', 409, askAccount, {}, { status: 'no' }],
  ['msg2007', 422, deposit, { balance: '0' }, undefined],
  ['msg2008', 422, deposit, { balance: '9000' }, undefined],
  ['msg2012', 409, deposit, {}, { status: 'no' }],
  ['msg2013', 422, withdraw, { balance: '5000' }, undefined],
  ['msg2014', 422, withdraw, { balance: '0' }, undefined],
  ['msg2018', 409, withdraw, {}, { status: 'no' }],
  ['msg2286', 409, withdraw, {}, { status: 'wait', ms: 125_000 }],
  ['msg2287', 409, withdraw, {}, { status: 'wait' }],
] as const)(
  '%s is shown on the page that caused it, with status %i',
  async (key, status, { path, call, fields, more }, typed, says) => {
    if (says) upstream.answer(call, says)
    const response = await (await member.formOn(path, { ...fields, ...typed })).post(more)
    const page = await member.follow(response)
    expect(response.status).toBe(status)
    const places = {
      303: () => normalizedText(page.page.querySelector('main [role=status]')),
      409: () => alertIn(page),
      422: () => fieldOf(page, 'balance').says,
    }
    expect(places[status]()).toContain(messages[key].replace('{{time}}', '02:05'))
    const text = (messages as Record<string, string>)[`${key}.text`]
    for (const part of text?.split(/\{\{\w+\}\}/) ?? []) expect(page.text).toContain(part)
  },
)

it('a failed launch is a warning for a sport game, and an error for others', async () => {
  const classes = []
  for (const game of ['77', 'slot-1']) {
    upstream.answer('open-game', { status: 'no' })
    const response = await member.post('/game', { company: game, code: game === '77' ? game : '501' })
    expect([response.status, alertIn(response)]).toEqual([409, expect.stringContaining(korean.msg2303)])
    classes.push(response.page.querySelector('main [role=alert]')?.getAttribute('class'))
  }
  expect(classes[0]).not.toBe(classes[1])
})
