import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { rawConnection } from '../../support/raw-connection'
import { runBackoffice } from '../../support/run-backoffice'
import { sharedSite } from '../../support/shared-site'
import { askBackoffice, type Site, secretsOnDatabase } from '../../support/site'
import { hrefsIn, newMember, type PageResponse, type Visitor, visitor, walletOf } from '../../support/visitor'

const token = secretsOnDatabase.BACKOFFICE_TOKEN
const plain = sharedSite({
  BACKOFFICE_TOKEN: token,
  PLAY_APPROVAL_MS: '0',
  BACKOFFICE_SECOND_PERSON_FROM: '1000000',
})
const required = sharedSite({ BACKOFFICE_TOKEN: token, BACKOFFICE_SECOND_FACTOR: 'required' })
const donePath = /^\/backoffice\/command\/[\w-]+\?form=[\w-]+&done$/

/** Somebody at the back office of a site, logged in. */
async function operatorAt(site: Site, name = 'owner', own = token): Promise<Visitor> {
  const operator = visitor(site.base)
  const entered = await operator.post('/backoffice/login', { name, token: own, next: '/backoffice?lng=en' })
  expect([entered.status, entered.location]).toEqual([303, '/backoffice?lng=en'])
  await operator.get('/backoffice?lng=en')
  return operator
}

/** Makes a token of a person. */
async function tokenOf(site: Site, name: string, role: string): Promise<string> {
  const made = await askBackoffice(site.base, token, 'make-token', { name, role })
  return ((await made.json()) as { token: string }).token
}

/** Sends a form, and goes on to the page of what would come of it. */
const previewOf = async (operator: Visitor, sent: Promise<PageResponse>) => operator.follow(await sent)

/** Fills the form of a command, looks at what would be, and presses. */
async function runByForm(operator: Visitor, path: string, typed: Record<string, string>) {
  const form = await operator.formOn(path, typed)
  const shown = await previewOf(operator, form.post())
  return { form, shown, press: () => operator.formIn(shown, path).post() }
}

/** The boxes of a page that tick rows, and whether each is ticked. */
const boxesOf = ({ page }: PageResponse) =>
  [...page.querySelectorAll('main td.pick input')].map((box) => [
    box.getAttribute('value'),
    box.hasAttribute('checked'),
  ])

/** Posts the form of a page as a browser does, without the rows that somebody unticks. */
function pressOn(operator: Visitor, { page }: PageResponse, unticked: readonly string[] = []): Promise<PageResponse> {
  const form = page.querySelector('main form[method=post]')
  const fields = [...(form?.querySelectorAll('input') ?? [])].flatMap((input) => {
    const [name = '', value = ''] = ['name', 'value'].map((attribute) => input.getAttribute(attribute) ?? '')
    const isBox = input.getAttribute('type') === 'checkbox'
    return isBox && (!input.hasAttribute('checked') || unticked.includes(value)) ? [] : [[name, value]]
  })
  return operator.send('POST', form?.getAttribute('action') ?? '', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
}

/** Asks for a path with this Host, as another name of the same machine; with a form, posts it. */
function statusWithHost(
  site: Site,
  path: string,
  host: string,
  form?: { fields?: Record<string, string>; headers: Record<string, string> },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const type = form?.fields ? 'application/x-www-form-urlencoded' : 'application/json'
    const headers = { Host: host, ...(form && { 'Content-Type': type, ...form.headers }) }
    const asked = request(`${site.base}${path}`, { method: form ? 'POST' : 'GET', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject).end(form && (form.fields ? new URLSearchParams(form.fields).toString() : '{}'))
  })
}

describe('somebody at the back office', () => {
  const site = plain
  /** The only deposit of a member. */
  async function depositOf(member: { id: string }) {
    const asked = await askBackoffice(site.base, token, 'movements', { kind: 'deposit', member: member.id })
    const { rows } = (await asked.json()) as { rows: [{ id: string; number: string }] }
    return rows[0]
  }

  it('shows how old the last audit is and, of a store that is a folder, no backup', async () => {
    const operator = await operatorAt(site)
    const read = async (path: string) => (await operator.get(`/backoffice${path}?lng=en`)).text
    const unchecked = await read('')
    expect(unchecked).toContain('Last ledger audit: never')
    expect(unchecked + (await read('/books'))).not.toContain('Last backup')
    expect((await askBackoffice(site.base, token, 'audit')).status).toBe(200)
    expect(await read('')).not.toContain('Last ledger audit')
  })

  it('is led to an address of the back office alone by a login and by a form', async () => {
    const operator = await operatorAt(site)
    const foreign = [
      '/backoffice/../deposit',
      'https://elsewhere.example/backoffice',
      '//elsewhere.example/backoffice',
      '/deposit',
      '/backoffice/logout',
      '/backoffice\r\nx: y',
    ]
    for (const next of foreign) {
      const entered = await visitor(site.base).post('/backoffice/login', { name: 'owner', token, next })
      expect([next, entered.location]).toEqual([next, '/backoffice'])
      const { page } = await operator.get(`/backoffice/command/correct?back=${encodeURIComponent(next)}`)
      expect([next, page.querySelector('main .acts a')?.getAttribute('href')]).toEqual([next, '/backoffice'])
    }
  })

  it('approves several deposits by one press, once, after having seen what would be', async () => {
    const member = await newMember(site.base)
    for (const sum of ['30000', '50000']) await (await member.formOn('/deposit', { balance: sum })).post()
    const operator = await operatorAt(site)
    const list = await operator.get(`/backoffice/waiting?kind=deposit&member=${member.id}`)
    const ids = [...list.page.querySelectorAll('input[name=id]')].map((box) => box.getAttribute('value') ?? '')
    expect(ids).toHaveLength(2)
    const fields = operator.formIn(list, '/backoffice/command/approve').fields
    const body = new URLSearchParams([...Object.entries(fields), ...ids.map((id) => ['id', id])])
    const press = (sent: URLSearchParams) =>
      operator.send('POST', '/backoffice/command/approve', {
        body: sent.toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      })
    const sent = await press(body)
    expect([sent.status, sent.location]).toEqual([
      303,
      expect.stringMatching(/^\/backoffice\/command\/approve\?form=[\w-]+$/),
    ])
    const shown = await operator.follow(sent)
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Nothing has changed yet')])
    expect(shown.text).toContain('2 in all, 80,000 won')
    expect(shown.page.querySelector('tbody td.line')?.textContent).toMatch(/^Waiting → Done/)
    const balances = [...shown.page.querySelectorAll('tbody td.second')].map(({ textContent }) => textContent)
    expect(balances, 'one after the other').toEqual([
      '0\u00a0won → 30,000\u00a0won',
      '30,000\u00a0won → 80,000\u00a0won',
    ])
    expect((await walletOf(member)).balance).toBe(0)
    const inputs = [...(shown.page.querySelector('main form')?.querySelectorAll('input') ?? [])]
    const confirmed = new URLSearchParams(
      inputs.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']),
    )
    const done = await Promise.all([press(confirmed), press(confirmed)])
    expect(done.map(({ status }) => status)).toEqual([303, 303])
    const [at, again] = done.map(({ location }) => String(location))
    expect([at, again]).toEqual([`/backoffice/command/approve?form=${fields.requestId}&done`, at])
    expect((await operator.get(String(at))).text).toContain('Approve deposits: done')
    expect((await operator.get(String(at))).text, 'loaded again').toContain('Approve deposits: done')
    expect((await walletOf(member)).balance).toBe(80_000)
    const nothing = operator.formIn(list, '/backoffice/command/approve')
    const asked = await operator.get(String((await nothing.post()).location))
    expect(asked.page.querySelector('[role=alert]')?.textContent).toContain('Select what')
  })

  it('keeps a form that was sent for its session alone, at an address that says nothing of it, until it is done', async () => {
    const member = await newMember(site.base)
    const operator = await operatorAt(site)
    const typed = { account: 'cash', reason: 'a secret reason' }
    const [first, second] = await Promise.all(
      ['1000', '2000'].map(async (won) => {
        const form = await operator.formOn(`/backoffice/command/correct?member=${member.id}`, { ...typed, won })
        return String((await form.post()).location)
      }),
    )
    expect(first).toMatch(/^\/backoffice\/command\/correct\?form=[\w-]+$/)
    expect((await operator.get(first ?? '')).text).toContain('1,000')
    expect((await operator.get(second ?? '')).text).toContain('2,000')
    const again = await operator.get(first ?? '')
    expect([again.status, again.text]).toEqual([200, expect.stringContaining('a secret reason')])
    const edited = await operator.get(`${first}&edit`)
    expect(edited.page.querySelector('[name=won]')?.getAttribute('value')).toBe('1000')
    expect((await (await operatorAt(site)).get(first ?? '')).status).toBe(410)
    const done = await operator.formIn(again, '/backoffice/command/correct').post()
    const back = await operator.get(first ?? '')
    expect(back.page.querySelector('h1.done')?.textContent, 'Back leads to what was done').toBe(
      'Correct a balance: done',
    )
    expect(back.text).toBe((await operator.get(String(done.location))).text)
    expect((await operator.get('/backoffice/command/correct?form=never')).status).toBe(410)
    expect((await operator.get(second ?? '')).status).toBe(200)
    expect((await walletOf(member)).balance).toBe(1_000)
    const log = await operator.get(`/backoffice/log?member=${member.id}&lng=en`)
    const sentence = `owner corrected cash of ${member.id} by 1,000 won. a secret reason`
    expect(log.text).toContain(sentence)
    const { page } = await operator.get(`/backoffice/member?id=${member.id}`)
    const entry = page.querySelector('section[aria-label="Ledger"] td.lead')
    expect(entry?.textContent).toBe('Correctiona secret reason')
    const line = await operator.get(entry?.querySelector('a')?.getAttribute('href') ?? '')
    expect([line.page.querySelectorAll('main td.lead').length, line.text]).toEqual([
      1,
      expect.stringContaining(sentence),
    ])
  })

  it('does what was shown or nothing: another sum, another command or a change meanwhile is shown anew', async () => {
    const member = await newMember(site.base)
    const operator = await operatorAt(site)
    const typed = { member: member.id, account: 'cash', won: '40,000', reason: 'a test' }
    const { shown, press } = await runByForm(operator, '/backoffice/command/correct', typed)
    expect(shown.text).toContain('40,000')
    const form = operator.formIn(shown, '/backoffice/command/correct')
    const more = await previewOf(operator, form.post({ won: '400000' }))
    expect([more.status, more.text]).toEqual([409, expect.stringContaining('Something changed')])
    const broken = await previewOf(operator, form.post({ won: '1.5' }))
    expect([broken.status, broken.text]).toEqual([422, expect.stringContaining('Something changed')])
    const asOther = await previewOf(operator, operator.post('/backoffice/command/pay-out', form.fields))
    expect([asOther.status, asOther.text]).toEqual([409, expect.stringContaining('Something changed')])
    await askBackoffice(site.base, token, 'correct', { ...typed, won: 1_000 })
    const otherwise = await previewOf(operator, press())
    expect([otherwise.status, otherwise.text]).toEqual([409, expect.stringContaining('Something changed')])
    expect((await walletOf(member)).balance).toBe(1_000)
    expect((await operator.formIn(otherwise, '/backoffice/command/correct').post()).status).toBe(303)
    expect((await walletOf(member)).balance).toBe(41_000)
  })

  it('answers by an account in fields who asks for one, and may leave a group of a form out whole', async () => {
    const member = await newMember(site.base)
    await (await member.formOn('/deposit')).post({ intent: 'ask-account' })
    await (await member.formOn('/help?write', { title: 'a question', contents: 'how?' })).post({ intent: 'write' })
    const operator = await operatorAt(site)
    const { rows } = (await (
      await askBackoffice(site.base, token, 'requests', { member: member.id, state: 'all' })
    ).json()) as { rows: { id: string }[] }
    const account = { 'account.bank': 'a bank', 'account.number': '123-45', 'account.holder': 'a holder' }
    await (await member.formOn('/deposit', { balance: '30000' })).post()
    const { number } = await depositOf(member)
    const shown = (await operator.get(`/backoffice/inquiries?id=${rows[1]?.id}`)).page.querySelector('main section')
    expect(shown?.textContent).toContain(`Deposit ${number} 30,000\u00a0won`)
    expect(hrefsIn(shown)).toContain(`/backoffice/command/movement?number=${number}`)
    for (const [id, typed, names] of [
      [rows[0]?.id, { contents: 'like this' }, ['contents']],
      [rows[1]?.id, account, [...Object.keys(account), 'contents']],
    ] as const) {
      const path = `/backoffice/inquiries?id=${id}`
      const asked = (await operator.get(path)).page.querySelectorAll(
        'main form :is(textarea, input:not([type=hidden]))',
      )
      expect([...asked].map((field) => field.getAttribute('name'))).toEqual(names)
      const optional = [...(await operator.get(path)).page.querySelectorAll('main :is(legend, form label)')]
      expect(optional.flatMap(({ textContent }) => /(.*) \(optional\)/.exec(textContent ?? '')?.[1] ?? [])).toEqual(
        names.length > 1 ? ['Account to pay into', 'Text'] : [],
      )
      const preview = await previewOf(operator, (await operator.formOn(path, typed)).post())
      expect((await operator.formIn(preview, '/backoffice/command/answer').post()).location).toMatch(donePath)
    }
    const newcomer = await newMember(site.base)
    await (await newcomer.formOn('/deposit')).post({ intent: 'ask-account' })
    const asked = await askBackoffice(site.base, token, 'requests', { member: newcomer.id })
    const [next] = ((await asked.json()) as { rows: { id: string }[] }).rows
    const offers = hrefsIn((await operator.get(`/backoffice/inquiries?id=${next?.id}`)).page.querySelector('main'))
    const filled = await operator.get(offers.find((href) => href?.endsWith('&last')) ?? '')
    expect(operator.formIn(filled, '/backoffice/command/answer').fields).toMatchObject(account)
    expect(filled.text).toContain('This member has no deposit waiting')
    expect(shown?.textContent).not.toContain('This member has no deposit waiting')
    const phone = { phone: '01055556666', reason: 'a test' }
    const changed = await runByForm(operator, `/backoffice/command/change-member?member=${member.id}`, phone)
    expect((await changed.press()).location).toMatch(donePath)
    expect((await member.get('/user')).text).toMatch(/010-\*{4}-6666\d{4}-\d\d-\d\d \d\d:\d\d에 바뀌었습니다은행/)
  })

  it('finds what a receipt’s number is of, in any spelling, and sees who asked for a code with another phone', async () => {
    const member = await newMember(site.base)
    for (const balance of ['30000', '40000', '50000']) await (await member.formOn('/deposit', { balance })).post()
    const operator = await operatorAt(site)
    const { rows } = (await (
      await askBackoffice(site.base, token, 'movements', { kind: 'deposit', member: member.id, state: 'all' })
    ).json()) as { rows: { number: string }[] }
    expect(rows).toHaveLength(3)
    for (const { number } of rows)
      for (const search of [number, number.toLowerCase().replace('-', '')])
        expect([search, (await operator.get(`/backoffice/member?search=${search}`)).location]).toEqual([
          search,
          `/backoffice/command/movement?number=${number}`,
        ])
    const stranger = visitor(site.base)
    await (await stranger.formOn('/forgot', { id: member.id, phone: '01099998888' })).post()
    const { page } = await operator.get(`/backoffice/member?id=${member.id}`)
    expect(page.querySelector('.note.warn')?.textContent).toContain('01099998888')
    const list = await operator.get(`/backoffice/command/reset-requests?member=${member.id}`)
    expect(list.text).toMatch(/Not the phone on file.*asked 1×/)
    const codeForm = hrefsIn(list.page.querySelector('main')).find((href) => href?.includes('/reset-code?')) ?? ''
    await (await runByForm(operator, codeForm, {})).press()
    const none = await operator.get(`/backoffice/command/reset-requests?member=${member.id}&back=/backoffice/inquiries`)
    expect(hrefsIn(none.page.querySelector('main'))).toContain('/backoffice/inquiries')
  })

  it('is told at the field what is wrong, and keeps what was typed', async () => {
    const operator = await operatorAt(site)
    const { shown } = await runByForm(operator, '/backoffice/command/correct?member=demo', {
      won: '1.5',
      reason: 'a <b>reason</b>',
    })
    expect(shown.status).toBe(422)
    const field = shown.page.querySelector('[name=won]')
    expect(field?.getAttribute('aria-invalid')).toBe('true')
    expect(shown.page.getElementById('won-error')?.textContent).toBeTruthy()
    expect(shown.body).toContain('a &lt;b&gt;reason&lt;/b&gt;</textarea>')
  })

  it('says of a first approval whose it is, when and how another person approves second: row, preview and result', async () => {
    const member = await newMember(site.base)
    for (const balance of ['1500000', '2500000']) await (await member.formOn('/deposit', { balance })).post()
    const { rows } = (await (
      await askBackoffice(site.base, token, 'movements', { kind: 'deposit', member: member.id, order: 'oldest' })
    ).json()) as { rows: { id: string; number: string }[] }
    const [small, large] = rows
    const [ann, bea] = [await tokenOf(site, 'ann', 'cashier'), await tokenOf(site, 'bea', 'cashier')]
    const [first, second] = [await operatorAt(site, 'ann', ann), await operatorAt(site, 'bea', bea)]
    const path = (id?: string) => `/backoffice/command/approve?kind=deposit&id=${id}&back=/backoffice/waiting`
    const whose = /ann, .*\d\d:\d\d \(number \d+\)/
    const linkIn = (page: PageResponse) =>
      hrefsIn(page.page.querySelector('main')).find((href) => href?.includes('/approve?first=')) ?? ''

    const asked = await first.follow(await (await runByForm(first, path(small?.id), {})).press())
    expect(asked.page.querySelector('h1')?.textContent).toBe('Approve the deposit: first approval')
    expect(asked.text).toMatch(/First approval by ann at \d{4}-\d\d-\d\d \d\d:\d\d, number \d+/)
    const list = `/backoffice/waiting?kind=deposit&member=${member.id}`
    for (const address of [
      list,
      `/backoffice/command/movement?number=${small?.number}`,
      `/backoffice/member?id=${member.id}`,
    ]) {
      const [ofFirst, ofSecond] = [await first.get(address), await second.get(address)]
      expect([address, ofFirst.text, linkIn(ofFirst)]).toEqual([address, expect.stringMatching(whose), ''])
      expect([address, ofSecond.text, linkIn(ofSecond)]).toEqual([
        ...[address, expect.stringMatching(whose), expect.stringContaining(`id=${small?.id}&`)],
      ])
    }

    const own = await first.follow(await (await first.formOn(path(small?.id))).post())
    expect([own.text, own.page.querySelectorAll('main form button')]).toEqual([
      ...[expect.stringMatching(/First approval by ann/), expect.objectContaining({ length: 0 })],
    ])
    // Another person sees with the preview that their press is the second approval, of one and of several rows.
    const followed = await runByForm(second, path(small?.id), {})
    expect(followed.shown.text).toMatch(/First approval by ann at .*\. Your press is the second approval/)
    const both = await second.follow(
      await second.send('POST', '/backoffice/command/approve', {
        body: `kind=deposit&id=${small?.id}&id=${large?.id}&back=/backoffice/waiting&fixed=kind+id&requestId=several-rows-of-ann`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      }),
    )
    expect(both.page.querySelectorAll('td.lead .badge.warn')).toHaveLength(1)
    const done = await second.follow(await pressOn(second, both))
    expect(done.page.querySelector('h1')?.textContent).toBe('Approve deposits: 1 of 2 done, 1 first approved')
    expect(done.text).toMatch(/First approval by bea at/)
    expect((await walletOf(member)).balance).toBe(1_500_000)
    expect((await first.get(list)).text).toMatch(/bea, .*\(number \d+\)/)

    // Somebody approved first between the preview and the press: the result leads on.
    const other = await newMember(site.base)
    await (await other.formOn('/deposit', { balance: '1700000' })).post()
    const { id } = await depositOf(other)
    const [late, early] = [await runByForm(second, path(id), {}), await runByForm(first, path(id), {})]
    await early.press()
    const beaten = await second.follow(await late.press())
    expect(beaten.page.querySelector('h1')?.textContent).toBe('Approve the deposit: first approval')
    expect(beaten.text).toContain('First approval by ann')
    const follow = await runByForm(second, linkIn(beaten), {})
    expect((await second.follow(await follow.press())).text).toMatch(/First approval by ?ann/)
    expect((await walletOf(other)).balance).toBe(1_700_000)
  })

  it('leaves a row out of a preview, goes back with the others ticked, and names a row that was refused', async () => {
    const member = await newMember(site.base)
    for (const balance of ['10000', '20000', '30000', '40000'])
      await (await member.formOn('/deposit', { balance })).post()
    const operator = await operatorAt(site)
    const list = await operator.get(`/backoffice/waiting?kind=deposit&member=${member.id}&tick`)
    const ids = boxesOf(list).map(([id]) => String(id))
    const shown = await operator.follow(await pressOn(operator, list))
    expect(boxesOf(shown)).toEqual(ids.map((id) => [id, true]))
    for (const page of [
      shown,
      await operator.get(`${shown.page.querySelector('main .acts a.button')?.getAttribute('href')}`),
    ]) {
      const back = hrefsIn(page.page.querySelector('main .acts')).at(-1)
      expect(boxesOf(await operator.get(String(back)))).toEqual(ids.map((id) => [id, true]))
    }
    const [left = '', late = '', ...others] = ids
    await askBackoffice(site.base, token, 'approve', { kind: 'deposit', id: late })
    const done = await operator.follow(await pressOn(operator, shown, [left]))
    expect(done.page.querySelector('h1')?.textContent).toBe('Approve deposits: 2 of 3 done, 1 refused')
    const refused = done.page.querySelector('tbody tr')
    expect(refused?.querySelector('.lead')?.textContent).toMatch(new RegExp(`^${member.id}.*otherwise`))
    expect(refused?.textContent).toMatch(/20,000\u00a0won.*[0-9A-Z]{4}-[0-9A-Z]{2}/)
    expect(others).toHaveLength(2)
    expect((await walletOf(member)).balance).toBe(90_000)
    const rest = await operator.get(`/backoffice/waiting?kind=deposit&member=${member.id}`)
    expect(boxesOf(rest)).toEqual([[left, false]])
    const none = await operator.follow(await pressOn(operator, shown, ids))
    expect(none.page.querySelector('[role=alert]')?.textContent).toContain('Select what')
    // A row that was not shown is not done with those that were.
    const again = await operator.follow(
      await pressOn(operator, await operator.get(`/backoffice/waiting?kind=deposit&member=${member.id}&tick`)),
    )
    const form = operator.formIn(again, '/backoffice/command/approve')
    expect((await operator.follow(await form.post({ id: late }))).status).toBe(409)
  })

  it('sees before closing a member what money is left, and finds members by a part of what is known', async () => {
    const member = await newMember(site.base, { bankowner: '남궁나라별' })
    await askBackoffice(site.base, token, 'correct', {
      member: member.id,
      account: 'cash',
      won: 300_000,
      reason: 'a test',
    })
    const operator = await operatorAt(site)
    const { shown } = await runByForm(operator, `/backoffice/command/close?member=${member.id}`, {})
    expect(shown.text).toMatch(/Money left ?Cash 300,000 won/)
    const found = await operator.get(`/backoffice/member?search=${encodeURIComponent('궁나라')}`)
    expect(found.location).toBe(`/backoffice/member?id=${member.id}`)
  })

  it('is offered nothing where another tab has done it already, and told so once', async () => {
    const member = await newMember(site.base)
    await (await member.formOn('/deposit', { balance: '30000' })).post()
    const { id } = await depositOf(member)
    const operator = await operatorAt(site)
    const path = `/backoffice/command/approve?kind=deposit&id=${id}`
    const [firstTab, secondTab] = [await runByForm(operator, path, {}), await runByForm(operator, path, {})]
    expect((await firstTab.press()).location).toMatch(donePath)
    const stale = await previewOf(operator, secondTab.press())
    expect(stale.status).toBe(409)
    expect([...stale.page.querySelectorAll('main .note')].map(({ textContent }) => textContent)).toEqual([
      'No change: already in that state.',
    ])
    expect(stale.page.querySelectorAll('main button')).toHaveLength(0)
    expect(stale.text).toMatch(/Settled at ?\d\d:\d\d/)
    expect(stale.text).toMatch(/Settled by ?owner/)
  })

  it('sees with a deposit that its member is self-excluded, and all of it on a screen of its own', async () => {
    const member = await newMember(site.base)
    await (await member.formOn('/deposit', { balance: '30000' })).post()
    await askBackoffice(site.base, token, 'restrict', { member: member.id, exclude: '6m', reason: 'a test' })
    const { id, number } = await depositOf(member)
    const operator = await operatorAt(site)
    const list = await operator.get('/backoffice/waiting?kind=deposit&order=newest')
    const row = list.page.querySelector(`tr[data-row="${id}"]`)
    expect(row?.querySelector('td.lead .badge.warn')?.textContent).toMatch(/^Self-excluded until \d{4}-\d\d-\d\d/)
    const waiting = await operator.get(`/backoffice/command/movement?number=${number}`)
    const leads = hrefsIn(waiting.page.querySelector('main .bar'))
    expect(leads.map((href) => /command\/([\w-]+)/.exec(href ?? '')?.[1])).toEqual(['approve', 'cancel', 'credit'])
    expect(waiting.page.querySelector('header nav [aria-current]')?.textContent).toBe('Payments')
    const { shown, press } = await runByForm(operator, leads[0] ?? '', {})
    expect(shown.page.querySelector('dd .badge.warn')?.textContent).toMatch(/^\d{4}-\d\d-\d\d/)
    expect(shown.text).toContain('Self-excluded until')
    await press()
    const { page } = await operator.get(`/backoffice/command/movement?number=${number}`)
    const shownFields = [...page.querySelectorAll('main .pair')].map((pair) => [
      pair.querySelector('dt')?.textContent,
      pair.querySelector('dd')?.textContent,
    ])
    expect(shownFields).toEqual(
      expect.arrayContaining([
        ['Amount', '30,000\u00a0won'],
        ['Requested at', expect.stringMatching(/\d\d:\d\d/)],
        ['Settled at', expect.stringMatching(/\d\d:\d\d/)],
        ['Settled by', 'owner'],
        ['Available now', '30,000\u00a0won'],
        ['Available after it', '30,000\u00a0won'],
      ]),
    )
    expect(page.querySelector('h1')?.textContent).toBe(`Deposit ${number}`)
    expect(page.querySelectorAll('main .button')).toHaveLength(0)
  })

  it('narrows the log by who did it, and names no filter that is empty', async () => {
    const operator = await operatorAt(site)
    const own = await tokenOf(site, 'gu', 'support')
    await askBackoffice(site.base, own, 'add-internal-note', { member: 'demo', contents: 'a note' })
    const { page } = await operator.get('/backoffice/log?who=gu&member=&act=&from=&to=&lng=en')
    expect([...page.querySelectorAll('main td.lead')].map(({ textContent }) => textContent?.trim())).toEqual([
      'gu added a note on demo.',
    ])
    await operatorAt(site, 'gu', own)
    expect((await operator.get('/backoffice/log?who=gu')).text).not.toContain('gu logged in')
    expect((await operator.get('/backoffice/log?who=gu&all')).text).toContain('gu logged in')
    expect([...page.querySelectorAll('.bar > a.badge')].map(({ textContent }) => textContent)).toEqual(['Who: gu ✕'])
    expect(page.querySelector('select[name=who] option:checked')?.textContent).toBe('gu')
    const commandsOf = (group: string) =>
      [...page.querySelectorAll(`select[name=act] optgroup[label="${group}"] option`)].map((option) =>
        option.getAttribute('value'),
      )
    expect(commandsOf('Books and log')).toEqual(['end-play-money', 'record-backup'])
  })

  it('reads of a cancelled deposit, below its state, what its member was told, and of its member until when', async () => {
    const member = await newMember(site.base)
    await (await member.formOn('/deposit', { balance: '30000' })).post()
    const { id } = await depositOf(member)
    await askBackoffice(site.base, token, 'restrict', { member: member.id, exclude: '6m', reason: 'a test' })
    await askBackoffice(site.base, token, 'cancel', { kind: 'deposit', id, tell: 'no transfer came' })
    const operator = await operatorAt(site)
    const { page } = await operator.get(`/backoffice/waiting?state=all&member=${member.id}`)
    expect(page.querySelector('.foot')?.textContent).toContain('Total of completed and waiting')
    expect([...page.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual([
      ...['Member', 'Amount', 'State', 'Bank account', 'Requested at', 'Number', 'Details'],
    ])
    expect(page.querySelector('td.line')?.textContent).toMatch(/^Cancelled \d\d:\d\dno transfer came$/)
    expect(page.querySelector('td.lead .badge')?.textContent).toMatch(/^Self-excluded until \d{4}-\d\d-\d\d/)
  })

  it('reads in the books whose account an entry is of, and what of a settled bet is comp', async () => {
    const member = await newMember(site.base)
    await askBackoffice(site.base, token, 'correct', {
      member: member.id,
      account: 'cash',
      won: 10_000,
      reason: 'a test',
    })
    const opened = await member.call('open-game', { company: 'dodam-play', code: 'moon-rabbit-mill' })
    const { gameUrl } = opened.json() as { gameUrl: string }
    await member.post(new URL(gameUrl, site.base).pathname, { spin: randomUUID(), stake: '5000' })
    const operator = await operatorAt(site)
    const { page } = await operator.get(`/backoffice/books?member=${member.id}&account=comp`)
    const entries = [...(page.querySelector('main tbody')?.querySelectorAll('tr') ?? [])]
    const shown = entries.map((entry) =>
      ['.lead', '.aside', '.line'].map((cell) => entry.querySelector(cell)?.textContent),
    )
    expect(shown).toEqual([['Comp earned by a bet', '+15\u00a0won', `Comp ${member.id}`]])
    const books = await operator.get('/backoffice/books')
    const whole = [...books.page.querySelectorAll('main tr:has(td.lead)')].filter((row) =>
      row.textContent?.includes(member.id),
    )
    const sides = [...(whole.at(-1)?.querySelectorAll('td.line div') ?? [])].map(({ textContent }) => textContent)
    expect(sides).toEqual([`Cash ${member.id} +10,000\u00a0won`, 'Bank −10,000\u00a0won'])
    const audit = await operator.get('/backoffice/command/audit')
    expect(audit.page.querySelector('header nav [aria-current]')?.textContent).toBe('Books')
    expect(hrefsIn(audit.page.querySelector('main'))).toContain('/backoffice/books')
  })

  it('keeps a list with its filters under a name that everybody finds on the first screen', async () => {
    const operator = await operatorAt(site)
    const list = await operator.get('/backoffice/waiting?kind=withdrawal&state=all&member=demo')
    const form = hrefsIn(list.page.querySelector('main')).find((href) => href?.includes('keep-view')) ?? ''
    const { press } = await runByForm(operator, form, { name: 'all of demo' })
    expect((await press()).status).toBe(303)
    const own = await tokenOf(site, 'baek', 'reader')
    const reader = await operatorAt(site, 'baek', own)
    const { page } = await reader.get('/backoffice')
    const link = [...page.querySelectorAll('main a')].find(({ textContent }) => textContent === 'all of demo')
    expect(link?.getAttribute('href')).toBe('/backoffice/waiting?kind=withdrawal&state=all&member=demo')
    const keep = (by: string, name: string, address: string) =>
      askBackoffice(site.base, by, 'keep-view', { name, address })
    const addresses = ['https://elsewhere.example/', '//elsewhere.example/backoffice', '/backoffice/../deposit']
    for (const address of [...addresses, '/backoffice/command/correct?member=demo&won=5'])
      expect([address, (await keep(token, 'x', address)).status]).toEqual([address, 422])
    expect((await keep(own, 'all of demo', '/backoffice/log')).status).toBe(409)
    expect((await keep(token, 'odd', '/backoffice?"><i>')).status).toBe(200)
    expect((await reader.get('/backoffice')).body).not.toContain('"><i>')
  })

  it('has neither link nor way to what the role may not do', async () => {
    const reader = await operatorAt(site, 'seo', await tokenOf(site, 'seo', 'reader'))
    const page = await reader.get('/backoffice/member?id=demo')
    expect(hrefsIn(page.page.querySelector('main')).filter((href) => href?.includes('/command/correct'))).toEqual([])
    expect((await reader.get('/backoffice/command/correct')).status).toBe(403)
    expect((await reader.post('/backoffice/command/approve', { kind: 'deposit', id: '1' })).status).toBe(403)
    expect((await reader.get('/backoffice/command/nothing')).status).toBe(404)
  })

  it('is out at once when the token ends, by a logout, and by what another site sends', async () => {
    const operator = await operatorAt(site, 'kang', await tokenOf(site, 'kang', 'support'))
    const foreign = await operator.post('/backoffice/logout', {}, { Origin: 'https://elsewhere.example' })
    expect(foreign.status).toBe(403)
    expect((await operator.get('/backoffice')).status).toBe(200)
    await askBackoffice(site.base, token, 'end-token', { name: 'kang' })
    expect((await operator.get('/backoffice')).status).toBe(401)
    const owner = await operatorAt(site)
    expect((await owner.post('/backoffice/logout', {})).location).toBe('/backoffice/login')
    expect((await owner.get('/backoffice')).status).toBe(401)
  })

  it('finds a form again, as it was typed, that was sent when the session had ended', async () => {
    const operator = await operatorAt(site)
    const form = await operator.formOn('/backoffice/command/correct?member=demo', {
      account: 'cash',
      won: '1000',
      reason: 'typed before',
    })
    await operator.post('/backoffice/logout', {})
    const asked = await form.post()
    expect([asked.status, asked.text]).toEqual([401, expect.stringContaining('is kept')])
    expect(asked.body).not.toContain('typed before')
    const back = await previewOf(operator, operator.formIn(asked, '/backoffice/login', { name: 'owner', token }).post())
    expect(back.body).toContain('typed before')
    const shown = await previewOf(operator, operator.formIn(back, '/backoffice/command/correct').post())
    expect(shown.text).toContain('Nothing has changed yet')
  })

  it('and a member of the same browser know nothing of each other', async () => {
    const member = await newMember(site.base)
    expect((await member.get('/backoffice')).status).toBe(401)
    const operator = await operatorAt(site)
    expect((await operator.get('/deposit')).location).toMatch(/^\/login/)
  })

  it('gets files as files, and what is made once is shown once', async () => {
    const operator = await operatorAt(site)
    const file = await (await operator.formOn('/backoffice/command/export', { what: 'deposits' })).post()
    expect(file.headers.get('content-disposition')).toMatch(/attachment/)
    const note = { to: 'demo', title: '=HYPERLINK("x")', contents: '=1+1' }
    await (await runByForm(operator, '/backoffice/command/note', note)).press()
    const list = await operator.get('/backoffice/command/acts?act=note&format=csv')
    expect(list.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(list.body.split('\r\n').length).toBeGreaterThan(2)
    expect(list.body).not.toMatch(/(?:^|,)"?[=+@]/m)
    const csvOf = async (log: string) =>
      hrefsIn((await operator.get(log)).page.querySelector('main')).find((href) => href?.includes('format=csv')) ?? ''
    expect(await csvOf('/backoffice/log')).toContain('changes=')
    expect(await csvOf('/backoffice/log?all'), 'as the page has them').not.toContain('changes=')
  })

  it('shows what was made once to one of ten readings at the same time, also after two presses at the same time', async () => {
    const operator = await operatorAt(site)
    const { press } = await runByForm(operator, '/backoffice/command/reset-code?member=demo', {})
    const [pressed] = await Promise.all([press(), press()])
    const readings = await Promise.all(Array.from({ length: 10 }, () => operator.get(String(pressed?.location))))
    const codes = readings.filter(({ page }) => page.querySelector('code.secret'))
    expect([codes.length, readings.map(({ status }) => status)]).toEqual([1, Array(10).fill(200)])
  })
})

describe('a second factor in a browser', () => {
  const site = required
  const codeNow = (secret: string) => new TOTP({ secret }).generate()
  /** A code of a time when none was given yet: each is taken once. */
  const codeNext = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })

  /** Somebody new, who has set one up. */
  async function personWithFactor(name: string, role = 'owner') {
    const own = await tokenOf(site, name, role)
    const operator = await operatorAt(site, name, own)
    const asked = await operator.get('/backoffice/log?lng=en')
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('Scan the QR code')])
    const secret = asked.page.querySelector('main code')?.textContent?.replaceAll(' ', '') ?? ''
    const used = codeNow(secret)
    const done = await operator.formIn(asked, '/backoffice/factor', { code: used }).post()
    const recovery = [...done.page.querySelectorAll('main code')].map(({ textContent }) => textContent ?? '')
    expect(recovery).toHaveLength(10)
    return { own, operator, secret, used, recovery }
  }

  it('is set up before anything else, shown once, and asked for at the next log-in, in one word with all that is wrong', async () => {
    const { own, operator, secret, used, recovery } = await personWithFactor('kim')
    expect((await operator.get('/backoffice')).page.querySelector('h1')?.textContent).toBe('Today')
    expect((await operator.get('/backoffice/factor')).body).not.toContain(secret)
    const login = (code: string, name = 'kim') =>
      visitor(site.base).post('/backoffice/login', { name, token: own, code, next: '/backoffice?lng=en' })
    const wrong = [await login(''), await login('000000'), await login(used), await login(codeNext(secret), 'lee')]
    expect(wrong.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(new Set(wrong.map(({ page }) => page.querySelector('[role=alert]')?.textContent)).size).toBe(1)
    expect((await login(recovery[0] ?? '')).status).toBe(303)
    expect((await login(recovery[0] ?? '')).status).toBe(403)
  })

  it('is asked for by the program, which changes nothing without', async () => {
    const { own, recovery } = await personWithFactor('choi')
    const run = (...args: string[]) => runBackoffice({ BACKOFFICE_TOKEN: own, PORT: `${site.port}` }, ...args)
    const close = (...code: string[]) => run('close', 'demo2', '--reason', 'a test', ...code)
    const without = await close()
    expect([without.code, without.err]).toEqual([3, expect.stringContaining('--second-factor')])
    expect((await close('--second-factor', '000000')).code).toBe(3)
    expect((await close('--second-factor', recovery[2] ?? '')).code).toBe(0)
    const { out } = await run('log', '--act', 'close', '--json', '--second-factor', recovery[3] ?? '')
    expect(JSON.parse(out).rows.filter(({ result }: { result: { changed?: true } }) => result.changed)).toHaveLength(1)
    const { body } = await visitor(site.base).send('POST', '/backoffice/api/desk-sessions', {
      body: '{}',
      headers: {
        Authorization: `Bearer ${own}`,
        'Content-Type': 'application/json',
        'X-Backoffice-Code': recovery[4] ?? '',
      },
    })
    // The one that set it up: the program ends its own.
    expect(JSON.parse(body).total).toBe(1)
  })

  it('shows what was done to the session that did it alone, and never after a logout', async () => {
    const [first, second] = [await operatorAt(site), await operatorAt(site)]
    const { press } = await runByForm(first, '/backoffice/command/make-token', { name: 'shown', role: 'reader' })
    const address = String((await press()).location)
    expect((await second.get(address)).status).toBe(410)
    await first.post('/backoffice/logout', {})
    expect((await first.get(address)).status).toBe(401)
    expect((await (await operatorAt(site)).get(address)).status).toBe(410)
  })
})

describe('a log-in with what no keyboard of the back office writes', () => {
  const site = required

  it('takes a code in full-width signs, and calls what no token or code can be wrong', async () => {
    const own = await tokenOf(site, 'seo', 'owner')
    const set = async (command: string, payload: object) =>
      (await askBackoffice(site.base, own, command, payload)).json() as Promise<{
        secret: string
        setup: string
        codes: string[]
      }>
    const { secret, setup } = await set('begin-factor', {})
    const { codes } = await set('set-factor', { code: new TOTP({ secret }).generate(), setup })
    const login = (fields: Record<string, string>) =>
      visitor(site.base).post('/backoffice/login', { name: 'seo', token: own, next: '/backoffice', ...fields })
    const odd: Record<string, string>[] = [{ token: 'a\nb' }, { code: '한글' }, { name: '\ud800' }]
    for (const fields of odd) expect([fields, (await login(fields)).status]).toEqual([fields, 403])
    const wide = (codes[5] ?? '').replace(/[a-z0-9]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    expect((await login({ code: wide })).status).toBe(303)
  })
})

describe('the files that members’ browsers load', () => {
  it('have nothing of the back office: no address, word or style of it', () => {
    const files = readdirSync('build/client/assets').filter((name) => /\.(js|css|json)$/.test(name))
    const texts = files.map((name) => readFileSync(join('build/client/assets', name), 'utf8'))
    expect(files.length).toBeGreaterThan(50)
    expect(
      files.filter((_, index) => /(?<!house)\/desk\b|\/backoffice\b|data-renew|관리자 페이지/.test(texts[index] ?? '')),
    ).toEqual([])
  })
})

describe('where /backoffice is open', () => {
  const [own, strict] = [plain, required]
  const closed = sharedSite({ BACKOFFICE_TOKEN: token, BACKOFFICE_WEB: 'off' })
  const beside = sharedSite({
    BACKOFFICE_TOKEN: token,
    BACKOFFICE_WEB: 'on',
    BACKOFFICE_ORIGIN: 'https://backoffice.shop.example',
    PUBLIC_ORIGIN: 'https://shop.example',
  })

  it('with nothing set: to this machine alone, by no proxy and no other name', async () => {
    const here = visitor(own.base)
    expect((await here.get('/backoffice')).status).toBe(401)
    expect((await here.get('/backoffice', { 'X-Forwarded-For': '127.0.0.1' })).status).toBe(404)
    expect((await here.get('/backoffice', { Forwarded: 'for=127.0.0.1' })).status).toBe(404)
    expect(await statusWithHost(own, '/backoffice', `localhost:${own.port}`)).toBe(401)
    expect(await statusWithHost(own, '/backoffice', 'madang.example')).toBe(404)
  })

  it('with an origin of its own beside the site’s: forms of its own pages count, and no other’s', async () => {
    const login = (headers: Record<string, string>) =>
      statusWithHost(beside, '/backoffice/login', 'backoffice.shop.example', {
        fields: { name: 'owner', token, next: '/backoffice' },
        headers,
      })
    expect(await login({ Origin: 'https://backoffice.shop.example', 'Sec-Fetch-Site': 'same-origin' })).toBe(303)
    expect(await login({ Origin: 'https://shop.example' })).toBe(403)
    expect(await login({ Origin: 'https://backoffice.shop.example', 'Sec-Fetch-Site': 'same-site' })).toBe(403)
  })

  it('to a proxy of this machine it is closed, and so is BACKOFFICE_TOKEN where a second factor is required', async () => {
    const headers = ['X-Real-IP', 'Via', 'X-Forwarded-Host', 'X-Forwarded-For', 'Forwarded', 'CF-Connecting-IP']
    for (const name of headers) {
      expect([name, (await visitor(own.base).get('/backoffice', { [name]: '127.0.0.1' })).status]).toEqual([name, 404])
      const asked = await fetch(`${strict.base}/backoffice/api/overview`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', [name]: '127.0.0.1' },
        body: '{}',
      })
      expect([name, asked.status]).toEqual([name, 401])
    }
    for (const [version, status] of [
      ['1.0', 401],
      ['1.1', 200],
    ] as const) {
      const connection = rawConnection(strict.port)
      connection.write(
        `POST /backoffice/api/overview HTTP/${version}\r\nHost: 127.0.0.1:${strict.port}\r\nAuthorization: Bearer ${token}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
      )
      expect((await connection.closed).statuses, 'nginx sends HTTP/1.0 and no header').toEqual([status])
    }
  })

  it('closed, it is any unknown page', async () => {
    const seen = ({ text, status, headers, page }: PageResponse) => ({
      text: text.replace(/[0-9A-F]{8}/g, ''),
      status,
      headers: [...headers.keys()],
      title: page.title,
    })
    const [backoffice, unknown] = [
      await visitor(closed.base).get('/backoffice'),
      await visitor(closed.base).get('/nowhere'),
    ]
    expect(backoffice.status).toBe(404)
    expect(seen(backoffice)).toEqual(seen(unknown))
  })

  it('commands are accepted where its pages may be, from this machine, and past trusted proxies', async () => {
    const ask = (at: Site, host: string, headers: Record<string, string>, path = '/backoffice/api/you') =>
      statusWithHost(at, path, host, { headers: { Authorization: `Bearer ${token}`, ...headers } })
    const proxied = { 'X-Forwarded-For': '203.0.113.7' }
    const answers = async (at: Site, host: string) => [await ask(at, host, proxied), await ask(at, host, {})]
    expect(await answers(own, 'shop.example'), 'nothing set').toEqual([200, 200])
    expect(await answers(closed, `localhost:${closed.port}`), 'pages off').toEqual([404, 200])
    expect(await answers(closed, 'shop.example'), 'by a proxy that only passes the Host').toEqual([404, 404])
    expect(await answers(beside, 'shop.example'), 'the members’ host').toEqual([404, 404])
    expect(await answers(beside, 'backoffice.shop.example'), 'the back office’s host').toEqual([200, 200])
    for (const path of ['/BACKOFFICE/api/you', '/backoffice/%61pi/you', '//backoffice/api/you', '/backoffice/api/you/'])
      expect([path, await ask(beside, 'shop.example', proxied, path)]).toEqual([path, 404])
  })

  it('on an origin of its own: there alone, and nothing else is there', async () => {
    expect(await statusWithHost(beside, '/backoffice', 'backoffice.shop.example')).toBe(401)
    for (const host of [
      'backoffice.shop.example',
      'BACKOFFICE.shop.example',
      'backoffice.shop.example.',
      'backoffice.shop.example:443',
      'backoffice.shop.example.:443',
    ])
      expect([host, await statusWithHost(beside, '/', host)]).toEqual([host, 404])
    expect(await statusWithHost(beside, '/sandbox/game/nowhere', 'backoffice.shop.example')).toBe(404)
    for (const [file, status] of [
      ['/icon-192.png', 404],
      ['/favicon.svg', 200],
    ] as const)
      expect([file, await statusWithHost(beside, file, 'backoffice.shop.example')]).toEqual([file, status])
    expect(await statusWithHost(beside, '/icon-192.png', `127.0.0.1:${beside.port}`)).toBe(200)
    expect(await statusWithHost(beside, '/backoffice', `127.0.0.1:${beside.port}`)).toBe(404)
    expect(await statusWithHost(beside, '/', `127.0.0.1:${beside.port}`)).toBe(200)
  })
})

describe('a game that the back office closes', () => {
  const site = plain

  it('is closed by its form, leaves the lobby, and says so to who opens it from a list of before', async () => {
    const game = { company: 'dodam-play', code: 'moon-rabbit-mill' }
    const member = await newMember(site.base)
    expect((await member.get('/slot?company=dodam-play')).text).toContain('달토끼의 방앗간')
    const operator = await operatorAt(site)
    const typed = { provider: game.company, gameCode: game.code, used: 'n' }
    const done = await operator.follow(
      await (await runByForm(operator, '/backoffice/command/maintenance', typed)).press(),
    )
    expect(done.status).toBe(200)
    const sent = await member.post('/game', game)
    expect([sent.status, sent.text.includes('지금은 점검 중입니다')]).toEqual([409, true])
    const log = await operator.get('/backoffice/log?lng=en')
    expect(log.text).toContain('owner put the game moon-rabbit-mill of dodam-play under maintenance.')
    const listed = await operator.get('/backoffice/command/providers?column=nameEn&column=closedGames&lng=en')
    expect(listed.text).toContain(game.code)
  })
})

/** The last: it uses the log-ins of this address up. */
describe('the back office in a browser', () => {
  const site = plain

  it('asks who comes, says one thing of every wrong one, and lets ten wrong ones try', async () => {
    const stranger = visitor(site.base)
    const asked = await stranger.get('/backoffice/waiting?kind=withdrawal&lng=en')
    expect([asked.status, asked.text]).toEqual([401, expect.stringContaining('Log in to the back office')])
    const kim = await tokenOf(site, 'kim', 'support')
    const wrong = [
      { name: 'owner', token: 'x'.repeat(43) },
      { name: 'lee', token: kim },
      { name: 'kim', token },
      { name: '', token: '' },
    ]
    const answers = []
    for (const fields of wrong)
      answers.push(await stranger.post('/backoffice/login', { ...fields, next: '/backoffice' }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
    expect(new Set(answers.map(({ page }) => page.querySelector('[role=alert]')?.textContent)).size).toBe(1)
    for (let tries = answers.length; tries < 10; tries += 1)
      await stranger.post('/backoffice/login', { name: 'owner', token: 'x', next: '/backoffice' })
    const late = await stranger.post('/backoffice/login', { name: 'kim', token: kim, next: '/backoffice' })
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  })

  it('speaks the browser’s language before anybody chose one, and leads to the other', async () => {
    for (const [accepted, title, toLocale] of [
      ['en-GB,en;q=0.9,ko;q=0.5', 'Log in to the back office', 'ko'],
      ['ko-KR,ko;q=0.9,en;q=0.5', '관리자 로그인', 'en'],
    ] as const) {
      const stranger = visitor(site.base, { 'Accept-Language': accepted })
      const { page } = await stranger.get('/backoffice/waiting?kind=withdrawal')
      expect(page.querySelector('h1')?.textContent).toBe(title)
      const link = page.querySelector(`a[lang=${toLocale}]`)?.getAttribute('href') ?? ''
      expect(link).toBe(`/backoffice/waiting?kind=withdrawal&lng=${toLocale}`)
      const chosen = await stranger.get(link)
      expect(chosen.page.querySelector('h1')?.textContent).not.toBe(title)
      expect((await stranger.get('/backoffice')).page.documentElement.lang, 'it was chosen').toBe(toLocale)
    }
  })

  it('is never stored, framed or indexed, and loads nothing', async () => {
    const operator = visitor(site.base)
    const page = await operator.get('/backoffice/login')
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
    })
    expect(page.body).not.toMatch(/src=|\/assets\//)
  })
})
