import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { describe, expect, it, vi } from 'vitest'
import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { minutes } from '~/values/durations'
import { daysBefore, toSeoulDay } from '~/values/seoul'
import { stored } from '~/values/status'
import { databaseServerUrl } from '../../support/database'
import { createHttpClient } from '../../support/http-client'
import { rawConnection } from '../../support/raw-connection'
import { runBackoffice } from '../../support/run-backoffice'
import { sharedSite } from '../../support/shared-site'
import { askBackoffice, isReplicated, onPglite, type Site, secretsOnDatabase, startSite } from '../../support/site'
import { hrefsIn, newMember, type PageResponse, type Visitor, visitor, walletOf } from '../../support/visitor'
import { wordsIn } from '../../support/words'

const token = secretsOnDatabase.BACKOFFICE_TOKEN
const plain = sharedSite({
  BACKOFFICE_TOKEN: token,
  PLAY_APPROVAL_MS: '0',
  BACKOFFICE_SECOND_PERSON_FROM: '1000000',
})
const required = sharedSite({ BACKOFFICE_TOKEN: token, BACKOFFICE_SECOND_FACTOR: 'required' })
const donePath = /^\/backoffice\/command\/[\w-]+\?form=[\w-]+&done$/
const words = wordsIn('backoffice', 'en')
const memberWords = wordsIn('pages', 'en')

/** Returns a text of the catalogue as a pattern. Missing values match any text. */
function like(key: string, values: Record<string, string | number> = {}): RegExp {
  const text = words[key]?.replace(/[.*+?^$()[\]|]/g, '\\$&') ?? `no text ${key}`
  return new RegExp(text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `${values[name] ?? '.*?'}`))
}
const textLike = (key: string, values?: Parameters<typeof like>[1]) => expect.stringMatching(like(key, values))
const headingOf = ({ page }: PageResponse) => page.querySelector('h1')?.textContent
const cellsOf = ({ page }: PageResponse, cell: string) =>
  [...page.querySelectorAll(`main tbody td.${cell}`)].map(({ textContent }) => textContent?.trim())

async function operatorAt(site: Site, name = 'owner', own = token): Promise<Visitor> {
  const operator = visitor(site.base)
  const entered = await operator.post('/backoffice/login', { name, token: own, next: '/backoffice?lng=en' })
  expect([entered.status, entered.location]).toEqual([303, '/backoffice?lng=en'])
  await operator.get('/backoffice?lng=en')
  return operator
}

/** Runs a command through the API, by default with the owner's token. */
async function run(site: Site, command: string, payload: object = {}, own = token) {
  const response = await askBackoffice(site.base, own, command, payload)
  const body = (await response.json()) as Record<string, string> & { rows: Record<string, string>[] }
  expect([command, response.status, body]).toEqual([command, 200, body])
  return body
}

const tokenOf = async (site: Site, name: string, role: string) =>
  String((await run(site, 'make-token', { name, role })).token)

/** Creates a member with pending deposits. @returns the member and the deposits, oldest first */
async function memberWith(site: Site, ...sums: number[]) {
  const member = await newMember(site.base)
  for (const sum of sums) await (await member.formOn('/deposit', { balance: String(sum) })).post()
  const { rows } = await run(site, 'movements', { kind: 'deposit', member: member.id, order: 'oldest' })
  expect(rows).toHaveLength(sums.length)
  return { member, deposits: rows as { id: string; number: string }[] }
}

/** Fills in the form of a command and opens its preview. `press` confirms it. */
async function runByForm(operator: Visitor, path: string, typed: Record<string, string>) {
  const form = await operator.formOn(path, typed)
  const shown = await operator.follow(await form.post())
  return { form, shown, press: () => operator.formIn(shown, path).post() }
}

/** Row checkboxes of a page, and whether each is checked. */
const boxesOf = ({ page }: PageResponse) =>
  [...page.querySelectorAll('main td.pick input')].map((box) => [
    box.getAttribute('value'),
    box.hasAttribute('checked'),
  ])

const sendForm = (operator: Visitor, path: string, fields: readonly (readonly string[])[]) =>
  operator.send('POST', path, {
    body: new URLSearchParams(fields as [string, string][]).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })

/** Posts the form of a page as a browser does, without the unticked rows. */
function pressOn(operator: Visitor, { page }: PageResponse, unticked: readonly string[] = []): Promise<PageResponse> {
  const form = page.querySelector('main form[method=post]')
  const fields = [...(form?.querySelectorAll('input') ?? [])].flatMap((input) => {
    const [name = '', value = ''] = ['name', 'value'].map((attribute) => input.getAttribute(attribute) ?? '')
    const isBox = input.getAttribute('type') === 'checkbox'
    return isBox && (!input.hasAttribute('checked') || unticked.includes(value)) ? [] : [[name, value]]
  })
  return sendForm(operator, form?.getAttribute('action') ?? '', fields)
}

/** Requests a path with this Host, or posts a form to it. @returns the status */
async function statusWithHost(
  site: Site,
  path: string,
  host: string,
  form?: { fields?: Record<string, string>; headers: Record<string, string> },
): Promise<number> {
  const type = form?.fields ? 'application/x-www-form-urlencoded' : 'application/json'
  const client = createHttpClient(site.port)
  const response = await client.send(form ? 'POST' : 'GET', path, {
    headers: { Host: host, ...(form && { 'Content-Type': type, ...form.headers }) },
    ...(form && { body: form.fields ? new URLSearchParams(form.fields).toString() : '{}' }),
  })
  client.close()
  return response.status
}

describe('a back-office user', () => {
  const site = plain
  it('sees the age of the last audit and, on PostgreSQL only, of the last backup', async () => {
    const operator = await operatorAt(site)
    const read = async (path: string) => (await operator.get(`/backoffice${path}?lng=en`)).text
    const unchecked = await read('')
    expect(unchecked).toContain('Last ledger audit: never')
    expect((unchecked + (await read('/books'))).includes('Last backup')).toBe(databaseServerUrl !== undefined)
    expect((await askBackoffice(site.base, token, 'audit')).status).toBe(200)
    expect(await read('')).not.toContain('Last ledger audit')
  })

  it('sorts payments by the headings for time and amount, sees the direction, and filters them by amount', async () => {
    const operator = await operatorAt(site)
    const { member } = await memberWith(site, 30_000, 10_000, 20_000)
    const list = `/backoffice/waiting?kind=deposit&member=${member.id}`
    const sumsOf = (page: PageResponse) => cellsOf(page, 'aside').map((sum) => Number(sum?.replace(/\D/g, '')) / 1_000)
    const press = (page: PageResponse, field: string) =>
      operator.get(hrefsIn(page.page).find((href) => href?.includes(`order=${field}`)) ?? '')
    const oldest = await operator.get(list)
    const largest = await press(oldest, 'largest')
    const smallest = await press(largest, 'smallest')
    const newest = await press(smallest, 'newest')
    expect([largest, smallest, newest].map(sumsOf)).toEqual([
      [30, 20, 10],
      [10, 20, 30],
      [20, 10, 30],
    ])
    const sorted = [oldest, largest, smallest, newest].map(({ page }) => page.querySelectorAll('th[aria-sort]'))
    expect(sorted.map((heads) => [...heads].map((head) => [head.textContent, head.getAttribute('aria-sort')]))).toEqual(
      [
        [[words['field.appliedAt'], 'ascending']],
        [[words['field.won'], 'descending']],
        [[words['field.won'], 'ascending']],
        [[words['field.appliedAt'], 'descending']],
      ],
    )
    for (const heads of sorted.slice(2)) expect(hrefsIn(heads[0] ?? null), 'back to the default order').toEqual([list])
    const range = (from: string) => operator.get(`${list}&atLeast=${from}&atMost=20000`)
    expect(sumsOf(await range('15,000'))).toEqual([20])
    const chips = (await range('15,000')).page.querySelector('.filtered')?.textContent
    expect(chips).toContain(`${words['field.atLeast']}: 15,000${words.won?.replace('{{amount}}', '')}`)
    for (const [from, field, rule] of [
      ['-1', 'atLeast', 'whole won'],
      ['abc', 'atLeast', 'whole won'],
      ['30000', 'atMost', 'the minimum or more'],
    ] as const) {
      const { page } = await range(from)
      const control = page.querySelector(`.filters[open] input[name=${field}]`)
      expect(control?.getAttribute('aria-invalid'), from).toBe('true')
      expect(page.getElementById(`${field}-error`)?.textContent).toBe(words[rule])
      expect(page.querySelector('input[name=atLeast]')?.getAttribute('value')).toBe(from)
    }
    const orders = await operator.get(list)
    expect(orders.page.querySelector('select[name=order] option')?.textContent).toBe(words['order.oldest'])
    expect(orders.page.querySelector('[name=settledBy]')).toBeNull()
  })

  it('is redirected only to back-office pages after a login and from a form', async () => {
    const operator = await operatorAt(site)
    const foreign = ['/backoffice/../deposit', 'https://elsewhere.example/backoffice', '//elsewhere.example/backoffice']
    for (const next of [...foreign, '/deposit', '/backoffice/logout', '/backoffice\r\nx: y']) {
      const entered = await visitor(site.base).post('/backoffice/login', { name: 'owner', token, next })
      expect([next, entered.location]).toEqual([next, '/backoffice'])
      const { page } = await operator.get(`/backoffice/command/correct?back=${encodeURIComponent(next)}`)
      expect([next, hrefsIn(page.querySelector('main form')).at(-1)]).toEqual([next, '/backoffice'])
    }
  })

  it('approves several deposits with one click after a preview, and only once', async () => {
    const { member, deposits } = await memberWith(site, 30_000, 50_000)
    const operator = await operatorAt(site)
    const list = await operator.get(`/backoffice/waiting?kind=deposit&member=${member.id}&tick`)
    expect(boxesOf(list)).toEqual(deposits.map(({ id }) => [id, true]))
    const sent = await pressOn(operator, list)
    expect([sent.status, sent.location]).toEqual([
      303,
      expect.stringMatching(/^\/backoffice\/command\/approve\?form=[\w-]+$/),
    ])
    const shown = await operator.follow(sent)
    const heading = textLike('rehearsal.title', { command: words['command.approve.deposit'] ?? '' })
    expect([shown.status, headingOf(shown)]).toEqual([200, heading])
    expect(shown.text).toMatch(like('rehearsal.several', { count: 2, won: '80,000' }))
    expect(cellsOf(shown, 'line'), 'the balance changes in sequence').toEqual([
      '0\u00a0won → 30,000\u00a0won',
      '30,000\u00a0won → 80,000\u00a0won',
    ])
    expect((await walletOf(member)).balance).toBe(0)
    const progress = async () => (await operator.get(`/backoffice/progress?${sent.location?.split('?')[1]}`)).json()
    const pressed = Promise.all([pressOn(operator, shown), pressOn(operator, shown)])
    let isRunning = true
    const counts: unknown[] = []
    const counting = (async () => {
      // Of two requests, each replica gets one, and only the one that runs the form knows the count.
      while (isRunning) counts.push(...(await Promise.all([progress(), progress()])))
    })()
    const done = await pressed
    isRunning = false
    await counting
    expect(counts).toContainEqual({ done: expect.any(Number) })
    expect(await progress()).toEqual({ done: null })
    expect(done.map(({ status, location }) => [status, location])).toEqual(
      Array(2).fill([303, expect.stringMatching(/^\/backoffice\/waiting\?kind=deposit&.*&done=[\w-]+$/)]),
    )
    for (const _loaded of ['once', 'again'])
      expect((await operator.get(`${sent.location}&done`)).text).toMatch(
        like('done.title', { command: words['command.approve.deposit'] ?? '' }),
      )
    const back = (await operator.get(String(done[0]?.location))).page.querySelector('[data-done]')
    expect(back?.textContent).toMatch(like('rehearsal.several', { count: 2, won: '80,000' }))
    expect((await walletOf(member)).balance).toBe(80_000)
  })

  it('has a submitted form stored for the session until it is completed, at a URL without its content', async () => {
    const member = await newMember(site.base)
    const operator = await operatorAt(site)
    const path = `/backoffice/command/correct?member=${member.id}`
    const [first = '', second = ''] = await Promise.all(
      ['1000', '2000'].map(async (won) => {
        const form = await operator.formOn(path, { account: 'cash', reason: 'a secret reason', won })
        return String((await form.post()).location)
      }),
    )
    expect(first).toMatch(/^\/backoffice\/command\/correct\?form=[\w-]+$/)
    expect((await operator.get(second)).text).toContain('2,000')
    const again = await operator.get(first)
    expect([again.status, again.text]).toEqual([200, expect.stringMatching(/1,000[\s\S]*a secret reason/)])
    const edited = await operator.get(`${first}&edit`)
    expect(edited.page.querySelector('[name=won]')?.getAttribute('value')).toBe('1000')
    expect((await (await operatorAt(site)).get(first)).status).toBe(410)
    const done = await operator.formIn(again, '/backoffice/command/correct').post()
    const back = await operator.get(first)
    expect(headingOf(back), 'Back leads to the result').toMatch(
      like('done.title', { command: words['command.correct'] ?? '' }),
    )
    expect(back.text).toBe((await operator.get(String(done.location))).text)
    expect((await operator.get('/backoffice/command/correct?form=never')).status).toBe(410)
    expect((await operator.get(second)).status).toBe(200)
    expect((await walletOf(member)).balance).toBe(1_000)
    // The ledger entry links to its log line.
    const { page } = await operator.get(`/backoffice/member?id=${member.id}`)
    const entry = page.querySelector('section[aria-label="Ledger"] td.lead a')
    const line = await operator.get(entry?.getAttribute('href') ?? '')
    expect(cellsOf(line, 'lead')).toEqual([
      expect.stringMatching(new RegExp(`owner .*${member.id}.*a secret reason`, 's')),
    ])
  })

  it('makes exactly the previewed change: another amount, command or state requires a new preview', async () => {
    const member = await newMember(site.base)
    const operator = await operatorAt(site)
    const typed = { member: member.id, account: 'cash', won: '40,000', reason: 'a test' }
    const { shown, press } = await runByForm(operator, '/backoffice/command/correct', typed)
    const form = operator.formIn(shown, '/backoffice/command/correct')
    for (const [status, sent] of [
      [409, () => form.post({ won: '400000' })],
      [422, () => form.post({ won: '1.5' })],
      [409, () => operator.post('/backoffice/command/pay-out', form.fields)],
    ] as const) {
      const other = await operator.follow(await sent())
      expect([other.status, other.text]).toEqual([status, textLike('rehearsal.otherwise')])
    }
    await run(site, 'correct', { ...typed, won: 1_000 })
    const otherwise = await operator.follow(await press())
    expect([otherwise.status, (await walletOf(member)).balance]).toEqual([409, 1_000])
    expect((await operator.formIn(otherwise, '/backoffice/command/correct').post()).status).toBe(303)
    expect((await walletOf(member)).balance).toBe(41_000)
  })

  it('opens a row’s preview, and can’t settle the deposit after another person has claimed it', async () => {
    const { member, deposits } = await memberWith(site, 30_000, 40_000)
    const [operator, cara] = [await operatorAt(site), await tokenOf(site, 'cara', 'cashier')]
    const list = () => operator.get(`/backoffice/waiting?kind=deposit&member=${member.id}`)
    const linkTo = async (command: string) =>
      hrefsIn((await list()).page.querySelector('main td.tools')).find((href) => href?.includes(`/${command}?`)) ?? ''
    const shown = await operator.follow(await operator.get(await linkTo('approve')))
    expect([shown.status, shown.text]).toEqual([200, textLike('field.bank.deposit')])
    expect(shown.text, 'only withdrawals show the turnover').not.toMatch(like('signs.bets'))
    expect(headingOf(shown)).toMatch(like('rehearsal.title', { command: words['command.approve.deposit.one'] ?? '' }))
    await run(site, 'claim', { kind: 'deposit', id: deposits[0]?.id }, cara)
    expect((await list()).text).toMatch(like('claim.theirs', { by: 'cara', at: '[\\w-]* ?\\d\\d:\\d\\d' }))
    expect(await linkTo('approve'), 'only taking over is offered').not.toContain(`id=${deposits[0]?.id}&`)
    const refused = await pressOn(operator, shown)
    expect([refused.status, refused.text]).toEqual([422, textLike('refused.claimed', { by: 'cara' })])
    const next = [...refused.page.querySelectorAll('main a[href*="/approve?"]')]
    expect(next.map(({ textContent }) => textContent)).toEqual([textLike('claim.another')])
    const refusedMain = refused.page.querySelector('main')
    expect([
      refusedMain?.querySelector('form'),
      hrefsIn(refusedMain).find((href) => href?.includes('/claim?')),
    ]).toEqual([
      ...[null, expect.stringContaining(`claim?kind=deposit&id=${deposits[0]?.id}&back=%2Fbackoffice%2Fwaiting`)],
    ])
    const boxOn = async (kind: string) =>
      (await operator.get(`/backoffice/command/approve?kind=${kind}&id=${deposits[0]?.id}`)).page.querySelector(
        '[name=unpaid]',
      )
    expect([await boxOn('withdrawal'), await boxOn('deposit')]).toEqual([null, expect.anything()])
    expect((await walletOf(member)).balance).toBe(0)
    const form = operator.formIn(
      await operator.follow(await operator.get(await linkTo('claim'))),
      '/backoffice/command/claim',
    )
    const over = await form.post({ reason: 'cara went home' })
    expect([over.status, over.location], 'without a preview').toEqual([303, expect.stringContaining('/waiting?')])
    expect(await run(site, 'movement', { number: deposits[0]?.id })).toMatchObject({ movement: { claimedBy: 'owner' } })
    expect((await list()).text).toMatch(like('claim.yours', { at: '[\\w-]* ?\\d\\d:\\d\\d' }))
    await pressOn(operator, await operator.follow(await operator.get(await linkTo('approve'))))
    expect((await walletOf(member)).balance).toBe(30_000)
  })

  it('sees the same marks in the list and in every preview: closed account, same amount, shared details', async () => {
    const { member, deposits } = await memberWith(site, 30_000, 30_000, 40_000)
    await run(site, 'close', { member: member.id })
    const operator = await operatorAt(site)
    const rows = deposits.map(({ id }) => `id=${id}`)
    const open = async (path: string) => operator.follow(await operator.get(`/backoffice/${path}`))
    const approve = (ids: readonly string[]) =>
      open(`command/approve?${ids.join('&')}&kind=deposit&fixed=kind+id&preview=&back=/backoffice/waiting`)
    const list = await operator.get(`/backoffice/waiting?kind=deposit&member=${member.id}`)
    const [single, bulk] = [await approve(rows.slice(0, 1)), await approve(rows)]
    const forms = await Promise.all(['cancel', 'credit'].map((name) => open(`command/${name}?kind=deposit&${rows[0]}`)))
    const same = `${words['field.sameWon']}.*${words.sameWon?.replace('{{count}}', '2')}`
    for (const { text, page } of [list, single, bulk, ...forms]) {
      expect(text).toContain(words['field.memberClosedAt'])
      expect(text.match(new RegExp(same)), page.title).not.toBeNull()
    }
    for (const { page } of [list, bulk]) {
      const marks = [...page.querySelectorAll('main td.note')].map(({ textContent }) => textContent)
      expect(
        marks.map((text) => [text?.includes(words['field.memberClosedAt'] ?? ''), /same/i.test(text ?? '')]),
      ).toEqual([
        ...[
          [true, true],
          [true, true],
          [true, false],
        ],
      ])
      expect(hrefsIn(page.querySelector('main td.note')), 'members with the same details').not.toEqual([])
    }
    expect((await operator.get('/backoffice')).text).toContain(words['field.memberClosedAt'])
    await run(site, 'approve', { kind: 'deposit', id: deposits[1]?.id ?? '' })
    const one = await operator.get(`/backoffice/waiting?kind=deposit&member=${member.id}`)
    expect([one, await approve(rows.slice(0, 1))].map(({ text }) => new RegExp(same).test(text))).toEqual([true, true])
  })

  it('puts approvals on hold and lifts the hold on the member’s page, and sees the payments marked', async () => {
    const { member, deposits } = await memberWith(site, 30_000, 40_000)
    const operator = await operatorAt(site)
    const page = `/backoffice/member?id=${member.id}`
    const linkTo = async (command: string) =>
      hrefsIn((await operator.get(page)).page.querySelector('main')).find((href) => href?.includes(command)) ?? ''
    const form = await operator.formOn(await linkTo('/hold?'), { reason: 'the names differ' })
    const shown = await operator.follow(await form.post())
    expect(headingOf(shown)).toMatch(like('rehearsal.title', { command: words['command.hold'] ?? '' }))
    expect(shown.text).toContain(words['consequence.hold'])
    const held = await operator.follow(await pressOn(operator, shown))
    for (const text of [words['member.onHold'], 'the names differ']) expect(held.text).toContain(text)
    const list = await operator.get(`/backoffice/waiting?kind=deposit&member=${member.id}`)
    const rows = deposits.map(({ id }) => `id=${id}`)
    const path = `/backoffice/command/approve?kind=deposit&fixed=kind+id&preview=&back=/backoffice/waiting&`
    for (const ids of [rows.slice(0, 1), rows]) {
      const refused = await operator.follow(await operator.get(path + ids.join('&')))
      expect(refused.text).toContain(words['refused.on_hold'])
    }
    expect(cellsOf(list, 'note')).toEqual(deposits.map(() => expect.stringContaining(words['tag.hold'] ?? '')))
    expect(
      hrefsIn(list.page).filter((href) => /\/(approve|claim)\?/.test(href ?? '')),
      'neither approving nor claiming is offered',
    ).toEqual([])
    expect(list.page.querySelectorAll('.menu a[href*="/cancel?"]').length).toBe(deposits.length)
    expect(list.page.querySelector('.tools > a[href*="/cancel?"]'), 'cancelling is only in the menu').toBeNull()
    const lifting = await operator.formOn(await linkTo('/lift-hold?'), { reason: 'checked' })
    const lifted = await operator.follow(await pressOn(operator, await operator.follow(await lifting.post())))
    expect(lifted.text).not.toContain(words['member.onHold'])
    await run(site, 'approve', { kind: 'deposit', id: deposits[0]?.id ?? '' })
  })

  it('must give a reason to close an account, and is led to the remaining payments', async () => {
    const { member } = await memberWith(site, 30_000, 20_000)
    await run(site, 'correct', { member: member.id, account: 'cash', won: 5_000, reason: 'a test' })
    const operator = await operatorAt(site)
    const path = '/backoffice/command/close'
    const back = `/backoffice/member?id=${member.id}`
    const opened = `${path}?member=${member.id}&back=${encodeURIComponent(back)}`
    const refused = await (await operator.formOn(opened, { reason: ' ' })).post()
    expect([refused.status, refused.page.querySelector('[name=reason]')?.getAttribute('aria-invalid')]).toEqual([
      ...[422, 'true'],
    ])
    expect(refused.page.querySelector('[name=member]')?.getAttribute('type'), 'the member is fixed').toBe('hidden')
    const { shown, press } = await runByForm(operator, opened, { reason: 'the member asked' })
    expect(shown.text).toMatch(like('amount', { count: 2, won: '50,000.won' }))
    expect(shown.text).toMatch(like('close.left'))
    const closed = await operator.follow(await press())
    expect(closed.text).toContain(words['member.left'])
    const toPay = hrefsIn(closed.page.querySelector('main [class*=alert], main')).filter((href) =>
      /pay-out/.test(href ?? ''),
    )
    expect(toPay.length).toBeGreaterThan(1)
    const paying = await runByForm(operator, String(toPay[0]), { reason: 'a test' })
    const terms = [...paying.shown.page.querySelectorAll('main dt')].map(({ textContent }) => textContent)
    expect(terms, 'a withdrawal has no number before it is created').not.toContain(words['field.number'])
    expect(terms).toContain(words['field.won.pay-out'])
    const links = hrefsIn(closed.page.querySelector('main'))
    const reopening = links.find((href) => href?.includes('/close?')) ?? ''
    const reopened = await operator.follow(await operator.get(reopening))
    expect(headingOf(reopened)).toMatch(like('rehearsal.title', { command: words['command.close.y'] ?? '' }))
    expect((await operator.follow(await pressOn(operator, reopened))).text).toContain(words['state.open'])
    // Programs written for 1.0.0 give no reason.
    const log = `/backoffice/log?member=${member.id}&act=close`
    expect((await operator.get(log)).text).not.toContain(words['log.noReason'])
    await run(site, 'close', { member: member.id })
    expect((await operator.get(log)).text).toContain(words['log.noReason'])
    expect(await run(site, 'close', { member: member.id, closed: false })).toMatchObject({ changed: true })
  })

  it('answers an account request with account fields, and stays in a conversation with another question', async () => {
    const { member, deposits } = await memberWith(site, 30_000)
    await (await member.formOn('/deposit')).post({ intent: 'ask-account' })
    await (await member.formOn('/help?write', { title: 'a question', contents: 'how?' })).post({ intent: 'write' })
    const operator = await operatorAt(site)
    const { rows } = await run(site, 'requests', { member: member.id, state: 'all' })
    const account = { 'account.bank': 'a bank', 'account.number': '123-45', 'account.holder': 'a holder' }
    const asked = (await operator.get(`/backoffice/inquiries?id=${rows[1]?.id}`)).page.querySelector('main')
    expect(hrefsIn(asked)).toContain(`/backoffice/command/movement?number=${deposits[0]?.number}`)
    expect(asked?.textContent).not.toMatch(like('inquiry.settled'))
    for (const [id, typed, names] of [
      [rows[0]?.id, { contents: 'like this' }, ['contents']],
      [rows[1]?.id, account, [...Object.keys(account), 'contents']],
    ] as const) {
      const path = `/backoffice/inquiries?id=${id}`
      const fields = (await operator.get(path)).page.querySelectorAll(
        'main form :is(textarea, input:not([type=hidden]))',
      )
      expect([...fields].map((field) => field.getAttribute('name'))).toEqual(names)
      const form = await operator.formOn(path, typed)
      const empty = await form.post({ ...Object.fromEntries(names.map((name) => [name, ''])) })
      expect([empty.status, empty.page.querySelector('[name=contents]')?.getAttribute('aria-invalid')]).toEqual([
        422,
        'true',
      ])
      const direct = await form.post()
      // An answer with an account is previewed.
      const previewed = typed === account ? await operator.follow(direct) : undefined
      if (previewed) expect(previewed.text).toContain('a bank 123-45 a holder')
      const sent = previewed ? await pressOn(operator, previewed) : direct
      expect(sent.location).toMatch(/^\/backoffice\/inquiries\?id=\d+&done=[\w-]+$/)
      const list = await operator.follow(sent)
      expect(list.page.querySelector('[data-done]')?.textContent).toMatch(like('done.title', { command: 'Answer' }))
      expect(list.page.querySelector('[data-done]')?.textContent).toContain(member.id)
      expect(hrefsIn(list.page).filter((href) => href?.includes('done='))).toEqual([])
    }
    const newcomer = await newMember(site.base)
    await (await newcomer.formOn('/deposit')).post({ intent: 'ask-account' })
    const [next] = (await run(site, 'requests', { member: newcomer.id })).rows
    const path = `/backoffice/inquiries?id=${next?.id}`
    expect((await operator.get(path)).text).toMatch(like('inquiry.settled'))
    await newcomer.call('user-write-help', { title: 'the next question', contents: 'how?' })
    const form = await operator.formOn(path, account)
    const answered = await operator.follow(await pressOn(operator, await operator.follow(await form.post())))
    expect(answered.page.querySelector('main')?.textContent).toContain(words['inquiry.next']?.replace('{{title}}', ''))
    const replace = operator.formIn(await operator.get(`${path}&edit`), '/backoffice/command/answer').fields
    expect(replace).toMatchObject({ replace: 'on', contents: expect.stringContaining('123-45') })
  })

  it('claims an inquiry, changes its kind and adds a message, each from its page', async () => {
    const member = await newMember(site.base)
    await member.call('user-write-help', { title: 'a kind', contents: 'how?', subject: 'game' })
    const [asked] = (await run(site, 'requests', { member: member.id })).rows
    const [operator, reader] = [await operatorAt(site), await tokenOf(site, 'rita', 'reader')]
    const path = `/backoffice/inquiries?id=${asked?.id}`
    const press = async (command: string, typed: Record<string, string> = {}) => {
      const form = operator.formIn(await operator.get(path), `/backoffice/command/${command}`)
      return operator.follow(await form.post(typed))
    }
    expect((await press('claim-inquiry')).text).toMatch(like('inquiry.mine'))
    const hana = await tokenOf(site, 'hana', 'support')
    expect((await askBackoffice(site.base, hana, 'claim-inquiry', { id: asked?.id })).status).toBe(200)
    const notice = like('claim.taken.inquiry', { by: 'hana', number: String(asked?.id) })
    expect((await operator.get('/backoffice/log')).page.querySelector('noscript')?.textContent).toMatch(notice)
    await run(site, 'claim-inquiry', { id: asked?.id })
    expect((await operator.get('/backoffice/inquiries')).text).toMatch(/how\?/)
    await press('change-inquiry', { subject: 'withdrawal' })
    expect((await run(site, 'request', { id: asked?.id })).request).toMatchObject({ subject: 'withdrawal' })
    const empty = await press('answer', { contents: '' })
    const field = empty.page.querySelector('[name=contents]')
    expect([
      empty.status,
      field?.getAttribute('aria-invalid'),
      field?.closest('form')?.hasAttribute('noValidate'),
    ]).toEqual([422, 'true', true])
    expect(empty.text).toContain(words['some text'])
    expect((await press('answer', { contents: 'like this' })).text).toContain(words['inquiry.sendMore'])
    const more = await press('answer', { contents: 'and this' })
    expect([...more.page.querySelectorAll('.talk b')].map((by) => by.textContent)).toEqual([
      member.id,
      'owner',
      'owner',
    ])
    const bare = await (await operatorAt(site, 'rita', reader)).get(path)
    expect(bare.page.querySelectorAll('main form')).toHaveLength(0)
  })

  it('fills an answer from a template, and gets suggested reasons for a cancellation', async () => {
    const { member, deposits } = await memberWith(site, 30_000)
    const operator = await operatorAt(site)
    const save = async (kind: string, contents: string) => {
      const form = await runByForm(operator, '/backoffice/command/save-template', { kind, title: kind, contents })
      expect((await form.press()).location).toMatch(donePath)
    }
    const { member: other } = await memberWith(site)
    await other.call('user-write-help', { title: 'a first question', contents: 'when?', subject: 'deposit' })
    const [first] = (await run(site, 'requests', { member: other.id })).rows
    const open = async (path: string) => operator.follow(await operator.get(path))
    const textsOn = ({ page }: PageResponse) => [...page.querySelectorAll('main button[name=template]')]
    /** Inserts the first ready-made text into a form with typed fields. */
    const insert = async (path: string, command: string, typed: Record<string, string> = {}) => {
      const page = await open(path)
      const form = operator.formIn(page, `/backoffice/command/${command}`, typed)
      const template = textsOn(page)[0]?.getAttribute('value') ?? ''
      return (await operator.follow(await form.post({ template }))).page
    }
    const inquiry = `/backoffice/inquiries?id=${first?.id}`
    expect(textsOn(await open(inquiry)).map(({ textContent }) => textContent)).toEqual(
      [0, 1, 2, 3].map((at) => words[`phrase.answer.${at}.title`]),
    )
    const answer = await insert(inquiry, 'answer', { contents: 'typed before' })
    expect(answer.querySelector('[name=contents]')?.textContent).toMatch(new RegExp(`typed before\n\n${first?.nick}`))
    const cancelling = `/backoffice/command/cancel?kind=deposit&id=${deposits[0]?.id}`
    const phrases = textsOn(await open(cancelling))
    expect(phrases.map(({ textContent }) => textContent)).toEqual(
      [0, 1, 2].map((at) => words[`phrase.deposit.${at}.title`]),
    )
    const filledIn = await insert(cancelling, 'cancel', { reason: 'for the log' })
    expect(filledIn.querySelector('[name=reason]')?.textContent).toBe('for the log')
    const tell = async () => (await insert(cancelling, 'cancel')).querySelector('textarea[name=tell]')?.textContent
    expect(await tell(), 'a member without a known language').toBe(wordsIn('backoffice', 'ko')['phrase.deposit.0'])
    await member.get('/?lng=en')
    await (await member.formOn('/help?write', { title: 'a question', contents: 'why?' })).post({ intent: 'write' })
    expect(await tell(), 'a member who wrote in English').toBe(words['phrase.deposit.0'])
    await save('answer', '{{member}} {{nickname}}: {{number}}, {{amount}}')
    await save('cancel', 'Please check {{number}}.')
    for (const contents of ['how?', 'and then?']) {
      const [thread] = (await run(site, 'requests', { member: member.id })).rows
      const reply = thread ? { replyTo: Number(thread.id) } : {}
      await member.call('user-write-help', { title: 'a question', contents, subject: 'deposit', ...reply })
    }
    const { rows } = await run(site, 'requests', { member: member.id, subject: 'deposit', order: 'newest' })
    const answered = async () => {
      const filled = await insert(`/backoffice/inquiries?id=${rows[0]?.id}`, 'answer')
      expect(filled.body.textContent).toContain('how?')
      return filled.querySelector('[name=contents]')?.textContent.trim()
    }
    expect(await answered()).toMatch(new RegExp(`^${member.id} ${rows[0]?.nick}: ${deposits[0]?.number}, 30,000.won$`))
    expect(textsOn(await open(cancelling))[0]?.textContent).toBe('cancel')
    expect(await tell()).toBe(`Please check ${deposits[0]?.number}.`)
    await run(site, 'cancel', { kind: 'deposit', id: deposits[0]?.id })
    const missing = (name: string) => words['template.missing']?.replace('{{field}}', words[`template.${name}`] ?? '')
    expect(await answered()).toBe(`${member.id} ${rows[0]?.nick}: ${missing('number')}, ${missing('amount')}`)

    const list = await operator.get('/backoffice/command/templates?kind=answer')
    const change =
      hrefsIn(list.page.querySelector('main')).find((href) => href?.includes('save-template?template=')) ?? ''
    expect(operator.formIn(await operator.get(change), change).fields).toMatchObject({
      kind: 'answer',
      title: 'answer',
    })
  })

  it('is led from an answered inquiry to its open follow-up, and finds an inquiry by its number', async () => {
    const { member } = await memberWith(site, 30_000)
    const operator = await operatorAt(site)
    const write = (contents: string, more: object = {}) =>
      member.call('user-write-help', { title: 'a game', contents, subject: 'game', ...more })
    await write('why?')
    const id = (await run(site, 'requests', { member: member.id, kind: 'question' })).rows[0]?.id ?? ''
    await run(site, 'answer', { id, contents: 'our answer' })
    await write('and then?', { replyTo: Number(id) })
    const found = await operator.get(`/backoffice/member?search=${encodeURIComponent(`문의 #${id}`)}`)
    expect(found.location).toBe(`/backoffice/inquiries?id=${id}`)
    const open = await operator.follow(await operator.follow(found))
    const later = (await run(site, 'requests', { member: member.id, kind: 'question' })).rows[0]?.id
    expect(open.page.querySelector('main h1')?.parentElement?.textContent).toContain(`#${later}`)
    expect(operator.formIn(open, '/backoffice/command/answer').fields).toMatchObject({ id: later })
    const titles = [...open.page.querySelectorAll('main h2')].map(({ textContent }) => textContent)
    expect(titles, 'also for a question about a game').toEqual(expect.arrayContaining([words['queue.deposit']]))
    expect(open.page.querySelector('main dl')?.textContent).toContain(words['field.cash'])
    expect(open.page.querySelector('.talk .ours')?.textContent).toContain(words['inquiry.unread'])
    const change = hrefsIn(open.page.querySelector('.talk .ours'))[0] ?? ''
    expect(operator.formIn(await operator.get(change), '/backoffice/command/answer').fields).toMatchObject({
      ...{ id, contents: expect.stringContaining('our answer'), replace: 'on' },
    })
  })

  it('sees ids ignored in a note to all members, and unknown ids named at their field', async () => {
    const operator = await operatorAt(site)
    const note = { title: 'a note', contents: 'for {{member}}' }
    const both = await runByForm(operator, '/backoffice/command/note', { ...note, to: 'all demo' })
    expect(both.shown.text).toMatch(words['to.all'] ?? '-')
    expect(both.shown.text).toMatch(/for [a-z0-9_]+/)
    const { shown } = await runByForm(operator, '/backoffice/command/note', { ...note, to: 'demo nobody' })
    expect(shown.page.querySelector('#to-error')?.textContent).toMatch(like('no such member', { names: 'nobody' }))
    expect(shown.page.querySelector('#to')?.getAttribute('value')).toBe('demo nobody')
  })

  it('previews a note as its recipient sees it, and sees who has read it', async () => {
    const operator = await operatorAt(site)
    const note = { to: 'demo', title: 'for {{member}}', contents: 'one, {{member}}\ntwo' }
    const { shown, press } = await runByForm(operator, '/backoffice/command/note', note)
    const example = shown.page.querySelector('.example')
    expect(example?.querySelector('h2')?.textContent).toBe('for demo')
    expect(example?.querySelector('.text')?.textContent).toBe('one, demo\ntwo')
    const ended = await operator.follow(await press())
    expect(ended.page.querySelector('.example h2')?.textContent, 'also on the final screen').toBe('for demo')
    expect(ended.page.querySelector('main dl')?.textContent).toContain(words['field.sent'])
    expect(ended.text).not.toContain('{')
    const back = `/backoffice/command/note?${new URLSearchParams({ back: '/backoffice/content' })}`
    const again = await runByForm(operator, back, { ...note, title: 'again, {{member}}' })
    const notice = (await operator.follow(await operator.formIn(again.shown, '/backoffice/command/note').post())).page
    expect(notice.querySelector('[data-done]')?.textContent).toMatch(/again, demo · .*1/)
    const content = await operator.get('/backoffice/content')
    const [path] = hrefsIn(content.page.querySelector('#sent-notes')).filter((href) => href?.includes('sent-note?'))
    const sent = await operator.get(path ?? '')
    expect(sent.text).toMatch(words['note.filled'] ?? '-')
    expect(hrefsIn(sent.page.querySelector('#sent-note table'))).toContain('/backoffice/member?id=demo')
    expect(sent.page.querySelector('#sent-note table')?.textContent).toMatch(words['state.unread'] ?? '-')
    const read = hrefsIn(sent.page.querySelector('#sent-note')).find((href) => href?.includes('state=read'))
    expect((await operator.get(read ?? '')).page.querySelector('#sent-note table')).toBeNull()
  })

  it('sees the nicknames of members who get a tag, and the number of members with it', async () => {
    const operator = await operatorAt(site)
    const ids = [await newMember(site.base), await newMember(site.base)].map(({ id }) => id)
    const members = ids.map((id) => ['member', id])
    const fields = [...members, ['tags', 'counted'], ['back', '/backoffice/member']]
    const path = '/backoffice/command/add-tags'
    const opened = await operator.get(`${path}?${new URLSearchParams(members)}`)
    const shown = await operator.follow(await sendForm(operator, path, fields))
    const { rows } = await run(site, 'members', { ids })
    for (const page of [opened, shown])
      expect(cellsOf(page, 'lead').toSorted()).toEqual(rows.map(({ member, nick }) => `${member} ${nick}`).toSorted())
    const { text } = await operator.follow(await pressOn(operator, shown))
    expect(text).toMatch(new RegExp(`^[^·]+ · ${like('rehearsal.count', { count: 2 }).source} (?!·)`))
    const note = await operator.get('/backoffice/command/note-tagged?tagged=counted')
    expect(note.page.querySelector('option[selected]')?.textContent).toBe('counted (2)')
    const again = await operator.follow(await sendForm(operator, path, fields))
    expect(again.text).toMatch(words['done.unchanged'] ?? '-')
    expect(again.page.querySelectorAll('main table')).toHaveLength(0)
  })

  it('credits another amount after a preview, which warns if it differs much, and sends a message with both', async () => {
    const { member, deposits } = await memberWith(site, 30_000)
    const operator = await operatorAt(site)
    const path = `/backoffice/command/credit?id=${deposits[0]?.id}&back=/backoffice/waiting`
    const opened = await operator.get(path)
    const terms = [...opened.page.querySelectorAll('main dt')].map(({ textContent }) => textContent)
    expect(terms).toEqual(['requested', 'bank.deposit'].map((field) => words[`field.${field}`]))
    expect(opened.page.querySelector('main output')?.textContent, 'the limit').toContain('1,000,000')
    const wrong = await operator.follow(
      await operator.formIn(opened, path, { won: '30,000', reason: 'a transfer' }).post(),
    )
    const typedIn = (name: string) => wrong.page.querySelector(`[name=${name}]`)?.getAttribute('value')
    expect([wrong.status, wrong.page.querySelector('[autofocus]')?.getAttribute('name')]).toEqual([422, 'won'])
    expect([typedIn('won'), typedIn('reason')]).toEqual(['30,000', 'a transfer'])
    expect(wrong.page.getElementById('won-error')?.textContent).toBe(words['an amount other than the requested one'])
    const previewOf = async (won: string) => operator.follow(await operator.formIn(wrong, path, { won }).post())
    const focused = ({ page }: PageResponse) => page.querySelector('main [autofocus]')?.tagName
    const far = await previewOf('300,000')
    expect([far.text, focused(far)]).toEqual([textLike('credit.far.more', { change: '270,000' }), 'A'])
    const sums = [...far.page.querySelectorAll('main .figures b')].map(({ textContent }) =>
      textContent.replace(/\s/g, ' '),
    )
    expect(sums).toEqual(['30,000 won', '300,000 won', '+270,000 won'])
    const preview = await previewOf('25,000')
    expect(focused(preview)).toBe('BUTTON')
    expect(preview.text).not.toMatch(like('credit.far.less'))
    expect((await walletOf(member)).balance, 'nothing is credited yet').toBe(0)
    const press = () => operator.formIn(preview, '/backoffice/command/credit').post()
    const pressed = await Promise.all([press(), press()])
    for (const { location } of pressed) expect(location).toMatch(/^\/backoffice\/waiting\?done=/)
    const amounts = { requested: '30,000', won: '25,000', change: '-5,000', cash: 0, after: '25,000' }
    const notice = (await operator.follow(pressed[0])).page.querySelector('[data-done]')
    expect(notice?.textContent).toContain(
      words['credit.after']?.replace(/\{\{(\w+)\}\}/g, (_, name: keyof typeof amounts) => `${amounts[name]}`),
    )
    expect((await walletOf(member)).balance).toBe(25_000)
    const { rows } = await run(site, 'movements', { kind: 'deposit', state: 'all', member: member.id })
    const message = wordsIn('backoffice', 'ko')['credit.tell']
    const expected = message?.replace('{{requested}}', '30,000원').replace('{{credited}}', '25,000원')
    expect(rows.map((row) => row.told)).toEqual([expected, expected])
    const approve = `/backoffice/command/approve?kind=deposit&id=${deposits[0]?.id}&fixed=kind+id&preview=`
    const settled = (await operator.follow(await operator.get(approve))).page.querySelector('main')
    expect(settled?.textContent).toMatch(like('state.credited', { won: '25,000' }))
    expect(settled?.textContent, 'nothing was sent').not.toContain(words['refused.ended'])
    expect(settled?.getAttribute('data-live')).toMatch(like('live.credited', { by: 'owner', won: '25,000' }))
  })

  it('gives only the first approval of a large other amount, which then waits for a second person', async () => {
    const { member, deposits } = await memberWith(site, 30_000)
    const lee = await operatorAt(site, 'lee', await tokenOf(site, 'lee', 'cashier'))
    const operator = await operatorAt(site)
    const path = `/backoffice/command/credit?id=${deposits[0]?.id}&back=/backoffice/waiting`
    const large = await operator.follow(await (await operator.formOn(path, { won: '1,200,000' })).post())
    const first = await operator.follow(await operator.formIn(large, '/backoffice/command/credit').post())
    expect(first.page.querySelector('[data-done]')?.textContent).toMatch(like('done.first'))
    expect((await walletOf(member)).balance).toBe(0)
    const list = await lee.get(`/backoffice/waiting?member=${member.id}`)
    expect(list.text).toContain('1,200,000 won')
    expect(boxesOf(list), 'the row can’t be ticked and approved with the requested amount').toEqual([])
    const actions = hrefsIn(list.page.querySelector('main tbody .tools')).map(String)
    expect(actions.filter((href) => href.includes('/approve?'))).toEqual([])
    const second = actions.find((href) => href.includes('first=')) ?? ''
    expect(second, 'URLs are logged').not.toContain('1200000')
    const form = await lee.follow(await lee.get(second))
    expect(form.page.querySelector('main form[method=post] button')?.textContent).toBe(words['approvals.follow'])
    const done = await lee.follow(await lee.formIn(form, '/backoffice/command/credit').post())
    expect(done.page.querySelector('[data-done]')?.textContent).toMatch(like('done.title'))
    expect((await walletOf(member)).balance).toBe(1_200_000)
  })

  it('names a deposit of the same amount by a member who shares details, and then focuses leaving', async () => {
    const details = { bankowner: '한가람', phone: '010-7777-1212', banknumber: '777-1212-1212' }
    const deposits: { id: string; number: string }[] = []
    for (const [index, balance] of ['520000', '530000', '520000'].entries()) {
      const member = await newMember(site.base, index === 2 ? { ...details, phone: '010-7777-1213' } : details)
      await (await member.formOn('/deposit', { balance })).post()
      const { rows } = await run(site, 'movements', { kind: 'deposit', member: member.id })
      deposits.push(...(rows as { id: string; number: string }[]))
    }
    const operator = await operatorAt(site)
    const shown = deposits.map(async ({ id }) => {
      const approve = `/backoffice/command/approve?kind=deposit&id=${id}&fixed=kind+id&preview=`
      const { page } = await operator.follow(await operator.get(approve))
      const named = hrefsIn(page.querySelector('main')).filter((href) => href?.includes('/movement?'))
      return [named, page.querySelector('main [autofocus]')?.tagName]
    })
    const hrefs = deposits.map(({ number }) => `/backoffice/command/movement?number=${number}`)
    expect(await Promise.all(shown)).toEqual([
      [[hrefs[2]], 'A'],
      [[], 'BUTTON'],
      [[hrefs[0]], 'A'],
    ])
  })

  it('cancels only the request that its form shows, with the message typed into it, unless it has changed', async () => {
    const { member, deposits } = await memberWith(site, 30_000, 40_000)
    const operator = await operatorAt(site)
    const [first, second] = deposits
    const kind = 'deposit'
    const formOf = async (id = '') =>
      operator.formIn(
        await operator.follow(await operator.get(`/backoffice/command/cancel?${new URLSearchParams({ kind, id })}`)),
        '/backoffice/command/cancel',
      )
    const other = await operator.follow(await (await formOf(first?.id)).post({ id: second?.id ?? '', tell: 'Sorry.' }))
    expect([other.status, other.text]).toEqual([409, textLike('rehearsal.otherwise')])
    const tell = 'too long '.repeat(200)
    const long = await (await formOf(first?.id)).post({ tell })
    expect([long.status, long.page.querySelector('[name=tell]')?.textContent]).toEqual([422, tell])
    expect(long.page.querySelector('[name=tell]')?.getAttribute('aria-invalid')).toBe('true')
    // The page with the error confirms what it shows itself, not what the page before it showed.
    expect(long.page.querySelectorAll('main [name=confirm]').length).toBe(1)
    const { id: _, ...unticked } = (await formOf(first?.id)).fields
    const back = '/backoffice/waiting'
    const none = await operator.post('/backoffice/command/cancel', { ...unticked, tell: 'Sorry.', back })
    expect(none.location).toMatch(/waiting\?none=/)
    // If someone claims the request meanwhile, its form closes, but what was typed can still be read.
    const written = await formOf(second?.id)
    await run(site, 'claim', { kind, id: second?.id }, await tokenOf(site, 'faye', 'cashier'))
    const closed = await operator.follow(await written.post({ tell: 'Half written.' }))
    expect([closed.page.querySelector('main [name=tell]'), closed.text]).toEqual([null, textLike('refused.claimed')])
    expect(closed.text).toContain('Half written.')
    const changed = await formOf(first?.id)
    await run(site, 'hold', { member: member.id, reason: 'a test' })
    const late = await operator.follow(await changed.post({ tell: 'Sorry.' }))
    expect([late.status, late.page.querySelector('[name=tell]')?.textContent]).toEqual([409, 'Sorry.'])
    expect((await operator.formIn(late, '/backoffice/command/cancel').post()).location).toMatch(/done|form/)
    const { rows } = await run(site, 'movements', { kind, state: 'all', member: member.id, order: 'oldest' })
    expect(rows.map(({ state, told }) => [state, told])).toEqual([
      [stored.cancelled, 'Sorry.'],
      [stored.pending, null],
    ])
  })

  it('finds a transaction by its receipt number, and code requests with a different phone', async () => {
    const { member, deposits } = await memberWith(site, 30_000)
    const operator = await operatorAt(site)
    const number = deposits[0]?.number ?? ''
    for (const search of [number, number.toLowerCase().replace('-', '')]) {
      const found = await operator.get(`/backoffice/member?search=${search}`)
      expect([search, found.location]).toEqual([search, `/backoffice/command/movement?number=${number}`])
    }
    await (await visitor(site.base).formOn('/forgot', { id: member.id, phone: '01099998888' })).post()
    expect((await operator.get(`/backoffice/member?id=${member.id}`)).text).toMatch(
      like('member.asked.other', { phone: '01099998888' }),
    )
    const list = await operator.get(`/backoffice/command/reset-requests?member=${member.id}`)
    const codeForm = hrefsIn(list.page.querySelector('main')).find((href) => href?.includes('/reset-code?')) ?? ''
    expect((await (await runByForm(operator, codeForm, {})).press()).location).toMatch(donePath)
    const { rows } = await run(site, 'reset-requests', { member: member.id })
    expect(rows).toEqual([])
  })

  it('sees the visible columns checked in the column picker, and no action bar below an empty list', async () => {
    const { member } = await memberWith(site, 10_000)
    const operator = await operatorAt(site)
    for (const list of [`waiting?kind=deposit&member=${member.id}`, 'inquiries?state=all']) {
      const { page } = await operator.get(`/backoffice/${list}`)
      const heads = [...page.querySelectorAll('main thead th:not(.pick, .tools)')].map((head) => head.textContent)
      const ticked = [...page.querySelectorAll('[name=column]')].filter((box) => box.hasAttribute('checked'))
      const labels = ticked.map((box) => page.querySelector(`label[for="${box.id}"]`)?.textContent)
      expect([list, labels.toSorted()]).toEqual([list, heads.toSorted()])
    }
    const headsOf = async (list: string) =>
      [...(await operator.get(list)).page.querySelectorAll('main thead th:not(.pick, .tools)')].map(
        (head) => head.textContent,
      )
    const list = '/backoffice/command/templates'
    const defaults = await headsOf(list)
    const chosen = [words['field.title'], words['field.madeBy']]
    const others = `${list}?column=madeBy&column=title`
    expect(await headsOf(others)).toEqual(chosen)
    expect(await headsOf(list), 'after a link with other columns').toEqual(defaults)
    const { page } = await operator.get(others)
    const form = page.querySelector('[type=checkbox][name=column]')?.closest('form')
    const saves = [...(form?.querySelectorAll('input[type=hidden]') ?? [])].map(
      (field) => `&${field.getAttribute('name')}=${field.getAttribute('value')}`,
    )
    await headsOf(`${others}${saves.join('')}`)
    expect(await headsOf(list), 'after choosing the columns').toEqual(chosen)
    const unknown = await operator.get(`${list}?column=title&column=${'x'.repeat(62)}${saves.join('')}`)
    expect(unknown.headers.getSetCookie().filter((cookie) => cookie.includes('xxx'))).toEqual([])
    const reset = hrefsIn(page, 'main a[href*="column=-"]')[0] ?? ''
    expect([await headsOf(reset), await headsOf(list)]).toEqual([defaults, defaults])
    const empty = await operator.get('/backoffice/member?search=zzzz')
    expect([empty.page.querySelector('[data-ticked]'), empty.text]).toEqual([null, textLike('none.members')])
    const idle = await operator.get('/backoffice/figures?from=2020-01-01&to=2020-01-28')
    expect(idle.text).toMatch(like('list.none'))
    const period = idle.page.querySelectorAll('input[type=date]')
    expect([...period].map((field) => field.getAttribute('value'))).toEqual(['2020-01-01', '2020-01-28'])
    const swapped = await operator.get('/backoffice/figures?from=2020-01-28&to=2020-01-01')
    expect(swapped.page.querySelector('h1')?.textContent).toBe(idle.page.querySelector('h1')?.textContent)
    const long = await operator.get('/backoffice/figures?from=2018-01-01&to=2020-01-01')
    expect(long.page.querySelector('[role=alert]')?.textContent).toContain(words['a period of up to a year'])
    expect(long.page.querySelector('input[name=from]')?.getAttribute('value')).toBe('2018-01-01')
    const malformed = await operator.get('/backoffice/figures?member=a%20b')
    expect(malformed.status).toBeLessThan(500)
    expect(malformed.page.querySelector('[name=member][aria-invalid=true]')).not.toBeNull()
    const file = await operator.get('/backoffice/command/figures?from=2020-01-01&to=2020-01-28&format=csv')
    expect(file.headers.get('content-disposition')).toMatch(/-2020-01-01-2020-01-28\.csv"$/)
    const columns = [
      words['field.day.figures'],
      words['field.deposits'],
      words['field.withdrawals'],
      words['field.flow'],
    ]
    for (const column of columns) expect(file.body.split('\r\n')[0]).toContain(column)
    const staff = await operator.get('/backoffice/people')
    const count = staff.page.querySelectorAll('#tokens tbody').length
    expect(staff.page.querySelector('#tokens .foot')?.textContent).toMatch(like('list.total', { total: count }))
  })

  it('sees each error next to its field, with the typed value', async () => {
    const operator = await operatorAt(site)
    const typed = { won: '1.5', reason: 'a <b>reason</b>' }
    const { shown } = await runByForm(operator, '/backoffice/command/correct?member=demo', typed)
    expect(shown.status).toBe(422)
    const field = shown.page.querySelector('[name=won]')
    const described = shown.page.getElementById(field?.getAttribute('aria-describedby') ?? '')
    expect([field?.getAttribute('aria-invalid'), described?.textContent]).toEqual(['true', expect.stringMatching(/./)])
    expect(shown.body).toContain('value="a &lt;b&gt;reason&lt;/b&gt;"')
  })

  it('sees in row, preview and result who gave the first approval, and approves as the second person', async () => {
    const { member, deposits } = await memberWith(site, 1_500_000, 2_500_000)
    const [small, large] = deposits
    const [ann, bea] = [await tokenOf(site, 'ann', 'cashier'), await tokenOf(site, 'bea', 'cashier')]
    const [first, second] = [await operatorAt(site, 'ann', ann), await operatorAt(site, 'bea', bea)]
    const path = (id?: string) => `/backoffice/command/approve?kind=deposit&id=${id}&back=/backoffice/waiting`
    const linkIn = (page: PageResponse) =>
      hrefsIn(page.page.querySelector('main')).find((href) => href?.includes('/approve?first=')) ?? ''
    const byAnn = like('refused.second_person', { by: 'ann', at: '\\d\\d:\\d\\d' })

    expect((await first.post('/backoffice/sound', { on: 'true' })).status).toBe(204)
    const sounds = async (operator: Visitor) => (await operator.get('/backoffice')).page.querySelector('[data-on]')
    expect([await sounds(await operatorAt(site, 'ann', ann)), await sounds(second)]).toEqual([expect.anything(), null])

    const preview = await runByForm(first, path(small?.id), {})
    expect(preview.shown.text, 'a first approval credits nothing').not.toMatch(/→ *1,500,000/)
    const asked = await first.follow(await preview.press())
    const ofMember = await first.get(`/backoffice/log?member=${member.id}`)
    expect(cellsOf(ofMember, 'lead')[0]).toContain('1,500,000')
    expect(cellsOf(ofMember, 'second')[0]).toBe('ann')
    expect([headingOf(asked), asked.text]).toEqual([words['nav.waiting'], textLike('done.first')])
    const staff = (await second.get('/backoffice/people')).page.querySelector('#first-approvals')?.textContent
    expect(staff).toMatch(like('second.on', { money: String(words['money.play']) }))
    expect(staff).toMatch(/1,000,000.*ann, bea/)
    const list = `/backoffice/waiting?kind=deposit&member=${member.id}`
    for (const address of [
      list,
      `/backoffice/command/movement?number=${small?.number}`,
      `/backoffice/member?id=${member.id}`,
    ]) {
      const [ofFirst, ofSecond] = [await first.get(address), await second.get(address)]
      for (const { text } of [ofFirst, ofSecond]) expect(text, address).toMatch(like('approvals.by', { by: 'ann' }))
      expect([address, linkIn(ofFirst), linkIn(ofSecond)]).toEqual([
        ...[address, '', expect.stringContaining(`id=${small?.id}&`)],
      ])
    }
    const own = await first.follow(await (await first.formOn(path(small?.id))).post())
    expect([own.text, own.page.querySelectorAll('main form button').length]).toEqual([expect.stringMatching(byAnn), 0])

    // The preview tells another person that theirs is the second approval, for one and for several rows.
    expect((await runByForm(second, path(small?.id), {})).shown.text).toMatch(like('rehearsal.follow', { by: 'ann' }))
    const several = [small, large].map((row) => ['id', row?.id ?? ''])
    const both = await sendForm(second, '/backoffice/command/approve', [
      ...[...several, ['kind', 'deposit'], ['back', '/backoffice/waiting']],
      ...[
        ['fixed', 'kind id'],
        ['requestId', 'several-rows-of-ann'],
      ],
    ])
    const split = await second.follow(both)
    expect(split.text).toMatch(like('rehearsal.now', { count: 1, won: '1,500,000' }))
    expect(split.text).toMatch(like('rehearsal.first', { count: 1, won: '2,500,000' }))
    const done = await second.follow(await pressOn(second, split))
    expect(headingOf(done)).toMatch(like('done.some', { done: 1, count: 2 }))
    expect(headingOf(done)).toMatch(like('done.asked', { count: 1 }))
    expect(done.text).toMatch(like('done.asked.text'))
    const paid = await first.get(`/backoffice/command/movement?number=${small?.number}`)
    const history = cellsOf(paid, 'lead')
    expect(history).toEqual([
      expect.stringMatching(`^ann.*${words['log.first-approval']} ${words['log.raw']}`),
      expect.stringMatching('^bea '),
    ])
    expect((await walletOf(member)).balance).toBe(1_500_000)
    expect(cellsOf(await first.get(`/backoffice/log?movement=${small?.id}&changes=true`), 'line')).toContain(
      `${small?.number} ${member.id}`,
    )
    expect((await first.get(list)).text).toMatch(like('approvals.by', { by: 'bea' }))

    // If the first approval is revoked after the preview, the page says by whom, and links to a new preview.
    const { member: revoking, deposits: open } = await memberWith(site, 1_600_000)
    await first.follow(await (await runByForm(first, path(open[0]?.id), {})).press())
    const stale = await second.follow(
      await second.get(linkIn(await second.get(`/backoffice/waiting?kind=deposit&member=${revoking.id}`))),
    )
    const { rows: given } = await run(site, 'first-approvals', { member: revoking.id })
    await run(site, 'end-first-approval', { id: given[0]?.id }, ann)
    const ended = await second.follow(await pressOn(second, stale))
    expect([ended.status, ended.text]).toEqual([409, textLike('refused.no_first_approval.revoked', { by: 'ann' })])
    expect(ended.page.querySelector('[name=unpaid]')).toBeNull()
    const again = hrefsIn(ended.page.querySelector('main')).find((href) => href?.includes('/approve?')) ?? ''
    expect((await second.follow(await second.get(again))).text).toMatch(words['rehearsal.second'] ?? '-')

    // If somebody else gives the first approval after the preview, the result links to the second.
    const { member: other, deposits: waiting } = await memberWith(site, 1_700_000)
    const [late, early] = [
      await runByForm(second, path(waiting[0]?.id), {}),
      await runByForm(first, path(waiting[0]?.id), {}),
    ]
    await early.press()
    const beaten = await second.follow(await late.press())
    expect(beaten.text).toMatch(byAnn)
    await pressOn(second, await second.follow(await second.get(linkIn(beaten))))
    expect((await walletOf(other)).balance).toBe(1_700_000)
  })

  it('sees what to send only after claiming a withdrawal, and needs a message or a reason to cancel it', async () => {
    const { member, deposits } = await memberWith(site, 20_000)
    await run(site, 'approve', { kind: 'deposit', id: deposits[0]?.id })
    await run(site, 'correct', { member: member.id, account: 'cash', won: 30_000, reason: 'a test' })
    await run(site, 'pay-out', { member: member.id, reason: 'a test' })
    const operator = await operatorAt(site)
    const list = await operator.get(`/backoffice/waiting?kind=withdrawal&member=${member.id}`)
    const { waiting } = (await run(site, 'you')) as unknown as CommandResult<'you'>
    const tabs = [...list.page.querySelectorAll('main nav a')].map(({ textContent }) => textContent)
    expect(tabs).toContain(`${words['kind.withdrawal']} ${waiting.withdrawals}`)
    expect(cellsOf(list, 'second')[0]).toMatch(like('waits.minutes'))
    const linkTo = (command: string) =>
      hrefsIn(list.page.querySelector('main')).find((href) => href?.includes(`/${command}?kind`)) ?? ''
    const unclaimed = await operator.follow(await operator.get(linkTo('approve')))
    expect(unclaimed.text).not.toMatch(like('approve.send'))
    expect(unclaimed.page.querySelector('main form button')?.textContent).toBe(words['claim.pay'])
    const again = await operator.follow(await pressOn(operator, unclaimed))
    const shown = await operator.follow(again)
    const queue = await operator.get('/backoffice/command/queue')
    for (const [{ page }, key] of [
      [queue, 'signs.short'],
      [list, 'signs.short'],
      [shown, 'signs.none'],
    ] as const) {
      const rows = [...page.querySelectorAll('main tbody, main dl')].filter((row) =>
        row.textContent?.includes('50,000'),
      )
      // The preview names the member above its list of details. In a list, rows of others may mention the member too.
      const isOwn = (row: Element) => row.querySelector('a[href*="/member?id="]')?.textContent === member.id
      const own = rows.find((row) => page === shown.page || isOwn(row))
      expect(own?.textContent).toMatch(like(key, { bets: 0, deposited: '20,000' }))
    }
    // The member's page shows it in plain words.
    const risk = (await operator.get(`/backoffice/member?id=${member.id}`)).page.querySelector('#risk')?.textContent
    expect(risk).toMatch(like('signs.none', { deposited: '20,000' }))
    const csv = await operator.get(`/backoffice/command/movements?kind=withdrawal&member=${member.id}&format=csv`)
    for (const part of ['turnover', 'deposited']) expect(csv.body).toContain(words[`field.signs.${part}`])
    const { bank } = ((await run(site, 'member', { member: member.id })) as unknown as CommandResult<'member'>).member
    const account = `${bank.name} ${bank.number} ${bank.owner}`
    expect(shown.page.querySelector('main')?.textContent).toMatch(
      like('approve.send', { won: '50,000.won', bank: account }),
    )
    expect(shown.page.querySelector('main form button')?.textContent).toBe(words['approve.sent'])
    const [{ id = '' } = {}] = (await run(site, 'movements', { kind: 'withdrawal', member: member.id })).rows
    const claim = { kind: 'withdrawal', id }
    // Others can't cancel it. Anyone who takes it over gets a warning and then sees the payment.
    const dana = await tokenOf(site, 'dana', 'cashier')
    expect((await askBackoffice(site.base, dana, 'cancel', { ...claim, reason: 'a test' })).status).toBe(409)
    const other = await operatorAt(site, 'dana', dana)
    const taken = await other.follow(await other.get(linkTo('approve')))
    expect(taken.text).toMatch(like('refused.claimed', { by: 'owner' }))
    const toTake = hrefsIn(taken.page.querySelector('main')).find((href) => href?.includes('/claim?')) ?? ''
    const takeover = await other.get(toTake)
    expect(takeover.text).toMatch(like('claim.sent', { by: 'owner' }))
    const took = await other.formIn(takeover, '/backoffice/command/claim').post({ reason: 'the owner left' })
    expect((await other.follow(await other.follow(took))).text).toMatch(like('approve.send'))
    const log = await other.get(`/backoffice/log?member=${member.id}`)
    expect(cellsOf(log, 'lead').join()).toMatch(like('log.claim.taken', { who: 'dana', takenFrom: 'owner' }))
    await run(site, 'claim', { ...claim, reason: 'a test' })
    const { number } = (await run(site, 'movement', { number: id })).movement as unknown as { number: string }
    const notice = like('claim.taken', { by: 'owner', number, reason: 'a test' })
    expect((await other.get('/backoffice/log')).page.querySelector('noscript')?.textContent).toMatch(notice)
    const cancelling = await operator.follow(await operator.get(linkTo('cancel')))
    expect(cancelling.text).toMatch(like('hint.tell.cancel'))
    const form = operator.formIn(cancelling, '/backoffice/command/cancel')
    const refused = await form.post({ tell: ' ', reason: '' })
    expect([refused.status, refused.page.querySelector('[name=tell]')?.getAttribute('aria-invalid')]).toEqual([
      ...[422, 'true'],
    ])
    expect(refused.text).toContain(words['a message or a reason'])
    expect(refused.text).not.toContain(`(${words.optional})`)
    const path = '/backoffice/command/change-member'
    const empty = (await operator.formIn(await operator.get(`${path}?member=${member.id}`), path).post()).text
    for (const rule of ['phone or bank', 'some text.reason']) expect(empty).toContain(words[rule])
    expect((await form.post({ reason: 'a test' })).location).toMatch(/done=/)
    expect((await run(site, 'movement', { number: id })).movement).toMatchObject({
      state: stored.cancelled,
      told: null,
    })
    const over = await pressOn(operator, shown)
    expect([over.status, over.page.querySelector('main p')?.textContent]).toEqual([409, textLike('refused.ended')])
    expect([over.page.querySelectorAll('main :is(dl, form)').length, hrefsIn(over.page.querySelector('main'))]).toEqual(
      [...[0, [expect.stringContaining('/backoffice/waiting?kind=withdrawal')]]],
    )
  })

  it('approves several withdrawals after claiming them with one click, but none whose claim has ended', async () => {
    const { id: member } = await newMember(site.base)
    const kind = 'withdrawal'
    for (const won of [10_000, 20_000, 30_000]) {
      await run(site, 'correct', { member, account: 'cash', won, reason: 'a test' })
      await run(site, 'pay-out', { member, reason: 'a test' })
    }
    const ids = (await run(site, 'movements', { kind, member })).rows.map(({ id = '' }) => id)
    const [, second = '', third = ''] = ids
    const eve = await tokenOf(site, 'eve', 'cashier')
    const operator = await operatorAt(site)
    const list = `/backoffice/waiting?kind=withdrawal&member=${member}`
    const padded = [['kind', ` ${kind}`] as const, ['id', third] as const]
    const forged = await operator.follow(await sendForm(operator, '/backoffice/command/approve', padded))
    expect(forged.text).toMatch(like('approve.claim'))
    const approve = async () => operator.follow(await pressOn(operator, await operator.get(`${list}&tick`)))
    await run(site, 'claim', { kind, id: third }, eve)
    // After losing the race to Eve, the page offers to take over the request with a reason.
    const raced = await pressOn(operator, forged)
    const asked = [...raced.page.querySelectorAll('main form :is(input:not([type=hidden]), select, textarea)')]
    expect([raced.status, asked.map((field) => field.getAttribute('name'))]).toEqual([422, ['reason']])
    expect(raced.text).toContain(member)
    expect(headingOf(raced)).toBe(words['claim.take'])
    const unclaimed = await approve()
    expect(unclaimed.text).toMatch(like('approve.claim.several', { count: 2 }))
    expect(unclaimed.page.querySelector('main [name=confirm]')).toBeNull()
    const button = unclaimed.page.querySelector('main form button')
    expect(button?.textContent).toBe(words['claim.ticked'])
    // If another person claims one of them, the page says so and continues with the rest.
    await run(site, 'claim', { kind, id: second }, eve)
    await run(site, 'claim', { kind, id: ids[0] })
    const fields = [['kind', kind], ['back', list], ...ids.slice(0, 2).map((id) => ['id', id])]
    const extended = await operator.follow(await sendForm(operator, '/backoffice/command/claim', fields))
    expect(headingOf(extended)).toMatch(like('done.refused', { count: 2 }))
    expect(extended.text).toMatch(like('claim.extended'))
    expect(extended.page.querySelector('main .sum'), 'nothing was claimed').toBeNull()
    await run(site, 'release', { kind, id: ids[0] })
    const claimed = await operator.follow(await pressOn(operator, unclaimed))
    expect(claimed.page.querySelector('main tbody .note')?.textContent).toMatch(like('refused.claimed', { by: 'eve' }))
    expect(claimed.page.querySelectorAll('main tbody .note')[1]?.textContent).toContain(words['claim.own'])
    const next = hrefsIn(claimed.page.querySelector('main')).find((href) => href?.includes('/approve?')) ?? ''
    const shown = await operator.follow(await operator.get(next))
    expect(boxesOf(shown)).toEqual([[ids[0], true]])
    await run(site, 'release', { kind, id: ids[0] })
    const late = await operator.follow(await pressOn(operator, shown))
    expect(late.text).toMatch(like('refused.unclaimed'))
    const { rows } = await run(site, 'movements', { kind, member })
    expect(rows.map(({ claimedBy }) => claimedBy)).toEqual([null, 'eve', 'eve'])
    await run(site, 'release', { kind, id: second }, eve)
    const path = '/backoffice/command/claim'
    const both = await sendForm(operator, path, [
      ...ids.slice(0, 2).map((id) => ['id', id]),
      ['kind', kind],
      ['back', list],
    ])
    expect(both.location).toMatch(/waiting\?.*&done=/)
    const paid = await operator.follow(await pressOn(operator, await approve(), [third]))
    expect(paid.text).toMatch(like('done.title'))
    expect((await run(site, 'movements', { kind, member })).rows.map(({ id }) => id)).toEqual([third])
  })

  it.skipIf(isReplicated)(
    'offers to extend a claim that is about to end beside its confirmation, and leaves a colleague’s out',
    async () => {
      const kind = 'withdrawal'
      const dataDir = mkdtempSync(join(tmpdir(), 'madang-claim-'))
      const settings = { ...onPglite, DATA_DIR: dataDir, BACKOFFICE_TOKEN: token, SEED_DEMO: 'yes' }
      const open = async (site: Site, id = '') => {
        const operator = await operatorAt(site)
        const path = `/backoffice/command/approve?${id}&kind=${kind}&fixed=kind+id&preview=&back=/backoffice/waiting`
        return { operator, shown: await operator.follow(await operator.get(path)) }
      }
      try {
        const onTime = await startSite(settings)
        for (const won of [40_000, 50_000, 60_000]) {
          await run(onTime, 'correct', { member: 'demo', account: 'cash', won, reason: 'a test' })
          await run(onTime, 'pay-out', { member: 'demo', reason: 'a test' })
        }
        const ids = (await run(onTime, 'movements', { kind, member: 'demo' })).rows.map(({ id = '' }) => id)
        const eve = await tokenOf(onTime, 'eve', 'cashier')
        for (const [index, id] of ids.entries()) await run(onTime, 'claim', { kind, id }, index === 2 ? eve : undefined)
        const [one, all] = [`id=${ids[0]}`, ids.map((id) => `id=${id}`).join('&')]
        const first = (await open(onTime, one)).shown
        expect(first.text).toMatch(like('approve.send'))
        expect(first.text).not.toMatch(like('approve.claim.ending'))
        await onTime.stop()
        const later = { NODE_OPTIONS: '--import ./tests/support/clock-ahead.mjs', CLOCK_AHEAD_MS: `${minutes(11)}` }
        const site = await startSite({ ...settings, ...later })
        const { operator: payer, shown } = await open(site, one)
        for (const key of ['approve.claim.ending', 'approve.send']) expect(shown.text).toMatch(like(key))
        const several = await open(site, all)
        expect(boxesOf(several.shown)).toEqual([ids[0], ids[1]].map((id) => [id, true]))
        expect(several.shown.text).toMatch(like('claim.by', { by: 'eve' }))
        expect(several.shown.text).toMatch(like('approve.claim.ending'))
        const { operator } = several
        const claimed = await operator.follow(await operator.follow(await pressOn(operator, several.shown)))
        expect(claimed.text).toMatch(like('approve.send.several'))
        expect(claimed.text).not.toMatch(like('approve.claim.ending'))
        const [confirm] = [...claimed.page.querySelectorAll('main .pay')]
        expect(confirm?.getAttribute('tabindex'), 'the order to pay gets the focus, not the button').toBe('-1')
        expect(claimed.page.querySelector('main [autofocus]')).toBeNull()
        expect(claimed.page.querySelectorAll('main tbody [data-copy]')).toHaveLength(4)
        const paid = await payer.follow(await payer.formIn(shown, '', {}, '/backoffice/command/approve').post())
        expect(paid.page.querySelector('[data-done]')?.textContent).toMatch(like('done.title'))
        await site.stop()
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  )

  it('gives a first approval without claiming or paying, and pays one or several as the second person', async () => {
    const kind = 'withdrawal'
    const { id: member } = await newMember(site.base)
    for (const sums of [[900_000, 800_000], [950_000, 650_000], [40_000]]) {
      for (const won of sums) await run(site, 'correct', { member, account: 'cash', won, reason: 'a test' })
      await run(site, 'pay-out', { member, reason: 'a test' })
    }
    const ids = (await run(site, 'movements', { kind, member })).rows.map(({ id = '' }) => id)
    const [large, other, small] = ids
    const fay = await tokenOf(site, 'fay', 'cashier')
    const [first, second] = [await operatorAt(site), await operatorAt(site, 'fay', fay)]
    const list = `/backoffice/waiting?kind=withdrawal&member=${member}`
    const path = (...rows: (string | undefined)[]) =>
      `/backoffice/command/approve?${rows.map((id) => `id=${id}`).join('&')}&kind=${kind}&fixed=kind+id&preview=&back=${encodeURIComponent(list)}`
    const open = async (operator: Visitor, ...rows: (string | undefined)[]) =>
      operator.follow(await operator.get(path(...rows)))
    const buttonOf = ({ page }: PageResponse) => page.querySelector('main form button')?.textContent
    for (const rows of [[large], [large, other]]) {
      const shown = await open(first, ...rows)
      expect([shown.text, buttonOf(shown)]).toEqual([textLike('rehearsal.second.unsent'), words['approvals.give']])
      expect(shown.text).not.toMatch(like('approve.send'))
      expect(shown.text).not.toContain(words['field.onlyClaimed'] ?? 'onlyClaimed')
    }
    await run(site, 'claim', { kind, id: small })
    const mixed = await open(first, large, other, small)
    expect([mixed.text, buttonOf(mixed)]).toEqual([textLike('approve.send.some'), words['approve.sent']])
    await run(site, 'release', { kind, id: small })
    await pressOn(first, await open(first, large, other))

    // The second person claims one or several first, and then sees where to send the money.
    const asked = await open(second, large)
    expect([asked.text, buttonOf(asked)]).toEqual([textLike('approve.claim'), words['claim.pay']])
    expect([headingOf(asked), asked.text]).toEqual([textLike('approvals.follow.one'), textLike('rehearsal.follow.pay')])
    expect(asked.page.querySelector('main dl')?.textContent, 'the person of the first approval').toContain('owner, ')
    const both = await open(second, large, other)
    expect([both.text, buttonOf(both)]).toEqual([textLike('approve.claim.several'), words['claim.ticked']])
    const shown = await second.follow(await second.follow(await pressOn(second, asked)))
    expect([headingOf(shown), buttonOf(shown)]).toEqual([textLike('approvals.follow.one'), words['approve.sent']])
    expect(shown.page.querySelector('main .pay')?.textContent).toContain('1,700,000')
    expect(shown.text).toMatch(like('rehearsal.follow.pay', { by: 'owner' }))
    // Of two, only the other one is unclaimed. Its marks link to its member.
    const rest = await open(second, large, other)
    expect(hrefsIn(rest.page).filter((href) => href?.includes('undefined'))).toEqual([])
    // If somebody else claims one of them, the result leads to the claimed one, or closes to the list.
    const several = await open(second, other, small)
    await run(site, 'claim', { kind, id: small })
    const claimed = await second.follow(await pressOn(second, several))
    const links = [...claimed.page.querySelectorAll('main .row.sticky a')]
    const textsOf = links.map((link) => [link.textContent, link.getAttribute('href')?.split('?')[0]])
    expect(textsOf.slice(0, 2)).toEqual([
      [words['claim.next'], '/backoffice/command/approve'],
      [words['keys.close'], '/backoffice/waiting'],
    ])
    expect((await second.follow(await pressOn(second, await open(second, large, other)))).text).toMatch(
      like('done.title'),
    )
  })

  it('sees the bank of a receiving account in its preview, its notice and the list', async () => {
    const operator = await operatorAt(site)
    const path = '/backoffice/command/add-pay-account?back=/backoffice/setup?part=pay-accounts'
    const account = { bank: '신한은행', holder: 'a holder' }
    const typed = await operator.formOn(path, { ...account, number: '999-1 (신한)' })
    const wrong = await operator.follow(await typed.post())
    expect(wrong.page.getElementById('number-error')?.textContent).toBe(words['digits and hyphens'])
    const banks = [...wrong.page.querySelectorAll('select[name=bank] option')].map(({ textContent }) => textContent)
    expect(banks).toContain('신한은행')
    const { shown, press } = await runByForm(operator, path, { ...account, number: '999-1' })
    const facts = [...shown.page.querySelectorAll('main dd')].map(({ textContent }) => textContent)
    expect(facts).toContain('신한은행')
    const list = await operator.follow(await press())
    expect(list.page.querySelector('[data-done]')?.textContent).toContain('신한은행 · 999-1')
    expect(cellsOf(list, 'lead')).toContain('신한은행')
    const toDelete = hrefsIn(list.page.querySelector('main tbody .tools')).find((href) => href?.includes('/end-pay'))
    const deleting = await operator.follow(await operator.get(toDelete ?? ''))
    // A deletion has no form to edit.
    expect(hrefsIn(deleting.page.querySelector('main')).filter((href) => href?.includes('edit'))).toEqual([])
    const named = [...deleting.page.querySelectorAll('main dd')].map(({ textContent }) => textContent)
    expect(named).toEqual(['신한은행', '999-1', 'a holder'])
    await pressOn(operator, deleting)
    expect((await operator.get('/backoffice/log')).text).toMatch(
      like('log.end-pay-account', { who: 'owner', bank: '신한은행', number: '999-1', holder: 'a holder' }),
    )
    expect((await run(site, 'pay-accounts')).rows).toEqual([])
  })

  it('leaves a row out of a preview, goes back with the others checked, and sees which row was rejected', async () => {
    const { member, deposits } = await memberWith(site, 10_000, 20_000, 30_000, 40_000)
    const ids = deposits.map(({ id }) => id)
    const operator = await operatorAt(site)
    const waiting = `/backoffice/waiting?kind=deposit&member=${member.id}`
    const shown = await operator.follow(await pressOn(operator, await operator.get(`${waiting}&tick`)))
    expect(boxesOf(shown)).toEqual(ids.map((id) => [id, true]))
    const links = hrefsIn(shown.page.querySelector('main form .row.sticky'))
    const edit = await operator.get(String(links.find((href) => href?.endsWith('&edit'))))
    for (const back of [links.at(-1), hrefsIn(edit.page.querySelector('main form .row.sticky')).at(-1)])
      expect(boxesOf(await operator.get(String(back)))).toEqual(ids.map((id) => [id, true]))
    const [left = '', late = ''] = ids
    await run(site, 'approve', { kind: 'deposit', id: late })
    const done = await operator.follow(await pressOn(operator, shown, [left]))
    expect(headingOf(done)).toMatch(like('done.some', { done: 2, count: 3 }))
    const refused = done.page.querySelector('tbody tr')
    expect(refused?.querySelector('.lead')?.textContent).toMatch(new RegExp(`^${member.id}`))
    expect(refused?.querySelector('.note')?.textContent).toMatch(
      new RegExp(`${words['settled.title']} \\(.*owner.*\\d\\d:\\d\\d\\)`),
    )
    const columns = ({ page }: PageResponse) =>
      [...page.querySelectorAll('main th')].map(({ textContent }) => textContent)
    expect(done.page.querySelectorAll('main table')).toHaveLength(1)
    // The preview's title says how all of its requests end.
    expect(columns(done).filter((text) => text && text !== words['field.state'])).toEqual(
      columns(shown).slice(1).filter(Boolean),
    )
    const [logged] = (await run(site, 'acts', { act: 'approve', member: member.id })).rows.filter(
      ({ result }) => (result as unknown as { status: string }).status === 'otherwise',
    )
    expect(logged?.members).toEqual([member.id])
    const targets = cellsOf(await operator.get(`/backoffice/log?member=${member.id}&act=approve`), 'line')
    expect(targets.every((target) => deposits.some(({ number }) => target?.startsWith(number)))).toBe(true)
    expect((await walletOf(member)).balance).toBe(90_000)
    expect(boxesOf(await operator.get(waiting))).toEqual([[left, false]])
    const none = await operator.follow(await pressOn(operator, shown, ids))
    expect(none.page.querySelector('[role=alert]')?.textContent).toMatch(like('waiting.none'))
    // A row that was not in the preview is not processed.
    const again = await operator.follow(await pressOn(operator, await operator.get(`${waiting}&tick`)))
    const form = operator.formIn(again, '/backoffice/command/approve')
    expect((await operator.follow(await form.post({ id: late }))).status).toBe(409)
  })

  it('is offered no action that another tab has already done', async () => {
    const { deposits } = await memberWith(site, 30_000)
    const operator = await operatorAt(site)
    const path = `/backoffice/command/approve?kind=deposit&id=${deposits[0]?.id}`
    const [firstTab, secondTab] = [await runByForm(operator, path, {}), await runByForm(operator, path, {})]
    expect((await firstTab.press()).location).toMatch(donePath)
    const stale = await operator.follow(await secondTab.press())
    expect([stale.status, stale.text]).toEqual([409, textLike('done.unchanged')])
    expect(stale.page.querySelectorAll('main button')).toHaveLength(0)
    expect(stale.text).toContain(' · owner · ')
  })

  it('sees settled payments left out of a preview, and attempts without a change marked in the log', async () => {
    const { deposits } = await memberWith(site, 30_000, 40_000)
    for (const { id } of [...deposits, ...deposits]) await run(site, 'approve', { kind: 'deposit', id })
    const operator = await operatorAt(site)
    const ids = new URLSearchParams(deposits.map(({ id }) => ['id', id]))
    const preview = await operator.follow(
      await operator.get(`/backoffice/command/approve?kind=deposit&fixed=kind+id&preview&${ids}`),
    )
    expect(preview.text).toMatch(words['rehearsal.none'] ?? '-')
    for (const { number } of deposits) expect(preview.text.replaceAll('\u2060', '')).toContain(number)
    // There is one box with one reason for all rows.
    expect(preview.page.querySelectorAll('main li')).toHaveLength(1)
    expect(preview.text).toMatch(new RegExp(`${words['settled.title']} \\(.*owner.*\\d\\d:\\d\\d\\)`))
    expect(preview.page.querySelectorAll('main :is(table, button)')).toHaveLength(0)
    expect(preview.page.querySelector('main form .row')?.textContent).toBe(words['form.leave'])
    const log = await operator.get(`/backoffice/log?movement=${deposits[0]?.number}`)
    const lines = cellsOf(log, 'lead')
    expect(lines[0]).toContain(words['log.unchanged'])
    expect(lines[1]).not.toContain(words['log.unchanged'])
  })

  it('sees with a deposit the end of the member’s self-exclusion, its details and earlier messages', async () => {
    const { member, deposits } = await memberWith(site, 30_000, 40_000)
    const [{ id, number } = { id: '', number: '' }, cancelled] = deposits
    await run(site, 'restrict', { member: member.id, exclude: '6m', reason: 'a test' })
    const operator = await operatorAt(site)
    const until = new RegExp(`${words['field.excludedUntil']} \\d{4}-\\d\\d-\\d\\d`)
    const list = `/backoffice/waiting?kind=deposit&state=all&member=${member.id}`
    const marks = [...(await operator.get(list)).page.querySelectorAll('main td.note')].map(
      ({ textContent }) => textContent,
    )
    expect(marks).toEqual(deposits.map(() => expect.stringMatching(until)))
    const waiting = await operator.get(`/backoffice/command/movement?number=${number}`)
    const leads = [...waiting.page.querySelectorAll('main :is(a, button)')]
      .filter((lead) => !lead.closest('dl'))
      .map((lead) => lead.getAttribute('href') ?? lead.getAttribute('formAction'))
    const named = leads.flatMap((href) => /command\/([\w-]+)/.exec(href ?? '')?.[1] ?? [])
    expect(named).toEqual(['approve', 'claim', 'credit', 'cancel'])
    const { waiting: counts } = (await run(site, 'overview')) as unknown as CommandResult<'overview'>
    expect(waiting.page.querySelector('header nav [aria-current]')?.textContent).toBe(
      `${words['nav.waiting']} ${counts.deposits.count + counts.withdrawals.count}`,
    )
    const approve = leads.find((href) => href?.includes('/approve?')) ?? ''
    const shown = await operator.follow(await operator.get(approve))
    expect(shown.text).toMatch(new RegExp(`${words['field.excludedUntil']} ?\\d{4}-\\d\\d-\\d\\d`))
    await pressOn(operator, shown)
    const { page } = await operator.get(`/backoffice/command/movement?number=${number}`)
    const fields = [...page.querySelectorAll('main dl > div')].map((pair) => [
      ...[pair.querySelector('dt'), pair.querySelector('dd')].map((part) => part?.textContent),
    ])
    expect(fields).toEqual(
      expect.arrayContaining([
        [words['field.won'], '30,000\u00a0won'],
        [words['field.settledBy'], 'owner'],
        [words['field.cashThen'], '30,000\u00a0won'],
      ]),
    )
    expect(hrefsIn(page.querySelector('main')).some((href) => href?.includes(`id=${id}`))).toBe(false)
    await run(site, 'cancel', { kind: 'deposit', id: cancelled?.id, tell: 'no transfer came' })
    const cancelledList = await operator.get(list)
    expect(cancelledList.text).toMatch(like('list.sum.all'))
    expect(cellsOf(cancelledList, 'line')[0]).toMatch(/\d\d:\d\dno transfer came$/)
  })

  it('sees what has come in since a given time, and as a cashier who can add the missing account', async () => {
    const operator = await operatorAt(site, 'news', await tokenOf(site, 'news', 'cashier'))
    const today = await operator.get('/backoffice')
    const since = today.page.querySelector('header')?.getAttribute('data-since')
    const money = [...today.page.querySelectorAll('.key.in')].at(-1)?.parentElement?.textContent
    for (const field of ['deposits', 'withdrawals', 'net'])
      expect(money).toMatch(new RegExp(`${words[`field.${field}`]} -?[\\d,]+.won`))
    const { member } = await memberWith(site, 30_000)
    await member.call('user-write-help', { title: 'a game', contents: 'why?' })
    const read = async () => JSON.parse((await operator.get(`/backoffice/counts?since=${since}`)).body)
    const { counts, news, version } = await read()
    expect(version).not.toBe(today.page.querySelector('header')?.getAttribute('data-version'))
    expect([counts.waiting > 0, news]).toEqual([
      true,
      expect.arrayContaining([
        { text: `${words['news.deposit_one']} · 30,000\u00a0won`, count: 1, to: '/backoffice/waiting?kind=deposit' },
      ]),
    ])
    expect((await operator.get(news[0].to)).status).toBe(200)
    const after = await operator.get('/backoffice')
    expect(after.text).toContain(words['wrong.account.owner'])
    const queue = after.page.querySelector('#queue')
    const [oldest] = (await run(site, 'queue')).rows.filter(({ what }) => what === 'deposit') as { holder?: string }[]
    expect(queue?.querySelector('td.line b')?.textContent, 'whom the bank statement names').toBe(oldest?.holder)
    const reply = hrefsIn(queue).find((href) => href?.includes('/command/answer?')) ?? ''
    expect(
      (await operator.follow(await operator.get(reply))).page.querySelector('textarea[name=contents]'),
    ).not.toBeNull()
  })

  it('has the processing times on a separate page, with a file', async () => {
    const operator = await operatorAt(site)
    const handling = await operator.get('/backoffice/command/handling')
    expect([handling.page.querySelector('#handling table'), handling.page.querySelector('#figures')]).toEqual([
      expect.anything(),
      null,
    ])
    expect(hrefsIn(handling.page.querySelector('main'))).toContainEqual(
      expect.stringMatching(/command\/handling\?(?:.*&)?format=csv/),
    )
    for (const path of ['command/handling', 'figures'])
      for (const days of ['to=', 'to=soon', 'from=2026-11-30&to=2026-11-01'])
        expect((await operator.get(`/backoffice/${path}?${days}`)).status, `${path}?${days}`).not.toBe(500)
    const swapped = await operator.get('/backoffice/command/handling?from=2026-11-30&to=2026-11-01')
    expect(swapped.text.replaceAll('\u2060', '')).toContain('2026-11-01 ~ 2026-11-30')
  })

  it('filters the log by person, without empty filters', async () => {
    const own = await tokenOf(site, 'gu', 'support')
    await run(site, 'add-internal-note', { member: 'demo', contents: 'a note' }, own)
    await operatorAt(site, 'gu', own)
    const operator = await operatorAt(site)
    const log = await operator.get('/backoffice/log?who=gu&member=&act=&from=&to=&lng=en')
    expect(cellsOf(log, 'lead')).toEqual([textLike('log.add-internal-note', { who: 'gu', member: 'demo' })])
    const loggedIn = like('log.begin-desk-session', { who: 'gu' })
    expect((await operator.get('/backoffice/log?who=gu')).text).not.toMatch(loggedIn)
    expect((await operator.get('/backoffice/log?who=gu&all')).text).toMatch(loggedIn)
    expect(log.text.match(/: [^:]* ✕/g)).toEqual([': gu ✕'])
    expect(log.page.querySelector('select[name=who] option:checked')?.textContent).toBe('gu')
    const commandsOf = (group: string) =>
      [...log.page.querySelectorAll(`select[name=act] optgroup[label="${group}"] option`)].map((option) =>
        option.getAttribute('value'),
      )
    expect(commandsOf(words['commands.books'] ?? '')).toEqual(['end-play-money', 'record-backup', 'recount-figures'])
  })

  it('sees in the ledger whose account an entry belongs to, and the comp part of a settled bet', async () => {
    const member = await newMember(site.base)
    await run(site, 'correct', { member: member.id, account: 'cash', won: 10_000, reason: 'a test' })
    const opened = await member.call('open-game', { company: 'dodam-play', code: 'moon-rabbit-mill' })
    const { gameUrl } = opened.json() as { gameUrl: string }
    await member.post(new URL(gameUrl, site.base).pathname, { spin: randomUUID(), stake: '5000' })
    const operator = await operatorAt(site)
    const comp = await operator.get(`/backoffice/books?member=${member.id}&account=comp`)
    expect(cellsOf(comp, 'aside').slice(0, 1)).toEqual(['+15\u00a0won'])
    const address = `/backoffice/member?id=${member.id}`
    const own = await operator.get(address)
    for (const { body } of [own, await operator.get('/backoffice/log')]) expect(body.length).toBeLessThan(60_000)
    const textOf = ({ page }: PageResponse, part: string) => page.querySelector(part)?.textContent
    const transfers = [...own.page.querySelectorAll('#ledger tbody tr')].map(({ textContent }) => textContent)
    const isMoney = new RegExp(`${words['account.cash']}|${words['account.game']}`)
    expect(transfers.filter((transfer) => isMoney.test(transfer ?? ''))).toEqual(transfers)
    expect(textOf(own, '#ledger-comp')).toContain('+15\u00a0won')
    expect(textOf(own, '#bets')).toContain('5,000\u00a0won')
    expect(textOf(own, '#risk')).toContain(words['signs.empty'])
    const shared = await operator.get(`/backoffice/command/shared-with?member=${member.id}`)
    expect(shared.page.querySelector('main td a')?.getAttribute('href')).toMatch(/\/member\?id=/)
    expect(hrefsIn(shared.page.querySelector('main'))).toContain(address)
    const reader = await operatorAt(site, 'books-reader', await tokenOf(site, 'books-reader', 'reader'))
    expect((await reader.get(address)).page.querySelectorAll('#risk a')).toHaveLength(0)
    const reports = async () => Number((await run(site, 'acts', { act: 'figures' })).total)
    const before = await reports()
    expect(textOf(await operator.get('/backoffice/figures?by=game'), 'svg.bars')).toBeDefined()
    expect((await reports()) - before).toBe(1)
    const today = toSeoulDay(Date.now())
    const year = await operator.get(`/backoffice/figures?from=${daysBefore(today, 364)}&to=${today}`)
    const months = [...year.page.querySelectorAll('svg.bars a')].map((bar) => String(bar.getAttribute('href')))
    expect([12, 13]).toContain(months.length)
    expect(Buffer.byteLength(year.body)).toBeLessThan(60_000)
    const lastMonth = await operator.get(String(months.at(-1)))
    expect(new URL(String(months.at(-1)), site.base).searchParams.get('to')).toBe(today)
    expect(lastMonth.page.querySelectorAll('svg.bars a')).toHaveLength(Number(today.slice(8)))
    const [won, against] = [/\+10,000\u00a0won$/, /[−-]10,000\u00a0won$/]
    const books = await operator.get('/backoffice/books')
    const linesOf = (row: Element, cell: string) =>
      [...row.querySelectorAll(`td.${cell} div`)].map(({ textContent }) => String(textContent))
    const sides = [...books.page.querySelectorAll('main tr[data-row]')].flatMap((row) =>
      linesOf(row, 'line').map((account, at) => `${account} ${linesOf(row, 'aside')[at]}`),
    )
    // A round may win the same amount.
    const given = sides.filter(
      (side, at) => side.includes(member.id) && won.test(side) && against.test(sides[at + 1] ?? ''),
    )
    expect(given).not.toEqual([])
  })

  it('sees both values of a changed bank account, and warnings about its holder and pending withdrawals', async () => {
    const { member } = await memberWith(site)
    await run(site, 'correct', { member: member.id, account: 'cash', won: 100_000, reason: 'a test' })
    const operator = await operatorAt(site)
    const path = `/backoffice/command/change-member?member=${member.id}`
    const opened = await operator.get(path)
    const known = (await run(site, 'member', { member: member.id })) as object as CommandResult<'member'>
    const { owner } = known.member.bank
    expect(opened.page.querySelector('[name="bank.owner"]')?.getAttribute('value')).toBe(owner)
    expect(opened.page.querySelectorAll('select[name="bank.name"] option').length).toBeGreaterThan(5)
    const bank = { 'bank.name': '신한은행', 'bank.number': '110555666777', 'bank.owner': '다른이' }
    const { shown } = await runByForm(operator, path, { ...bank, reason: 'asked' })
    expect(shown.text).toMatch(like('change.holder', { from: owner, to: '다른이' }))
    expect(shown.text).not.toContain(words['field.before.change-member'])
    const terms = [...shown.page.querySelectorAll('main dt')].map(({ textContent }) => textContent)
    expect(terms).not.toContain(words['field.phone'])
    const phoneOnly = await runByForm(operator, path, { phone: '01044445555', 'bank.owner': owner, reason: 'asked' })
    expect(phoneOnly.shown.text).toMatch(like('rehearsal.text'))
    await run(site, 'pay-out', { member: member.id, reason: 'a test' })
    const waiting = await operator.get(path)
    expect(waiting.text).toMatch(like('change.waiting', { count: 1 }))
    expect(hrefsIn(waiting.page.querySelector('main'))).toContain(
      `/backoffice/waiting?kind=withdrawal&member=${member.id}`,
    )
    await phoneOnly.press()
    const reader = await operatorAt(site, 'rhea', await tokenOf(site, 'rhea', 'reader'))
    for (const [person, phone] of [
      [operator, '01044445555'],
      [reader, '•••••••5555'],
    ] as const) {
      const [sentence] = cellsOf(await person.get(`/backoffice/log?member=${member.id}`), 'lead')
      const after = `${words['field.phone']} ${phone}`
      expect(sentence).toMatch(like('log.change-member', { who: 'owner', member: member.id, after }))
    }
  })

  it('reads where members see a home notice, and returns to the home notices after posting one', async () => {
    const operator = await operatorAt(site)
    const links = hrefsIn((await operator.get('/backoffice/content')).page.querySelector('main'))
    const path = links.find((href) => href?.includes('add-notice?place=popup')) ?? ''
    const opened = await operator.get(path)
    expect([headingOf(opened), opened.text]).toEqual([
      words['command.add-notice.popup'],
      expect.stringContaining(words['about.add-notice.popup'] ?? ''),
    ])
    const notice = { title: 'a home notice', contents: 'its text' }
    const past = await operator.follow(await (await operator.formOn(path, notice)).post({ until: '2020-01-01T15:00' }))
    expect([past.status, past.page.querySelector('#until-error')?.textContent]).toEqual([422, words['a future time']])
    const ending = await (await operator.formOn(path, notice)).post({ until: '2099-01-01T15:00' })
    expect((await operator.follow(ending)).text).toContain('2099-01-01 15:00')
    const { press } = await runByForm(operator, path, notice)
    const list = await operator.follow(await press())
    expect(cellsOf(list, 'lead').join()).toContain('a home notice')
  })

  it('has its settings in sections, finds a provider by its name and closes it, which the log shows', async () => {
    const operator = await operatorAt(site)
    const found = await operator.get('/backoffice/setup?part=providers&search=DODAM%20play')
    expect(cellsOf(found, 'lead')).toEqual(['Dodam Play'])
    const form = await operator.get('/backoffice/command/maintenance?provider=dodam-play&used=n')
    expect(form.page.querySelector('main dl')?.textContent).toContain('Dodam Play')
    const path = '/backoffice/command/maintenance?provider=dodam-play&used=n'
    const { shown, press } = await runByForm(operator, path, { closedUntil: '2099-01-01T06:00' })
    expect(shown.text).toContain(words['consequence.maintenance.n'])
    const toMembers = `Dodam Play: ${memberWords['lobby.maintenance.until']}`.replace('{{until}}', '2099-01-01 06:00')
    expect(shown.page.querySelector('main blockquote')?.textContent).toContain(toMembers)
    await press()
    const list = await operator.get('/backoffice/setup?part=providers&search=DODAM%20play')
    expect(list.page.querySelector('main tbody')?.textContent).toContain('2099-01-01 06:00')
    const [reopening = ''] = hrefsIn(list.page.querySelector('main tbody .tools')).map(String)
    const reopened = await operator.follow(await operator.get(reopening))
    expect(reopened.text).toContain(words['consequence.maintenance.y'])
    await pressOn(operator, reopened)
    expect((await operator.get('/backoffice/log')).text).toMatch(like('log.maintenance.y', { who: 'owner' }))
    await run(site, 'maintenance', { provider: 'dodam-play', used: 'n', closedUntil: '2099-01-01 06:00' })
    const log = await operator.get('/backoffice/log')
    await run(site, 'maintenance', { provider: 'dodam-play', used: 'y' })
    expect(log.text).toMatch(like('log.maintenance.n.until', { who: 'owner', provider: 'Dodam Play' }))
    const chips = hrefsIn(log.page.querySelector('#acts .bar')).filter((href) => href?.match(/[?&](?:who=owner|from=)/))
    expect(chips.length, 'filters for today and for each person').toBeGreaterThan(1)
    for (const part of ['pay-accounts', 'alerts', 'referral-codes'])
      expect((await operator.get(`/backoffice/setup?part=${part}`)).page.querySelector(`#${part}`)).not.toBeNull()
    const alerts = await operator.get('/backoffice/setup?part=alerts')
    expect(alerts.text).toContain(words['alerts.off'])
    const folded = alerts.page.querySelector('main details .text')?.textContent
    for (const name of ['ALERT_URL', 'ALERT_SECRET', 'ALERT_WAIT_MINUTES', 'ALERT_DETAILS'])
      expect(folded).toContain(name)
    const sample = alerts.page.querySelector('main details code')?.textContent ?? ''
    const text = wordsIn('backoffice', 'ko')['alert.request.deposit'] ?? ''
    expect(JSON.parse(sample)).toMatchObject({ event: 'request', kind: 'deposit', text })
  })

  it('sees notices that site maintenance was started and changed, with its end, and that it was ended', async () => {
    const operator = await operatorAt(site)
    const noticeOf = (page: PageResponse) => page.page.querySelector('[data-done]')?.textContent
    const noticeWith = (key: string, hour: string) =>
      expect.stringMatching(
        `^${words[`command.site-maintenance.${key}`]}: .*${words['field.closedUntil']} 2099-01-01 ${hour}`,
      )
    const linksOf = async () => {
      const { page } = await operator.get('/backoffice/setup')
      return hrefsIn(page.querySelector('main'))
        .map(String)
        .filter((href) => href.includes('/site-maintenance?'))
    }
    const start = `/backoffice/command/site-maintenance?used=n&back=${encodeURIComponent('/backoffice/setup')}`
    const preview = await runByForm(operator, start, { closedUntil: '2099-01-01T06:00' })
    expect(preview.shown.text).toContain(words['closure.view'])
    expect(noticeOf(await operator.follow(await preview.press()))).toEqual(noticeWith('n', '06:00'))
    const [change = '', end = ''] = await linksOf()
    const { shown, press } = await runByForm(operator, change, { closedUntil: '2099-01-01T07:00' })
    expect(headingOf(shown)).toContain(words['command.site-maintenance.n.change'])
    expect(noticeOf(await operator.follow(await press()))).toEqual(noticeWith('n.change', '07:00'))
    const ended = await pressOn(operator, await operator.follow(await operator.get(end)))
    expect(noticeOf(await operator.follow(ended))).toContain(words['command.site-maintenance.y'])
    // Replicas reopen one after another, and requests go to them in turns.
    const statuses = async () => {
      const found = []
      while (found.length < 4) found.push((await visitor(site.base).get('/login')).status)
      return found
    }
    await vi.waitFor(async () => expect(await statuses()).toEqual([200, 200, 200, 200]), { timeout: 20_000 })
  })

  it('sees an audit’s result at the top, the figures in tables, and a link back to the starting page', async () => {
    const operator = await operatorAt(site)
    const audit = await operator.get('/backoffice/command/audit?back=/backoffice')
    expect(audit.text).toContain(words['inOrder.true'])
    expect(audit.page.querySelectorAll('main table').length).toBe(3)
    expect(hrefsIn(audit.page.querySelector('main'))).toContain('/backoffice')
  })

  it('saves a filtered list under a name, as a link on everyone’s first screen', async () => {
    const operator = await operatorAt(site)
    const address = '/backoffice/waiting?kind=withdrawal&state=all&member=demo'
    const list = await operator.get(address)
    const form = hrefsIn(list.page.querySelector('main')).find((href) => href?.includes('keep-view')) ?? ''
    expect((await (await runByForm(operator, form, { name: 'all of demo' })).press()).status).toBe(303)
    const own = await tokenOf(site, 'baek', 'reader')
    const reader = await operatorAt(site, 'baek', own)
    const { page } = await reader.get('/backoffice')
    const link = [...page.querySelectorAll('main a')].find(({ textContent }) => textContent === 'all of demo')
    expect(link?.getAttribute('href')).toBe(address)
    const keep = async (by: string, name: string, address: string) =>
      (await askBackoffice(site.base, by, 'keep-view', { name, address })).status
    const foreign = ['https://elsewhere.example/', '//elsewhere.example/backoffice', '/backoffice/../deposit']
    for (const address of [...foreign, '/backoffice/command/correct?member=demo&won=5'])
      expect([address, await keep(token, 'x', address)]).toEqual([address, 422])
    expect(await keep(own, 'all of demo', '/backoffice/log')).toBe(409)
    expect(await keep(token, 'odd', '/backoffice?"><i>')).toBe(200)
    expect((await reader.get('/backoffice')).body).not.toContain('"><i>')
  })

  it('changes a published notice in a form with its texts, and sees a link to its member page', async () => {
    const operator = await operatorAt(site)
    const until = '2099-01-02'
    await run(site, 'add-notice', { place: 'list', title: 'an old title', contents: 'an old text', until })
    const list = await operator.get('/backoffice/content?place=list')
    const hrefs = hrefsIn(list.page.querySelector('main tbody'))
    expect(hrefs).toContainEqual(expect.stringMatching(/\/notice$/))
    const path = hrefs.find((href) => href?.includes('/change-notice?')) ?? ''
    const form = operator.formIn(await operator.get(path), '/backoffice/command/change-notice')
    const shown = await operator.follow(await form.post({ title: 'a new title' }))
    expect(shown.text).toContain('an old text')
    await pressOn(operator, shown)
    const [notice] = (await run(site, 'notices', { place: 'list' })).rows
    expect(notice).toMatchObject({ title: 'a new title', contents: 'an old text', endsAt: '2099-01-02T15:00:00.000Z' })
    expect((await operator.get('/backoffice/log')).text).toMatch(
      like('log.change-notice.list', { who: 'owner', title: 'a new title' }),
    )
    await run(site, 'end-notice', { place: 'list', idx: notice?.idx })
  })

  it('is warned that a notice without a start is shown at once, and withdraws a scheduled one', async () => {
    const operator = await operatorAt(site)
    const notice = { title: 'a plan', contents: 'its text', startsAt: '2099-01-02 09:00' }
    await run(site, 'add-notice', { place: 'list', ...notice })
    const toLink = async (command: string) => {
      const { page } = await operator.get('/backoffice/content?place=list')
      const row = [...page.querySelectorAll('main tbody')].find((row) => row.textContent.includes('a plan'))
      expect(row?.querySelector('.lead a[href]')).toBeNull()
      return hrefsIn(row ?? null).find((href) => href?.includes(`/${command}?`)) ?? ''
    }
    const form = operator.formIn(await operator.get(await toLink('change-notice')), '/backoffice/command/change-notice')
    const shown = await operator.follow(await form.post({ startsAt: '' }))
    expect(shown.text).toContain(`2099-01-02 09:00 → ${words['empty.startsAt']}`)
    expect(shown.text).toContain(words['notice.now'])
    const preview = await operator.follow(await operator.get(await toLink('end-notice')))
    expect(headingOf(preview)).toMatch(like('rehearsal.title', { command: words['command.end-notice.planned'] ?? '' }))
    expect(preview.text).toContain('a plan')
  })

  it('sees no links to actions that the role doesn’t allow, and can’t open or send their forms', async () => {
    const reader = await operatorAt(site, 'seo', await tokenOf(site, 'seo', 'reader'))
    const { page } = await reader.get('/backoffice/member?id=demo')
    expect(hrefsIn(page.querySelector('main')).filter((href) => href?.includes('/command/correct'))).toEqual([])
    expect((await reader.get('/backoffice/command/correct')).status).toBe(403)
    expect((await reader.post('/backoffice/command/approve', { kind: 'deposit', id: '1' })).status).toBe(403)
    expect((await reader.get('/backoffice/command/nothing')).status).toBe(404)
  })

  it('is logged out when the token is revoked, and by a logout that no other site can send', async () => {
    const operator = await operatorAt(site, 'kang', await tokenOf(site, 'kang', 'support'))
    const foreign = await operator.post('/backoffice/logout', {}, { Origin: 'https://elsewhere.example' })
    expect([foreign.status, (await operator.get('/backoffice')).status]).toEqual([403, 200])
    await run(site, 'end-token', { name: 'kang' })
    expect((await operator.get('/backoffice')).status).toBe(401)
    const owner = await operatorAt(site)
    expect((await owner.post('/backoffice/logout', {})).location).toBe('/backoffice/login')
    expect((await owner.get('/backoffice')).status).toBe(401)
    expect((await owner.get('/deposit')).location, 'a member’s session is separate').toMatch(/^\/login/)
  })

  it('gets back a form that was sent after the session had ended, as typed', async () => {
    const operator = await operatorAt(site)
    const typed = { account: 'cash', won: '1000', reason: 'typed before' }
    const form = await operator.formOn('/backoffice/command/correct?member=demo', typed)
    await operator.post('/backoffice/logout', {})
    const asked = await form.post()
    expect([asked.status, asked.text]).toEqual([401, textLike('login.form')])
    expect(asked.body).not.toContain('typed before')
    const entered = await operator.formIn(asked, '/backoffice/login', { name: 'owner', token }).post()
    const back = await operator.follow(entered)
    expect(back.body).toContain('typed before')
    const shown = await operator.follow(await operator.formIn(back, '/backoffice/command/correct').post())
    expect(shown.text).toMatch(like('rehearsal.text'))
  })

  it('keeps the filters of the log when the view changes, and the view when the filters change', async () => {
    const { member, deposits } = await memberWith(site, 10_000)
    const [deposit] = deposits
    const claim = { kind: 'deposit', id: deposit?.id }
    await run(site, 'claim', claim)
    const dora = await tokenOf(site, 'dora', 'cashier')
    expect((await askBackoffice(site.base, dora, 'cancel', { ...claim, reason: 'a test' })).status).toBe(409)
    const operator = await operatorAt(site)
    const filters = `who=dora&movement=${deposit?.number}&from=2020-01-01`
    const changes = await operator.get(`/backoffice/log?${filters}&page=1`)
    expect(cellsOf(changes, 'lead'), 'a rejected attempt is no change').toEqual([])
    const linkOf = ({ page }: PageResponse, text = '') =>
      [...page.querySelectorAll('#acts .bar a')].find(({ textContent }) => textContent === text)?.getAttribute('href')
    const all = await operator.get(linkOf(changes, words['log.all']) ?? '')
    expect(cellsOf(all, 'lead')).toEqual([expect.stringMatching(`^dora: .*${words['log.refused']}`)])
    expect(cellsOf(all, 'line')).toEqual([`${deposit?.number} ${member.id}`])
    expect(linkOf(all, words['log.changes'])).toBe(`/backoffice/log?${filters}`)
    for (const view of [linkOf(all, words['log.all']) ?? '', `/backoffice/log?${filters}&all`]) {
      const { page } = await operator.get(view)
      for (const form of page.querySelectorAll('#acts .filters form'))
        expect([...form.querySelectorAll('[name]')].map((field) => field.getAttribute('name'))).toContain('all')
    }
    const field = all.page.querySelector('[name=movement]')
    expect(field?.getAttribute('placeholder')).toBe(words['placeholder.movement'])

    const questions = await operator.get('/backoffice/inquiries?state=all')
    const kindIn = ({ page }: PageResponse) => page.querySelector('.filters form [name=kind]')?.getAttribute('value')
    expect(kindIn(questions)).toBe('question')
    expect(hrefsIn(questions.page.querySelector('main'))).toContain('/backoffice/inquiries?state=all&kind=account')

    await operator.get(`/backoffice/member?id=${member.id}`)
    const ofMember = await operator.get(`/backoffice/log?all&member=${member.id}`)
    const [page] = cellsOf(ofMember, 'lead')
    expect(page).toMatch(like('log.page.member', { who: 'owner', member: member.id }))
    const raw = ofMember.page.querySelector('details.raw')
    expect(raw?.textContent).toContain(words['command.internal-notes'])
    expect([raw?.textContent, page?.split(words['log.raw'] ?? '')[0]]).toEqual([
      expect.not.stringMatching(/\bsize:/),
      expect.not.stringContaining(words['command.internal-notes'] ?? ''),
    ])
    const file = await operator.get(`/backoffice/command/acts?movement=${deposit?.id}&format=csv`)
    const [heads, line] = file.body.split('\r\n')
    expect(heads?.split(',')).toContain(words['field.number.acts'])
    expect(line?.split(',')).toEqual(
      expect.arrayContaining([deposit?.number, expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)]),
    )
  })

  it('downloads files with the same rows as the page', async () => {
    const operator = await operatorAt(site)
    const file = await (await operator.formOn('/backoffice/command/export', { what: 'deposits' })).post()
    expect(file.headers.get('content-disposition')).toMatch(/attachment/)
    const list = await operator.get('/backoffice/command/acts?act=make-token&format=csv')
    expect(list.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(list.body.split('\r\n').length).toBeGreaterThan(2)
    const csvOf = async (log: string) =>
      hrefsIn((await operator.get(log)).page.querySelector('main')).find((href) => href?.includes('format=csv')) ?? ''
    expect(await csvOf('/backoffice/log')).toContain('changes=')
    expect(await csvOf('/backoffice/log?all')).not.toContain('changes=')
  })

  it('sees a one-time secret only once, even with simultaneous requests after two simultaneous clicks', async () => {
    const operator = await operatorAt(site)
    const { press } = await runByForm(operator, '/backoffice/command/reset-code?member=demo', {})
    const [pressed] = await Promise.all([press(), press()])
    const readings = await Promise.all(Array.from({ length: 10 }, () => operator.get(String(pressed?.location))))
    const codes = readings.filter(({ page }) => page.querySelector('code.secret'))
    expect([codes.length, readings.map(({ status }) => status)]).toEqual([1, Array(10).fill(200)])
  })
})

describe('second-factor login in a browser', () => {
  const site = required
  const codeNow = (secret: string) => new TOTP({ secret }).generate()
  /** The code of the next period, because each is accepted once. */
  const codeNext = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })

  /** Creates a person with a second factor. */
  async function personWithFactor(name: string, role = 'owner') {
    const own = await tokenOf(site, name, role)
    const operator = await operatorAt(site, name, own)
    const asked = await operator.get('/backoffice/log?lng=en')
    expect([asked.status, asked.text]).toEqual([200, textLike('factor.scan')])
    const secret = asked.page.querySelector('main code')?.textContent?.replaceAll(' ', '') ?? ''
    const used = codeNow(secret)
    const done = await operator.formIn(asked, '/backoffice/factor', { code: used }).post()
    const recovery = [...done.page.querySelectorAll('main code')].map(({ textContent }) => textContent ?? '')
    expect(recovery).toHaveLength(10)
    return { own, operator, secret, used, recovery }
  }

  it('must be set up first, shows its secret once, and asks for a code after a correct token', async () => {
    const { own, operator, secret, used, recovery } = await personWithFactor('kim')
    expect(headingOf(await operator.get('/backoffice'))).toBe(words['nav.today'])
    expect((await operator.get('/backoffice/factor')).body).not.toContain(secret)
    const inEnglish = () => visitor(site.base, { 'Accept-Language': 'en' })
    const login = (code: string, name = 'kim') =>
      inEnglish().post('/backoffice/login', { name, token: own, code, next: '/backoffice?lng=en' })
    const asked = await login('')
    expect([asked.status, asked.page.querySelector('input[name=token]')]).toEqual([200, null])
    const step = (code: string) => inEnglish().formIn(asked, '/backoffice/login', { code }).post()
    for (const code of ['000000', used]) {
      const { status, text } = await step(code)
      expect([status, text]).toEqual([403, textLike('factor.wrong')])
    }
    expect((await login(codeNext(secret), 'lee')).text).toEqual(textLike('login.wrong'))
    expect((await step(recovery[1] ?? '')).location).toBe('/backoffice?lng=en')
    expect((await login(recovery[0] ?? '')).status).toBe(303)
  })

  it('is also required by the command-line program', async () => {
    const { own, recovery } = await personWithFactor('choi')
    const close = (...code: string[]) =>
      runBackoffice(
        { BACKOFFICE_TOKEN: own, PORT: `${site.port}` },
        ...['close', 'demo2', '--reason', 'a test', '--json', ...code],
      )
    expect((await close()).code).toBe(3)
    const closed = await close('--second-factor', recovery[2] ?? '')
    expect([closed.code, closed.json().changed]).toEqual([0, true])
  })
})

describe('the files that members’ browsers load', () => {
  it('contain no path, text or style of the back office', () => {
    const files = readdirSync('build/client/assets').filter((name) => /\.(js|css|json)$/.test(name))
    const texts = files.map((name) => readFileSync(join('build/client/assets', name), 'utf8'))
    expect(files.length).toBeGreaterThan(50)
    expect(
      files.filter((_, index) => /(?<!house)\/desk\b|\/backoffice\b|data-renew|관리자 페이지/.test(texts[index] ?? '')),
    ).toEqual([])
  })
})

describe('access to /backoffice', () => {
  const [own, strict] = [plain, required]
  const closed = sharedSite({ BACKOFFICE_TOKEN: token, BACKOFFICE_WEB: 'off' })
  const beside = sharedSite({
    BACKOFFICE_TOKEN: token,
    BACKOFFICE_WEB: 'on',
    BACKOFFICE_ORIGIN: 'https://backoffice.shop.example',
    PUBLIC_ORIGIN: 'https://shop.example',
  })

  it('without settings is possible only from this machine, under no other host name', async () => {
    expect((await visitor(own.base).get('/backoffice')).status).toBe(401)
    expect(await statusWithHost(own, '/backoffice', `localhost:${own.port}`)).toBe(401)
    expect(await statusWithHost(own, '/backoffice', 'madang.example')).toBe(404)
  })

  it('on a separate origin is possible with forms from its own pages, and no others', async () => {
    const login = (headers: Record<string, string>) =>
      statusWithHost(beside, '/backoffice/login', 'backoffice.shop.example', {
        fields: { name: 'owner', token, next: '/backoffice' },
        headers,
      })
    expect(await login({ Origin: 'https://backoffice.shop.example', 'Sec-Fetch-Site': 'same-origin' })).toBe(303)
    expect(await login({ Origin: 'https://shop.example' })).toBe(403)
    expect(await login({ Origin: 'https://backoffice.shop.example', 'Sec-Fetch-Site': 'same-site' })).toBe(403)
  })

  it('is closed to a proxy on this machine, as is BACKOFFICE_TOKEN if a second factor is required', async () => {
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
      expect((await connection.closed).statuses, 'nginx sends HTTP/1.0 without a header').toEqual([status])
    }
  })

  it('when turned off looks like any unknown page', async () => {
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

  it('for commands is possible on the hosts of its pages, from this machine, and through trusted proxies', async () => {
    const ask = (at: Site, host: string, headers: Record<string, string>, path = '/backoffice/api/you') =>
      statusWithHost(at, path, host, { headers: { Authorization: `Bearer ${token}`, ...headers } })
    const proxied = { 'X-Forwarded-For': '203.0.113.7' }
    const answers = async (at: Site, host: string) => [await ask(at, host, proxied), await ask(at, host, {})]
    expect(await answers(own, 'shop.example'), 'without settings').toEqual([200, 200])
    expect(await answers(closed, `localhost:${closed.port}`), 'with pages off').toEqual([404, 200])
    expect(await answers(closed, 'shop.example'), 'through a proxy that only passes on the Host').toEqual([404, 404])
    expect(await answers(beside, 'shop.example'), 'the members’ host').toEqual([404, 404])
    expect(await answers(beside, 'backoffice.shop.example'), 'the back office’s host').toEqual([200, 200])
    for (const path of ['/BACKOFFICE/api/you', '/backoffice/%61pi/you', '//backoffice/api/you', '/backoffice/api/you/'])
      expect([path, await ask(beside, 'shop.example', proxied, path)]).toEqual([path, 404])
  })

  it('on a separate origin is possible only there, and nothing else is served there', async () => {
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
    const icons = `/assets/${readdirSync('build/client/assets').find((name) => /^icons-.*svg$/.test(name))}`
    for (const [file, status] of [
      ['/icon-192.png', 404],
      ['/favicon.svg', 200],
      [icons, 200],
    ] as const)
      expect([file, await statusWithHost(beside, file, 'backoffice.shop.example')]).toEqual([file, status])
    expect(await statusWithHost(beside, '/icon-192.png', `127.0.0.1:${beside.port}`)).toBe(200)
    expect(await statusWithHost(beside, '/backoffice', `127.0.0.1:${beside.port}`)).toBe(404)
    expect(await statusWithHost(beside, '/', `127.0.0.1:${beside.port}`)).toBe(200)
  })
})

/** Must run last, because it uses up the login attempts of this address. */
describe('the back office in a browser', () => {
  const site = plain

  it('asks for name and token, rejects every wrong login alike, and allows ten attempts', async () => {
    const stranger = visitor(site.base)
    const asked = await stranger.get('/backoffice/waiting?kind=withdrawal&lng=en')
    expect([asked.status, asked.text]).toEqual([401, textLike('login')])
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

  it('uses the browser’s language until a language is chosen, and links to the other one', async () => {
    for (const [accepted, title, toLocale] of [
      ['en-GB,en;q=0.9,ko;q=0.5', words.login, 'ko'],
      ['ko-KR,ko;q=0.9,en;q=0.5', wordsIn('backoffice', 'ko').login, 'en'],
    ] as const) {
      const stranger = visitor(site.base, { 'Accept-Language': accepted })
      const { page } = await stranger.get('/backoffice/waiting?kind=withdrawal')
      expect(page.querySelector('h1')?.textContent).toBe(title)
      const link = page.querySelector(`a[lang=${toLocale}]`)?.getAttribute('href') ?? ''
      expect(link).toBe(`/backoffice/waiting?kind=withdrawal&lng=${toLocale}`)
      const chosen = await stranger.get(link)
      expect(chosen.page.querySelector('h1')?.textContent).not.toBe(title)
      expect((await stranger.get('/backoffice')).page.documentElement.lang, 'the choice is remembered').toBe(toLocale)
    }
  })

  it('is never stored, framed or indexed, and loads only its own files and icons', async () => {
    const operator = visitor(site.base)
    const page = await operator.get('/backoffice/login')
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
    })
    const loaded = [...page.page.querySelectorAll('[src], link[href]')].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
    )
    expect(loaded.filter((address) => !/^\/backoffice\/|icon/.test(address))).toEqual([])
    expect(page.body).toContain('name="format-detection" content="telephone=no')
    const sheet = await operator.get(loaded.find((address) => address.endsWith('.css')) ?? '')
    expect(sheet.body, 'every design token resolves').not.toContain('undefined')
    expect(sheet.headers.get('cache-control')).toContain('immutable')
    const ofOtherRelease = await operator.get('/backoffice/sheet-another.css')
    expect([ofOtherRelease.body, ofOtherRelease.headers.get('cache-control')]).toEqual([sheet.body, 'no-store'])
  })
})
