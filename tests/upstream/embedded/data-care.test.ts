import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { TOTP } from 'otpauth'
import { beforeAll, describe, expect, it } from 'vitest'
import { countDay } from '~/embedded/backoffice/handlers/figures.server'
import { sendCallback } from '~/embedded/callbacks/callback.server'
import { openStore } from '~/embedded/index.server'
import { auditLedger } from '~/embedded/ledger/audit.server'
import { tables } from '~/embedded/privacy/columns'
import { deleteExpiredData } from '~/embedded/privacy/retention.server'
import { retentionDefaults } from '~/platform/settings/settings.server'
import { days } from '~/values/durations'
import { toSeoulDay } from '~/values/seoul'
import { createBackofficeOf } from '../../support/backoffice-people'
import { databaseServerUrl } from '../../support/database'
import { registration } from '../../support/embedded-upstream'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const pw = 'a-long-password'

const secondPersonFrom = 1_000_000_000
const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0, secondPersonFrom })
const { askBackoffice, backoffice, readFile } = createBackofficeOf(embedded)
const { deposit, depositByPayment, withdraw, openGame, getPage, submitForm } = createCallsOf(embedded)

type Person = Record<'id' | 'nick' | 'phone' | 'banknumber', string>
let people = 0

async function register(typed: Partial<Person> = {}): Promise<Person & { number: bigint; token: string }> {
  people += 1
  const unique = `${people}`.padStart(3, '0')
  const person = {
    id: `person_${unique}`,
    nick: `별명${unique}`,
    phone: `0107770${unique}0`,
    banknumber: `999000777${unique}`,
    ...typed,
  }
  const form = registration({ ...person, bankowner: `예금주${unique}` })
  expect((await embedded.call('user-register', form)).body).toEqual({ status: 'success' })
  const [row] = await embedded.query<{ id: bigint }>('select id from members where user_id = $1', [person.id])
  if (!row) throw new Error('the member was not registered')
  const browser = { 'X-Browser': 'Chrome on Android', 'X-Device': randomUUID() }
  const { token } = (await embedded.call('user-do-login', { id: person.id, pw }, undefined, browser)).response
  return { ...person, number: row.id, token }
}
type Member = Awaited<ReturnType<typeof register>>

const call = (member: Member, callName: Parameters<typeof embedded.call>[0], payload: Record<string, unknown> = {}) =>
  embedded.call(callName, payload, member.token)

async function give(member: Member, account: 'cash' | 'game' | 'comp', won: number): Promise<void> {
  if (won !== 0) await backoffice('correct', { member: member.id, account, won, reason: `${member.nick} 확인` })
}

/** Creates data of the member in every table that can contain it, and finally leaves no money. */
async function liveALife(member: Member): Promise<void> {
  await give(member, 'cash', 80_000)
  const large = { member: member.id, account: 'cash', won: secondPersonFrom, reason: `${member.nick} 확인` }
  await backoffice('correct', large, 'second_person')
  await backoffice('add-internal-note', { member: member.id, contents: `${member.nick}와 통화` })
  await backoffice('tag-member', { member: member.id, tags: [member.nick] })
  const { id } = (await deposit(member.token, 20_000)).body
  await backoffice('approve', { kind: 'deposit', id, reason: `${member.nick} 입금` })
  await depositByPayment(member.token)
  const { rows: [payment] = [] } = await backoffice('movements', { kind: 'deposit', member: member.id })
  await backoffice('cancel', { kind: 'deposit', id: payment?.id })
  await withdraw(member.token, 30_000, { exchange_pw: 'wrong' })
  await backoffice('approve', { kind: 'withdrawal', id: (await withdraw(member.token, 30_000)).body.id })
  const { path } = await openGame(member.token, 'gaon-casino')
  await getPage(path)
  await submitForm(path, { spin: randomUUID(), choice: 'player', stake: '1000' })
  await call(member, 'user-write-help', { title: '남기는 제목', contents: `저는 ${member.nick}입니다` })
  await call(member, 'user-ask-account')
  await call(member, 'ask-password-reset', { id: member.id, phone: member.phone })
  await backoffice('note', { to: [member.id], title: '쪽지', contents: `${member.nick} 님께` })
  await call(member, 'set-play-limits', { deposit: { day: 500_000 } })
  await call(member, 'accept-documents', { versions: { terms: '2026-01-01', privacy: '2026-01-01' }, adult: true })
  await backoffice('add-referral-code', { code: `CODE${member.number}`, owner: member.id })
  await liveWithFactor(member)
  await call(member, 'set-favourite', { company: 'gaon-casino', code: 'gaon-casino', on: true })
  await backoffice('members', { search: member.phone })
  await backoffice('member', { member: member.id })
  await call(member, 'transfer-out')
  const { rolling, balance, gameMoney } = (await call(member, 'get-in-game-balance')).body as Record<string, number>
  await give(member, 'comp', -(rolling ?? 0))
  await give(member, 'cash', -(balance ?? 0))
  await give(member, 'game', -(gameMoney ?? 0))
}

async function liveWithFactor({ id, token }: Member): Promise<void> {
  const { secret } = (await embedded.call('set-second-factor', { step: 'start', pw }, token)).response
  const otp = new TOTP({ secret: String(secret) }).generate({ timestamp: embedded.context().now().getTime() })
  expect((await embedded.call('set-second-factor', { step: 'on', otp }, token)).status).toBe('success')
  expect((await embedded.call('user-do-login', { id, pw })).status).toBe('second_factor')
}

async function dump(): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>()
  for (const table of Object.keys(tables)) {
    const found = await embedded.query<{ line: string }>(`select to_jsonb(t)::text as line from ${table} t order by 1`)
    rows.set(
      table,
      found.map(({ line }) => line),
    )
  }
  return rows
}

async function traces(texts: readonly string[]): Promise<string[]> {
  const found = [...(await dump())].flatMap(([table, lines]) => lines.map((line) => `${table}: ${line}`))
  return found.filter((line) => texts.some((text) => line.includes(text)))
}

const textsOf = ({ id, nick, phone, banknumber }: Person) => [`"${id}"`, nick, phone, banknumber]

async function exported(id: string): Promise<{ text: string; tables: Record<string, Record<string, unknown>[]> }> {
  const text = await readFile('export-member', { member: id }, 'application/json; charset=utf-8')
  return { text, tables: JSON.parse(text).tables }
}

const booksOf = async () => {
  const { findings, figures } = await auditLedger(embedded.context().store)
  const balances = await embedded.query('select id, kind, member_id, provider, balance from accounts order by id')
  const entries = await embedded.query('select account_id, sum(won)::bigint as won from entries group by 1 order by 1')
  return { findings, figures, balances, entries }
}
const countOf = async (from: string, values: readonly unknown[] = []) =>
  (await embedded.query<{ count: number }>(`select count(*)::integer as count from ${from}`, values))[0]?.count ?? 0

describe('every column of the database', () => {
  it('is classified once in privacy/columns.json, as personal, ledger or technical', async () => {
    const columns = await embedded.query<{ name: string }>(
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
    )
    const classed = Object.entries(tables).flatMap(([table, { personal = [], ledger = [], technical = [] }]) =>
      [...personal, ...ledger, ...technical].map((column) => `${table}.${column}`),
    )
    expect(classed.sort()).toEqual(columns.map(({ name }) => name).sort())
  })

  it('is deleted with its member if it is personal, and every row that refers to a member is exported', async () => {
    for (const [table, { personal = [], member }] of Object.entries(tables)) {
      if (personal.length === 0) continue
      expect(member?.erasure, table).not.toBe('keep')
      if (typeof member?.erasure === 'object')
        expect(Object.keys(member.erasure.replaceBy).sort(), table).toEqual([...personal].sort())
    }
    const pointing = await embedded.query<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid = 'members'::regclass`,
    )
    for (const { name } of pointing) expect(tables[name]?.member, name).toBeDefined()
  })
})

describe('a member with data of every kind', () => {
  let member: Member
  let stranger: Member
  beforeAll(async () => {
    ;[member, stranger] = [await register(), await register()]
    for (const person of [member, stranger]) await liveALife(person)
    const now = embedded.context().now()
    await embedded.context().store.tx((sql) => countDay(sql, toSeoulDay(now.getTime()), now))
  })

  it('is exported with all stored data, but no hashes, secrets or data about other members', async () => {
    await backoffice('note', { to: [member.id, stranger.id], title: '두 분께', contents: '안내' })
    const { text, tables: found } = await exported(member.id)

    const empty = Object.entries(found).flatMap(([table, rows]) => (rows.length === 0 ? [table] : []))
    expect(empty).toEqual([])
    expect(found.play_figures).toMatchObject([{ provider: 'gaon-casino', bets: 1 }])
    expect(found.members).toMatchObject([{ user_id: member.id, phone: member.phone, bank_number: member.banknumber }])
    for (const part of textsOf(member)) expect(text).toContain(part)
    for (const part of [...textsOf(stranger), `"member_id":${stranger.number},`]) expect(text).not.toContain(part)
    expect(text).not.toMatch(/argon2|_hash"|"hash"|"secret"/)

    const accounts = 'select id from accounts where member_id = $1'
    expect(found.entries).toHaveLength(await countOf(`entries where account_id in (${accounts})`, [member.number]))
    expect(found.notes).toHaveLength(await countOf('notes where member_id = $1', [member.number]))
    expect((await askBackoffice('export-member', { member: 'nobody' })).httpStatus).toBe(404)
  })

  it('is erased without leaving personal text or removing ledger rows', async () => {
    expect((await traces(textsOf(member))).length).toBeGreaterThan(5)
    const [books, before, othersBefore] = [await booksOf(), await dump(), await exported(stranger.id)]

    const dryRun = await backoffice('erase', { member: member.id, dryRun: true })
    expect(dryRun).toMatchObject({ changed: true, member: `_erased_${member.number}` })
    expect((await traces(textsOf(member))).length).toBeGreaterThan(5)
    const request = { member: member.id, requestId: randomUUID() }
    const erased = await backoffice('erase', request)
    expect(erased).toMatchObject({ changed: true, member: `_erased_${member.number}`, excludedUntil: null })

    expect(await traces(textsOf(member))).toEqual([])
    expect(await booksOf()).toEqual(books)
    const after = await dump()
    for (const [table, { member: care }] of Object.entries(tables))
      if (care?.erasure === 'keep' && !table.endsWith('_launches'))
        expect(after.get(table), table).toEqual(before.get(table))
    expect((await exported(stranger.id)).tables.members).toEqual(othersBefore.tables.members)

    expect((await call(member, 'user-health-check')).httpStatus).toBe(401)
    for (const id of [member.id, `_erased_${member.number}`])
      expect((await embedded.call('user-do-login', { id, pw })).httpStatus).toBe(401)
    expect(await backoffice('erase', { member: `_erased_${member.number}` })).toMatchObject({ changed: false })
    const { rows = [] } = await backoffice('acts', { act: 'erase' })
    expect(rows[1]).toMatchObject({ who: 'owner', members: [`_erased_${member.number}`], result: { changed: true } })
  })
})

it('a member’s export includes more rows than one batch', async () => {
  const member = await register()
  await embedded.query(
    "insert into notes (member_id, title, contents, made_at) select $1, 'n' || n, '', now() from generate_series(1, 2000) as n",
    [member.number],
  )
  const { tables: found } = await exported(member.id)
  expect(new Set(found.notes?.map(({ title }) => title)).size).toBe(2_000)
})

describe('a member’s erasure', () => {
  it('is rejected while there is money or a pending transaction', async () => {
    const member = await register()
    await give(member, 'comp', 10)
    await backoffice('erase', { member: member.id }, 'unsettled')
    await give(member, 'comp', -10)
    const { id } = (await deposit(member.token)).body
    await backoffice('erase', { member: member.id }, 'unsettled')
    expect((await exported(member.id)).tables.members).toMatchObject([{ phone: member.phone }])
    await backoffice('cancel', { kind: 'deposit', id })
    await backoffice('erase', { member: member.id })
  })

  it('leaves a self-excluded member’s phone and bank account blocked until the exclusion ends', async () => {
    const [member, free] = [await register(), await register()]
    await call(member, 'set-play-limits', { exclude: '6m' })
    const erased = await backoffice('erase', { member: member.id })
    await backoffice('erase', { member: free.id })
    expect(await traces(textsOf(member))).toEqual([])
    const again = (typed: object) => embedded.call('user-register', registration(typed))
    expect((await again({ phone: member.phone })).status).toBe('fail')
    expect((await again({ banknumber: member.banknumber })).status).toBe('fail')
    expect((await again({ phone: free.phone, banknumber: free.banknumber })).status).toBe('success')
    embedded.advanceClockTo(String(erased.excludedUntil))
    expect((await again({ phone: member.phone, banknumber: member.banknumber })).status).toBe('success')
  })

  it('doesn’t delete the log lines', async () => {
    const member = await register()
    await backoffice('erase', { member: member.id })
    for (const change of [
      "payload = '{}'",
      "who = 'nobody'",
      'payload = \'{"kind": "withdrawal"}\', redacted_at = now()',
    ])
      await expect(embedded.query(`update desk_acts set ${change}`), change).rejects.toThrow('stays written')
  })
})

it('an erasure is rejected with money or anything open, and changes no total or balance', async () => {
  type Deed = (member: Member, won: number) => Promise<unknown>
  const deeds = {
    give: (member, won) => give(member, 'cash', won),
    deposit: ({ token }, won) => deposit(token, won),
    withdraw: ({ token }, won) => withdraw(token, won),
    toComp: (member, points) => call(member, 'money-to-point', { points, code: randomUUID() }),
    toGame: (member) => call(member, 'transfer-in'),
    toCash: (member) => call(member, 'transfer-out'),
    bet: async ({ token }, stake) => {
      const { session } = await openGame(token)
      const bet = { type: 'bet', provider: 'dodam-play', id: randomUUID(), session, stake } as const
      await sendCallback(embedded.context(), bet)
    },
  } satisfies Record<string, Deed>
  const step = fc.record({
    deed: fc.constantFrom(...(Object.keys(deeds) as (keyof typeof deeds)[])),
    won: fc.integer({ min: 1, max: 3 }).map((count) => count * 10_000),
  })
  const isOpen = async ({ number }: Member) =>
    (await countOf('accounts where member_id = $1 and balance <> 0', [number])) +
      (await countOf("movements where member_id = $1 and state = 'wait'", [number])) +
      (await countOf('bets where member_id = $1 and settled_at is null and returned_at is null', [number])) >
    0
  async function settle(member: Member): Promise<void> {
    for (const kind of ['deposit', 'withdrawal'])
      for (const { id, state } of (await backoffice('movements', { kind, member: member.id })).rows ?? [])
        if (state === 'wait') await backoffice(kind === 'deposit' ? 'cancel' : 'approve', { kind, id })
    const bets = await embedded.query<{ round: string }>(
      'select round from bets where member_id = $1 and settled_at is null and returned_at is null',
      [member.number],
    )
    for (const { round: bet } of bets)
      await sendCallback(embedded.context(), { type: 'win', provider: 'dodam-play', id: `${bet}-w`, bet, won: 20_000 })
    await call(member, 'transfer-out')
    const { balance, rolling } = (await call(member, 'get-in-game-balance')).body as Record<string, number>
    await give(member, 'cash', -(balance ?? 0))
    await give(member, 'comp', -(rolling ?? 0))
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const member = await register()
      await give(member, 'cash', 30_000)
      for (const { deed, won } of steps) await (deeds[deed] as Deed)(member, won)
      for (const prepare of [undefined, settle]) {
        await prepare?.(member)
        const [open, before] = [await isOpen(member), await booksOf()]
        await backoffice('erase', { member: member.id }, open ? 'unsettled' : 'success')
        expect(await booksOf()).toEqual(before)
        if (!open) break
      }
      expect(await traces(textsOf(member))).toEqual([])
    }),
    // With all money in an open bet, no account has a balance.
    { numRuns: 4, examples: [[[{ deed: 'bet', won: 30_000 }]]] },
  )
  expect((await booksOf()).findings).toEqual([])
})

it('a closed account rejects logins until it is opened again, and doesn’t lose its money', async () => {
  const member = await register()
  await give(member, 'cash', 10_000)
  expect(await backoffice('close', { member: member.id, reason: '요청' })).toMatchObject({ changed: true })
  expect(await backoffice('close', { member: member.id })).toMatchObject({ changed: false })
  expect((await call(member, 'user-health-check')).httpStatus).toBe(401)
  expect((await embedded.call('user-do-login', { id: member.id, pw })).httpStatus).toBe(401)
  expect((await backoffice('member', { member: member.id })).member).toMatchObject({
    cash: 10_000,
    phone: member.phone,
  })
  expect(await backoffice('close', { member: member.id, closed: false })).toMatchObject({
    changed: true,
    closedAt: null,
  })
  expect(await embedded.signIn(member.id, pw)).toBeTruthy()
})

describe('retention', () => {
  const keepFor = { ...retentionDefaults, logins: 10, messages: 20, backofficeTexts: 30, members: 40 }
  const context = () => {
    const ctx = embedded.context()
    return { ...ctx, options: { ...ctx.options, retentionDays: keepFor } }
  }
  it('deletes each kind after its days, on several replicas simultaneously, but nothing pending', async () => {
    const [closed, rich, open] = [await register(), await register(), await register()]
    await give(rich, 'cash', 5_000)
    for (const { id } of [closed, rich]) await backoffice('close', { member: id })
    await call(open, 'user-write-help', { title: '아직', contents: '기다립니다' })
    await embedded.query(
      `insert into notes (member_id, title, contents, made_at)
       select $1, '오래된 쪽지', 'n' || n, $2 from generate_series(1, 1200) as n`,
      [open.number, embedded.context().now()],
    )
    const replicas = await Promise.all(databaseServerUrl ? [1, 2].map(() => openStore(embedded.options)) : [])
    const run = async () => {
      const contexts = [context(), ...replicas.map((store) => ({ ...context(), store }))]
      for (let index = 0; index < 5; index++) await Promise.all(contexts.map((ctx) => deleteExpiredData(ctx)))
    }
    const waiting = await countOf('help_requests where answered_at is null')
    embedded.advanceClock(days(9))
    await run()
    expect(await countOf("notes where title = '오래된 쪽지'")).toBe(1_200)
    expect(await countOf(`tokens where member_id = ${open.number}`)).toBe(1)

    embedded.advanceClock(days(12))
    await run()
    expect(await countOf("notes where title = '오래된 쪽지'")).toBe(0)
    expect(await countOf('tokens')).toBe(0)
    expect(await countOf('wrong_passwords')).toBe(0)
    expect(await countOf('help_requests where answered_at is null')).toBe(waiting)
    expect(await countOf('desk_act_texts')).toBeGreaterThan(0)
    expect(await traces([closed.phone])).toHaveLength(1)

    embedded.advanceClock(days(20))
    await run()
    expect(await countOf('desk_act_texts')).toBe(0)
    expect(await traces(textsOf(closed))).toEqual([])
    expect(await traces([rich.phone])).toHaveLength(1)
    expect(await traces([open.phone])).toHaveLength(1)
    const logged = (await backoffice('acts', { act: 'erase' })).rows?.filter(({ who }) => who === 'retention') ?? []
    expect(logged).toMatchObject([{ members: [`_erased_${closed.number}`] }])
    expect((await booksOf()).findings).toEqual([])
    await Promise.all(replicas.map((store) => store.close()))
  })

  it('deletes nothing if a period is 0 or without the setting', async () => {
    const member = await register()
    await backoffice('note', { to: [member.id], title: '남는 쪽지', contents: '남습니다' })
    embedded.advanceClock(days(40_000))
    await deleteExpiredData(embedded.context())
    await deleteExpiredData({
      ...context(),
      options: { ...embedded.options, retentionDays: { logins: 0, messages: 0, backofficeTexts: 0, members: 0 } },
    })
    expect(await countOf("notes where title = '남는 쪽지'")).toBe(1)
  })

  it('can be previewed and run by the back office, in batches', async () => {
    await embedded.reopen({ retentionDays: keepFor })
    const dryRun = await backoffice('retention', { dryRun: true })
    expect(Number(dryRun.messages)).toBeGreaterThan(0)
    expect(await countOf("notes where title = '남는 쪽지'")).toBe(1)
    for (let isMore = true; isMore; ) isMore = (await backoffice('retention')).more === true
    expect(await countOf("notes where title = '남는 쪽지'")).toBe(0)
    expect(await backoffice('retention')).toMatchObject({
      logins: 0,
      messages: 0,
      deskTexts: 0,
      members: 0,
      more: false,
    })
  })
})
