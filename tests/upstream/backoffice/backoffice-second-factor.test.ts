import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import type { Role } from '~/embedded/backoffice/commands/definition'
import { oldHeaders } from '~/platform/old-names'
import { hours, minutes, seconds } from '~/values/durations'
import { createBackofficeOf } from '../../support/backoffice-people'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

/** The second factor of back-office users, and their browser sessions. */

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0, secondFactor: 'required' })
const here = { 'X-Forwarded-For': '127.0.0.1', 'X-This-Machine': 'yes' }
const { ask: send } = createBackofficeOf(embedded)
const ask = (token: string, command: string, payload: object = {}, headers: Record<string, string> = {}) =>
  send(token, command, payload, { ...here, ...headers })
const askOwner = (command: string, payload: object = {}, headers: Record<string, string> = here) =>
  send(embedded.options.backofficeToken ?? '', command, payload, headers)

/** Creates a person's token. */
async function tokenOf(name: string, role: Role = 'owner'): Promise<string> {
  return String((await askOwner('make-token', { name, role })).body.token)
}

/** Returns the current code of an authenticator app. */
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: embedded.context().now().getTime() })

/** Starts setting up a factor. */
const start = async (token: string, headers: Record<string, string> = {}, payload: object = {}) =>
  (await ask(token, 'begin-factor', payload, headers)).body as unknown as { secret: string; setup: string; uri: string }

/** Creates a person with a second factor. The code of the setup is used up. */
async function personWithFactor(name: string, role: Role = 'owner') {
  const token = await tokenOf(name, role)
  const { secret, setup } = await start(token)
  const set = await ask(token, 'set-factor', { code: codeOf(secret), setup })
  expect(set).toMatchObject({ httpStatus: 200, body: { codes: expect.any(Array) } })
  embedded.advanceClock(minutes(1))
  return { token, secret, recovery: set.body.codes as string[], code: () => ({ 'X-Backoffice-Code': codeOf(secret) }) }
}

describe('with a required second factor', () => {
  it('a token without a factor can only set one up', async () => {
    const token = await tokenOf('fresh', 'reader')
    expect(await ask(token, 'overview')).toMatchObject({ httpStatus: 403, body: { status: 'factor_needed' } })
    expect(await ask(token, 'you')).toMatchObject({ body: { secondFactor: 'needed' } })
    const { secret, setup, uri } = await start(token)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Madang:fresh\?/)
    expect((await start(token, {}, { setup })).secret).toBe(secret)
    expect(await ask(token, 'set-factor', { code: '000000', setup })).toMatchObject({
      httpStatus: 422,
      body: { wrong: [{ field: 'code', message: 'the current code of your authenticator app' }] },
    })
    expect((await ask(token, 'set-factor', { code: codeOf(secret), setup })).httpStatus).toBe(200)
    expect(await ask(token, 'overview')).toMatchObject({ httpStatus: 401, body: { status: 'code_needed' } })
  })

  it('a setup’s secret is available for ten minutes to the token that started it, and to no other', async () => {
    const [token, stranger] = [await tokenOf('kept'), await tokenOf('stranger')]
    const [known, own] = [await start(token), await start(token)]
    expect(own.secret).not.toBe(known.secret)
    const set = (by: string, { secret, setup }: typeof own) => ask(by, 'set-factor', { code: codeOf(secret), setup })
    expect((await set(stranger, own)).body).toMatchObject({ wrong: [{ field: 'setup' }] })
    embedded.advanceClock(minutes(10))
    expect((await set(token, own)).body).toMatchObject({ wrong: [{ field: 'setup' }] })
  })

  it('only one of several simultaneous setups succeeds, and its recovery codes are valid', async () => {
    const token = await tokenOf('hasty')
    const setups = [await start(token), await start(token), await start(token)]
    const answers = await Promise.all(
      setups.map(({ secret, setup }) => ask(token, 'set-factor', { code: codeOf(secret), setup })),
    )
    const [given, ...others] = answers.filter(({ httpStatus }) => httpStatus === 200)
    expect(others).toEqual([])
    const [code = ''] = (given?.body.codes ?? []) as string[]
    expect((await ask(token, 'overview', {}, { 'X-Backoffice-Code': code })).httpStatus).toBe(200)
  })

  it('each request from a person needs a code, and a code is accepted once', async () => {
    const { token, code } = await personWithFactor('kim')
    const now = code()
    expect((await ask(token, 'overview', {}, now)).httpStatus).toBe(200)
    expect(await ask(token, 'overview', {}, now)).toMatchObject({ httpStatus: 401, body: { status: 'code_wrong' } })
    embedded.advanceClock(seconds(30))
    const both = await Promise.all([ask(token, 'overview', {}, code()), ask(token, 'overview', {}, code())])
    expect(both.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 401])
    const { body } = await askOwner('acts', { act: 'overview' })
    expect(body.rows?.map(({ who, result }) => [who, (result as { status: string }).status])).toContainEqual([
      'kim',
      'code_wrong',
    ])
  })

  it('each recovery code replaces a code once', async () => {
    const { token, recovery } = await personWithFactor('forgetful')
    expect(new Set(recovery)).toHaveProperty('size', 10)
    const [first = '', second = ''] = recovery
    const withCode = (code: string) => ask(token, 'overview', {}, { 'X-Backoffice-Code': code })
    expect((await withCode(first)).httpStatus).toBe(200)
    expect((await withCode(first)).httpStatus).toBe(401)
    expect((await withCode(second.toUpperCase().replaceAll('-', ' '))).httpStatus).toBe(200)
  })

  it('ten wrong codes in ten minutes block only their token, even with correct codes', async () => {
    const [tried, calm] = [await personWithFactor('tried'), await personWithFactor('calm')]
    for (let tries = 0; tries < 10; tries += 1)
      expect((await ask(tried.token, 'overview', {}, { 'X-Backoffice-Code': '0000' })).httpStatus).toBe(401)
    expect((await ask(tried.token, 'overview', {}, tried.code())).httpStatus).toBe(401)
    expect((await ask(calm.token, 'overview', {}, calm.code())).httpStatus).toBe(200)
    embedded.advanceClock(minutes(10) + 1)
    expect((await ask(tried.token, 'overview', {}, tried.code())).httpStatus).toBe(200)
    expect((await askOwner('overview')).body.wrongTries).toBeGreaterThanOrEqual(11)
  })

  it('BACKOFFICE_TOKEN is accepted only on its machine, and machine tokens only for backups and audits', async () => {
    expect((await askOwner('overview')).httpStatus).toBe(200)
    const elsewhere: Record<string, string>[] = [{ 'X-This-Machine': 'no' }, {}]
    for (const header of elsewhere)
      expect((await askOwner('overview', {}, { 'X-Forwarded-For': '127.0.0.1', ...header })).httpStatus).toBe(401)
    const nightly = await tokenOf('nightly', 'machine')
    const commands = ['audit', 'record-backup', 'overview', 'begin-factor'] as const
    const answers = []
    for (const command of commands) answers.push((await ask(nightly, command)).httpStatus)
    expect(answers).toEqual([200, 200, 403, 403])
  })

  it('an owner with a reason and recent code removes another’s lost factor, which ends its sessions', async () => {
    const [lost, owner] = [await personWithFactor('lost', 'cashier'), await personWithFactor('chief')]
    const session = String((await ask(lost.token, 'begin-desk-session', {}, lost.code())).body.session)
    const reset = (token: string, payload: object, headers: Record<string, string>) =>
      ask(token, 'reset-factor', payload, headers)
    const payload = { name: 'lost', reason: 'a video call' }
    const verified = {
      'X-Backoffice-Session': String((await ask(owner.token, 'begin-desk-session', {}, owner.code())).body.session),
    }
    expect((await reset(owner.token, { name: 'chief', reason: 'x' }, verified)).body.status).toBe('own_factor')
    expect((await reset(owner.token, { name: 'lost' }, verified)).body).toMatchObject({ wrong: [{ field: 'reason' }] })
    embedded.advanceClock(minutes(5) + 1)
    expect((await reset(owner.token, payload, verified)).body.status).toBe('code_again')
    expect((await reset(lost.token, { ...payload, name: 'chief' }, lost.code())).body.status).toBe('role')
    expect((await reset(owner.token, payload, { ...verified, ...owner.code() })).body).toMatchObject({ changed: true })
    expect((await ask(lost.token, 'overview', {}, { 'X-Backoffice-Session': session })).httpStatus).toBe(401)
    expect((await ask(lost.token, 'overview', {}, { 'X-Backoffice-Code': lost.recovery[0] ?? '' })).body.status).toBe(
      'factor_needed',
    )
    const [line] = (await askOwner('acts', { act: 'reset-factor', changes: true })).body.rows ?? []
    expect(line).toMatchObject({ who: 'chief', payload })
    expect((await askOwner('overview')).body.factorsReset).toContain('lost')
    embedded.advanceClock(hours(24 * 7) + 1)
    expect((await askOwner('overview')).body.factorsReset).not.toContain('lost')
    expect((await askOwner('reset-factor', { name: 'chief' })).body).toMatchObject({ changed: true })
  })

  it('the secret is stored only with its token, and recovery codes only as hashes', async () => {
    const { secret, recovery } = await personWithFactor('hidden')
    const stored = await embedded.query(
      `select t::text as row from desk_tokens t union all select r::text from desk_recovery_codes r
       union all select a::text from desk_acts a union all select x::text from desk_act_texts x`,
    )
    for (const hidden of [secret, ...recovery, ...recovery.map((code) => code.replaceAll('-', ''))])
      expect(JSON.stringify(stored)).not.toContain(hidden)
  })
})

describe('a back-office session', () => {
  const begin = async (name: string, role?: Role) => {
    const person = await personWithFactor(name, role)
    const { body } = await ask(person.token, 'begin-desk-session', { name }, person.code())
    return { ...person, session: { 'X-Backoffice-Session': String(body.session) } }
  }

  it('replaces the token’s code for 30 minutes after its last request, and for 8 hours at most', async () => {
    const { token, session } = await begin('reading', 'reader')
    for (let passed = 0; passed < hours(8) - minutes(26); passed += minutes(25)) {
      expect((await ask(token, 'overview', {}, session)).httpStatus).toBe(200)
      embedded.advanceClock(minutes(25))
    }
    embedded.advanceClock(minutes(25))
    expect((await ask(token, 'overview', {}, session)).httpStatus).toBe(401)
    for (const header of ['X-Backoffice-Renew', oldHeaders['X-Backoffice-Renew']]) {
      const idle = await begin(`idle${header.length}`, 'reader')
      embedded.advanceClock(minutes(29))
      const renewed = await ask(idle.token, 'overview', {}, { ...idle.session, [header]: 'yes' })
      expect(renewed.httpStatus, 'a page that refreshes automatically').toBe(200)
      embedded.advanceClock(minutes(1))
      expect((await ask(idle.token, 'overview', {}, idle.session)).httpStatus, header).toBe(401)
    }
    const wrongCode = { [oldHeaders['X-Backoffice-Code']]: '0000' }
    expect((await ask(token, 'overview', {}, wrongCode)).body.status).toBe('code_wrong')
  })

  it('starts with a code and the person’s name, and isn’t valid with another token', async () => {
    const { token, code } = await personWithFactor('named')
    expect((await ask(token, 'begin-desk-session', { name: 'named' })).httpStatus).toBe(401)
    expect((await ask(token, 'begin-desk-session', { name: 'other' }, code())).httpStatus).toBe(401)
    const stolen = await begin('stolen')
    embedded.advanceClock(minutes(1))
    expect((await ask(token, 'overview', {}, stolen.session)).httpStatus).toBe(401)
    expect((await askOwner('overview', {}, { ...here, ...stolen.session })).httpStatus).toBe(401)
  })

  it('needs a code of the last five minutes for dangerous commands, which a code in the request renews', async () => {
    const { token, session, code } = await begin('careful')
    const correct = { member: 'demo', account: 'cash', won: 1_000, reason: '확인', dryRun: true }
    expect((await ask(token, 'correct', correct, session)).httpStatus).toBe(200)
    embedded.advanceClock(minutes(5) + 1)
    for (const command of ['correct', 'make-token', 'erase', 'export-member', 'backup', 'begin-factor']) {
      const payload = { correct, 'make-token': { name: 'x', role: 'owner' } }[command] ?? { member: 'demo' }
      const sent = ['backup', 'begin-factor'].includes(command) ? {} : payload
      expect([command, (await ask(token, command, sent, session)).body.status]).toEqual([command, 'code_again'])
    }
    expect((await ask(token, 'overview', {}, session)).httpStatus).toBe(200)
    expect((await ask(token, 'you', {}, { ...session, ...code() })).body.isFresh).toBe(true)
    expect((await ask(token, 'correct', correct, session)).httpStatus).toBe(200)
  })

  it('is listed and ended only by its own token, and ended by another factor', async () => {
    const { token, session, code } = await begin('several')
    embedded.advanceClock(minutes(1))
    const second = String((await ask(token, 'begin-desk-session', {}, code())).body.session)
    const neighbour = await begin('neighbour')
    const { body } = await ask(token, 'desk-sessions', {}, session)
    expect(body.rows?.map(({ isThis }) => isThis)).toEqual([false, true])
    const [newest] = body.rows ?? []
    expect((await ask(neighbour.token, 'end-desk-session', { id: newest?.id }, neighbour.session)).body.changed).toBe(
      false,
    )
    expect((await ask(token, 'end-desk-session', { id: newest?.id }, session)).body.changed).toBe(true)
    expect((await ask(token, 'overview', {}, { 'X-Backoffice-Session': second })).httpStatus).toBe(401)

    embedded.advanceClock(minutes(1))
    const third = String((await ask(token, 'begin-desk-session', {}, code())).body.session)
    const { secret, setup } = await start(token, session)
    const set = await ask(token, 'set-factor', { code: codeOf(secret), setup }, session)
    expect(set.httpStatus).toBe(200)
    expect((await ask(token, 'overview', {}, session)).httpStatus).toBe(200)
    expect((await ask(token, 'overview', {}, { 'X-Backoffice-Session': third })).httpStatus).toBe(401)
  })

  it('ends with its token', async () => {
    const { token, session } = await begin('leaving')
    await askOwner('end-token', { name: 'leaving' })
    expect((await ask(token, 'overview', {}, session)).httpStatus).toBe(401)
  })
})
