import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Role, roles } from '~/embedded/backoffice/commands/definition'
import { type CommandName, commands } from '~/embedded/backoffice/commands/table'
import { createBackofficeOf } from '../../support/backoffice-people'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

/** The rights of tokens in the back office. */

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0 })
const { makeToken, ask, run, askBackoffice, backoffice } = createBackofficeOf(embedded)

/** Payloads for the reads that need one. */
const payloads: Partial<Record<CommandName, object>> = {
  movements: { kind: 'deposit' },
  movement: { number: '4F7K-21' },
  request: { id: 999_999 },
  'sent-note': { id: 999_999 },
  notices: { place: 'list' },
  logins: { member: 'demo' },
  'who-is': { tag: 'Xb3kP0s9LqTz' },
  member: { member: 'demo' },
  'internal-notes': { member: 'demo' },
  'limit-changes': { member: 'demo' },
  'shared-with': { member: 'demo' },
  'callback-secret': { provider: 'dodam-play' },
  export: { what: 'deposits' },
}

/** The roles of each command in the table of docs/backoffice.md. */
function documentedRights(): Record<string, Role[]> {
  const people = roles.filter((role) => role !== 'machine')
  const words: Readonly<Record<string, Role[]>> = { all: people, 'all, machine': [...roles] }
  const rows = readFileSync('docs/backoffice.md', 'utf8').matchAll(/^\| `([a-z-]+)` \| ([a-z, ]+) \|/gm)
  return Object.fromEntries(
    [...rows].map(([, name = '', may = '']) => [
      name,
      words[may] ?? roles.filter((role) => may.split(', ').includes(role)),
    ]),
  )
}

describe('each command and role', () => {
  const tokens = {} as Record<Role, string>
  beforeAll(async () => {
    for (const role of roles) tokens[role] = await makeToken(`the-${role}`, role)
  })

  it('is allowed only for the roles in docs/backoffice.md', async () => {
    const documented = documentedRights()
    for (const [name, { roles: may }] of Object.entries(commands))
      expect([name, documented[name]]).toEqual([name, roles.filter((role) => may.includes(role as never))])
    const reads = Object.entries(commands).flatMap(([name, { kind }]) => (kind === 'read' ? [name as CommandName] : []))
    const samples = {
      ...Object.fromEntries(reads.map((name) => [name, payloads[name] ?? {}])),
      approve: { kind: 'deposit', id: 999_999 },
      'make-token': { name: 'x', role: 'reader' },
    }
    for (const [act, payload] of Object.entries(samples))
      for (const role of roles) {
        const { httpStatus, body } = await ask(tokens[role], act, payload)
        const needs = documented[act]
        if (needs?.includes(role)) expect(httpStatus).not.toBe(403)
        else expect(body).toEqual({ status: 'role', act, needs, name: `the-${role}`, role })
      }
  })

  it('never shows a reader a complete phone or account number', async () => {
    const [phone, number, other] = ['01077665544', '99887766554433', '88776655443322']
    const receiving = '77665544332211'
    await run(tokens.owner, 'add-pay-account', { bank: '국민은행', number: receiving, holder: '마당' })
    const { id: member, token } = await embedded.newMember()
    const change = { member, phone, bank: { name: '국민은행', number, owner: '홍길동' }, reason: '확인' }
    await run(tokens.support, 'change-member', change)
    for (const balance of [50_000, 60_000])
      await embedded.call('apply-user-deposit', { balance, code: crypto.randomUUID() }, token)
    const { rows: [first, second] = [] } = await backoffice('movements', { kind: 'deposit', member })
    await run(tokens.cashier, 'approve', { kind: 'deposit', id: first?.id })
    // The answer contains the account as text, and the log the command's field.
    await run(tokens.cashier, 'send-account', { id: second?.id, account: `국민은행 ${receiving} 마당` })
    await embedded.call('user-write-help', { title: '계좌', contents: '어디로 보내나요?' }, token)
    const { rows: [inquiry] = [] } = await backoffice('requests', { member, kind: 'question' })
    await run(tokens.support, 'answer', { id: inquiry?.id, contents: `국민은행 ${receiving} 마당` })
    await embedded.call('ask-password-reset', { id: member, phone }, '')
    await embedded.query('update members set phone = $2, bank_number = $3 where user_id = $1', [member, phone, number])
    const found = { search: number.slice(2, 8) }
    const readPayloads = {
      ...payloads,
      ...{ movements: { kind: 'deposit', state: 'all' }, movement: { number: second?.id } },
    }
    const own: Record<string, object> = { ...readPayloads, member: { member }, acts: { size: 1_000 } }
    const reads = Object.entries(commands).flatMap(([name, { kind, roles: may }]) =>
      kind === 'read' && may.includes('reader' as never) ? [[name, own[name] ?? {}] as const] : [],
    )
    const seenBy = async (token: string) => {
      const texts = await Promise.all(
        reads.map(async ([name, payload]) => {
          const { httpStatus, body } = await ask(token, name, payload)
          expect(httpStatus, name).not.toBe(422)
          return [name, JSON.stringify(body)] as const
        }),
      )
      return texts.flatMap(([name, text]) =>
        [phone, number, other, receiving].some((whole) => text.includes(whole)) ? [name] : [],
      )
    }
    expect(await seenBy(tokens.reader)).toEqual([])
    expect((await seenBy(tokens.cashier)).sort()).toEqual(
      expect.arrayContaining(['acts', 'member', 'movement', 'movements']),
    )
    expect((await run(tokens.reader, 'movement', { number: second?.id })).movement).toMatchObject({
      bank: { number: '••••••••••4433' },
    })
    // A search must not reveal hidden digits one by one.
    expect((await run(tokens.reader, 'members', found)).rows).toEqual([])
    expect((await run(tokens.cashier, 'members', found)).rows).toMatchObject([{ member }])
    expect((await run(tokens.reader, 'members', { search: number.slice(-4) })).rows).toMatchObject([{ member }])
    await backoffice('sign-out', { to: [member] })
  })

  it('logs a rejection with the token’s name, and has no effect', async () => {
    const before = await embedded.query('select 1 from notices')
    const payload = { place: 'list', title: '안내', contents: '안내' }
    expect((await ask(tokens.cashier, 'add-notice', payload)).httpStatus).toBe(403)
    expect(await embedded.query('select 1 from notices')).toHaveLength(before.length)
    const { rows } = await run(tokens.reader, 'acts', { act: 'add-notice' })
    expect(rows?.[0]).toMatchObject({ who: 'the-cashier', result: { status: 'role', role: 'cashier' } })
  })
})

describe('a named token', () => {
  it('is shown once, and isn’t in the store, the log or the response to a repeated request', async () => {
    const payload = { name: 'once', role: 'reader', requestId: 'a-token-made-once' }
    const { token } = await backoffice('make-token', payload)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await backoffice('make-token', payload)).toEqual({ status: 'success', name: 'once', role: 'reader' })
    expect(await backoffice('make-token', { name: 'never', role: 'reader', dryRun: true })).not.toHaveProperty('token')
    const stored = await embedded.query(
      `select t::text as row from desk_tokens t union all select a::text from desk_acts a
       union all select x::text from desk_act_texts x`,
    )
    expect(JSON.stringify(stored)).not.toContain(String(token))
    expect(JSON.stringify(await backoffice('tokens'))).not.toContain(String(token))
    expect(await run(String(token), 'overview')).toMatchObject({ you: { name: 'once', role: 'reader' } })
  })

  it('doesn’t get the result of another person’s request by repeating it', async () => {
    const payload = {
      member: 'demo',
      account: 'cash',
      won: 1_000,
      reason: '정정',
      requestId: 'a-request-of-one-person',
    }
    const done = await backoffice('correct', payload)
    const token = await makeToken('another', 'cashier')
    expect(await ask(token, 'correct', payload)).toEqual({ httpStatus: 409, body: { status: 'request_reused' } })
    expect(await backoffice('correct', payload), 'repeated by the same token').toEqual(done)
    const { rows } = await backoffice('acts', { act: 'correct' })
    expect(rows?.map(({ who, result }) => [who, (result as { status: string }).status])).toEqual([
      ['another', 'request_reused'],
      ['owner', 'success'],
    ])
  })

  it('is created once per name even by simultaneous requests, and is revoked immediately', async () => {
    const payload = { name: 'changing', role: 'cashier' }
    const made = await Promise.all(Array.from({ length: 5 }, () => askBackoffice('make-token', payload)))
    const first = String(made.find(({ httpStatus }) => httpStatus === 200)?.body.token)
    const refused = made.filter(({ httpStatus }) => httpStatus !== 200)
    const taken = { httpStatus: 409, body: { status: 'name_taken' } }
    expect([...refused, await askBackoffice('make-token', { ...payload, role: 'owner' })]).toMatchObject(
      Array(5).fill(taken),
    )
    const seenAt = async () => (await backoffice('tokens')).rows?.find(({ name }) => name === 'changing')?.seenAt
    expect(await seenAt()).toBeNull()
    await run(first, 'begin-desk-session', { name: 'changing' })
    expect(await seenAt()).toEqual(expect.any(String))
    const ended = { role: 'cashier', sessions: 1, approvals: 0 }
    expect(await backoffice('end-token', { name: 'changing' })).toMatchObject(ended)
    expect((await ask(first, 'overview')).httpStatus).toBe(401)
    expect((await askBackoffice('end-token', { name: 'changing' })).httpStatus).toBe(404)
    const second = await makeToken('changing', 'reader')
    expect(await run(second, 'overview')).toMatchObject({ you: { name: 'changing', role: 'reader' } })
    const { rows } = await backoffice('tokens')
    expect(rows?.filter(({ name }) => name === 'changing')).toMatchObject([
      { role: 'reader', madeBy: 'owner', endedAt: null },
      { role: 'cashier', endedBy: 'owner', endedAt: expect.any(String) },
    ])
  })

  it('must have a unique name and an existing role, or else the response says what was expected', async () => {
    for (const [payload, field, message] of [
      [{ name: 'owner', role: 'reader' }, 'name', 'a name that the log does not use itself'],
      [{ name: 'Kim Lee', role: 'reader' }, 'name', '1 to 32 of a-z 0-9 . _ -'],
      [{ name: 'lee', role: 'boss' }, 'role', 'one of reader, support, cashier, owner, machine'],
    ] as const) {
      const refused = await askBackoffice('make-token', payload)
      expect(refused).toMatchObject({ httpStatus: 422, body: { wrong: [{ field, message }] } })
    }
  })

  it('ends with all tokens and sessions when a restored store starts a new version, but not in a dry run', async () => {
    await embedded.reopen({ playApprovalMs: 400 })
    expect(embedded.epoch()).toBe('')
    const [token, session] = [await makeToken('restored', 'owner'), await embedded.signIn()]
    const health = async () => (await embedded.call('user-health-check', {}, session)).httpStatus
    expect(await backoffice('begin-epoch', { dryRun: true })).toMatchObject({ ended: 1 })
    expect([(await ask(token, 'overview')).httpStatus, await health()]).toEqual([200, 200])

    const started = await backoffice('begin-epoch')
    expect(started).toMatchObject({ ended: 1 })
    expect(Number(started.tokens)).toBeGreaterThan(0)
    expect([(await ask(token, 'overview')).httpStatus, await health()]).toEqual([401, 401])
    // A process that is still running detects it automatically.
    await vi.waitFor(() => expect(embedded.epoch()).not.toBe(''), 5_000)
    const first = embedded.epoch()
    await embedded.reopen({ playApprovalMs: 400 })
    expect(embedded.epoch()).toBe(first)
    await backoffice('begin-epoch')
    await vi.waitFor(() => expect(embedded.epoch()).not.toBe(first), 5_000)
  })
})
