import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSealer, type Sealer } from '~/platform/create-sealer.server'
import { Secret } from '~/platform/settings/secret.server'
import { loginHrefFrom } from '~/server/middleware/guard.server'
import { pageUrlOf } from '~/server/middleware/route.server'
import { createFileRevocations, type Revocations } from '~/server/session/revocations.server'
import { createSessionSteps, type MemberSession, sessionContext } from '~/server/session/session.server'
import { isPosix } from '../../support/platform'

const minuteMs = 60_000
const member = { userId: 'demo', token: 'token-of-the-upstream' }
const older = new Secret('o'.repeat(32))
const newer = new Secret('n'.repeat(32))

let nowMs: number
let dataDir: string
let revocations: Revocations
let sessions: ReturnType<typeof createSessionSteps>

function sessionsWith(sealer: Sealer) {
  return createSessionSteps({
    sealer,
    revocations,
    idleMs: 120 * minuteMs,
    maxMs: 12 * 60 * minuteMs,
    now: () => nowMs,
  })
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'madang-session-'))
  nowMs = Date.UTC(2026, 0, 1)
  revocations = createFileRevocations(dataDir, { retentionMs: 36 * 60 * minuteMs })
  sessions = sessionsWith(createSealer([older], 'session'))
})

afterEach(() => rmSync(dataDir, { recursive: true }))

const revocationsPath = () => join(dataDir, 'ended-sessions')

async function sendRequest(cookie: string, act: (session: MemberSession) => void = () => {}, through = sessions) {
  const request = new Request('http://localhost/', { headers: { Cookie: cookie } })
  const context = new RouterContextProvider()
  await through.open(request, context)
  const session = context.get(sessionContext)
  const seen = { member: session.member, ended: session.endedSession }
  act(session)
  const { expiry } = session
  const response = new Response('page')
  await through.save(response, request, context)
  const line = response.headers.get('Set-Cookie')
  return { ...seen, expiry, line, cookie: line?.split(';')[0] ?? cookie }
}

const signIn = (through = sessions) => sendRequest('', (session) => session.start(member), through)

describe('a session', () => {
  it('starts at login and identifies the member', async () => {
    const { cookie, line } = await signIn()
    expect(line).toMatch(/^madang=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await sendRequest(cookie)).toMatchObject({ member, ended: null })
  })

  it('has a cookie that doesn’t reveal member or token, and is small enough even with a long token', async () => {
    // Long enough that the ciphertext, which is random, can't contain them by chance.
    const [userId, token] = ['demo-demo-demo', 't'.repeat(2048)]
    const { line } = await sendRequest('', (session) => {
      session.start({ userId, token })
      session.setPlayedFrom(nowMs)
    })
    expect(line?.length).toBeLessThan(4096)
    const bytes = Buffer.from((line ?? '').replaceAll('.', ''), 'base64url').toString('latin1')
    expect(`${line}${bytes}`).not.toMatch(/demo-demo-demo|t{16}/)
  })

  it('stores when its member started to play until the next login, even over a password change', async () => {
    const { cookie } = await signIn()
    let playedFromMs: number | undefined
    const read = (session: MemberSession) => {
      playedFromMs = session.playedFromMs
    }
    nowMs += 30_000
    const played = await sendRequest(cookie, (session) => session.setPlayedFrom(nowMs))
    await sendRequest(played.cookie, read)
    expect(playedFromMs).toBe(nowMs)
    const renewed = await sendRequest(played.cookie, (session) => session.renew())
    await sendRequest(renewed.cookie, read)
    expect(playedFromMs).toBe(nowMs)
    const again = await sendRequest(renewed.cookie, (session) => session.start(member))
    await sendRequest(again.cookie, read)
    expect(playedFromMs).toBeUndefined()
    expect((await sendRequest('', (session) => session.setPlayedFrom(nowMs))).line).toBeNull()
  })

  it('is rejected when its cookie was altered or forged', async () => {
    const { cookie } = await signIn()
    // The last character has unused bits.
    const altered = cookie.slice(0, -6) + (cookie.at(-6) === 'x' ? 'y' : 'x') + cookie.slice(-5)
    expect((await sendRequest(altered)).member).toBeNull()
    const forged = await signIn(sessionsWith(createSealer([newer], 'session')))
    expect((await sendRequest(forged.cookie)).member).toBeNull()
    // The same data, sealed again for this purpose and for another one.
    const data = await createSealer([older], 'session').open(cookie.slice('madang='.length))
    const sealedFor = async (purpose: string) => `madang=${await createSealer([older], purpose).seal(data)}`
    expect((await sendRequest(await sealedFor('session'))).member).toEqual(member)
    expect((await sendRequest(await sealedFor('typed'))).member).toBeNull()
    expect((await sendRequest('madang=')).member).toBeNull()
    expect((await sendRequest('madang=a.b.c.d.e')).member).toBeNull()
  })

  describe('between two releases', () => {
    const sealer = createSealer([older], 'session')
    /** The cookie of a release whose sessions have these fields. */
    const sealed = async (data: unknown) => `madang=${await sealer.seal(data)}`
    const open = async (cookie: string) => (await sealer.open(cookie.slice('madang='.length))) as object
    const fields = () => ({ ...member, format: 1, sid: 'a', started: nowMs, seen: nowMs, generation: '' })

    it('preserves fields of a newer release with the same format', async () => {
      const cookie = await sealed({ ...fields(), device: 'of the newer release' })
      nowMs += 2 * minuteMs
      const reissued = await sendRequest(cookie, (session) => session.setPlayedFrom(nowMs))
      expect(await open(reissued.cookie)).toMatchObject({ device: 'of the newer release', playedFromMs: nowMs })
    })

    it('isn’t accepted in a newer format, but its cookie is left for the newer release', async () => {
      const cookie = await sealed({ ...fields(), format: 2 })
      expect(await sendRequest(cookie)).toMatchObject({ member: null, ended: null, line: null })
      const again = await sendRequest(cookie, (session) => session.start(member))
      expect((await sendRequest(again.cookie)).member).toEqual(member)
    })

    it.each([
      ['text', 'text'],
      ['null', null],
      ['a list', [1]],
      ['a format that isn’t a number', { format: 'x' }],
      ['a field of another type', { started: 'yesterday' }],
      ['a missing field', { token: undefined }],
    ])('is ignored if its cookie contains %s, and the next login works', async (_, change) => {
      const isObject = typeof change === 'object' && change !== null && !Array.isArray(change)
      const cookie = await sealed(isObject ? { ...fields(), ...change } : change)
      expect(await sendRequest(cookie)).toMatchObject({ member: null, ended: null })
      const again = await sendRequest(cookie, (session) => session.start(member))
      expect((await sendRequest(again.cookie)).member).toEqual(member)
    })
  })

  it('ends after two hours without use, and still identifies its member', async () => {
    const { cookie } = await signIn()
    nowMs += 119 * minuteMs
    expect((await sendRequest(cookie)).member).toEqual(member)
    nowMs += 2 * minuteMs
    expect(await sendRequest(cookie)).toMatchObject({ member: null, ended: { userId: 'demo' } })
  })

  it('continues while it is used, with a new cookie at most once a minute', async () => {
    let { cookie } = await signIn()
    nowMs += minuteMs / 2
    expect((await sendRequest(cookie)).line).toBeNull()
    for (let used = 0; used < 4; used += 1) {
      nowMs += 100 * minuteMs
      const visited = await sendRequest(cookie)
      expect(visited.member).toEqual(member)
      expect(visited.line).not.toBeNull()
      cookie = visited.cookie
    }
  })

  it('is renewed by pages, not by health checks, and never beyond twelve hours', async () => {
    const startedAt = nowMs
    const checkHealth = (session: MemberSession) => session.keepExpiry()
    let { cookie } = await signIn()
    const untouched = { idleExpiresAtMs: startedAt + 120 * minuteMs, maxExpiresAtMs: startedAt + 720 * minuteMs }
    nowMs += 90 * minuteMs
    expect((await sendRequest(cookie, checkHealth)).expiry).toEqual(untouched)
    expect((await sendRequest(cookie, checkHealth)).expiry).toEqual(untouched)

    const page = await sendRequest(cookie)
    expect(page.expiry).toEqual({ ...untouched, idleExpiresAtMs: nowMs + 120 * minuteMs })
    cookie = page.cookie
    expect((await sendRequest(cookie, checkHealth)).expiry).toEqual(page.expiry)

    while (nowMs < startedAt + 600 * minuteMs) {
      nowMs += 90 * minuteMs
      cookie = (await sendRequest(cookie)).cookie
    }
    expect((await sendRequest(cookie)).expiry?.idleExpiresAtMs).toBe(startedAt + 720 * minuteMs)
    expect((await sendRequest('')).expiry).toBeNull()
  })

  it('ends after twelve hours even if it is used', async () => {
    let { cookie } = await signIn()
    for (let used = 0; used < 12; used += 1) {
      nowMs += 60 * minuteMs
      cookie = (await sendRequest(cookie)).cookie
    }
    expect(await sendRequest(cookie)).toMatchObject({ member: null, ended: { userId: 'demo' } })
  })

  it('is invalid after logout, even in a copy of its cookie', async () => {
    const { cookie } = await signIn()
    const left = await sendRequest(cookie, (session) => session.end())
    expect(left.line).toMatch(/^madang=; Max-Age=0; Path=\//)
    expect(await sendRequest(cookie)).toMatchObject({ member: null, ended: { userId: 'demo' } })
  })

  it.each([
    ['immediately', 0],
    ['when the clock was set back by ten minutes', -10 * minuteMs],
    ['when the clock was set forward by an hour', 60 * minuteMs],
  ])('can start %s after all sessions ended, which stay ended', async (_, movedMs) => {
    const [here, there] = [await signIn(), await signIn()]
    await sendRequest(here.cookie, (session) => session.end({ everywhere: true }))
    nowMs += movedMs
    const again = await signIn()
    expect((await sendRequest(again.cookie)).member).toEqual(member)
    for (const { cookie } of [here, there]) expect((await sendRequest(cookie)).member).toBeNull()
  })

  it('isn’t ended when another member ends all sessions', async () => {
    const stranger = await sendRequest('', (session) => session.start({ userId: 'demo2', token: 'other' }))
    await sendRequest((await signIn()).cookie, (session) => session.end({ everywhere: true }))
    expect((await sendRequest(stranger.cookie)).member).toEqual({ userId: 'demo2', token: 'other' })
  })

  it('can start after a restart that lost the revocations, and all sessions can be ended again', async () => {
    const first = await signIn()
    await sendRequest(first.cookie, (session) => session.end({ everywhere: true }))
    const before = await signIn()
    rmSync(revocationsPath())
    revocations = createFileRevocations(dataDir, { retentionMs: 36 * 60 * minuteMs })
    sessions = sessionsWith(createSealer([older], 'session'))
    const after = await signIn()
    for (const { cookie } of [before, after]) expect((await sendRequest(cookie)).member).toEqual(member)
    await sendRequest(after.cookie, (session) => session.end({ everywhere: true }))
    for (const { cookie } of [first, before, after]) expect((await sendRequest(cookie)).member).toBeNull()
    expect((await sendRequest((await signIn()).cookie)).member).toEqual(member)
  })

  it('is replaced at each login, which invalidates the previous cookie', async () => {
    const first = await signIn()
    const second = await sendRequest(first.cookie, (session) => session.start({ userId: 'demo2', token: 'other' }))
    expect((await sendRequest(first.cookie)).member).toBeNull()
    expect((await sendRequest(second.cookie)).member).toEqual({ userId: 'demo2', token: 'other' })
  })

  it('is replaced when the password changes, which can also end all other sessions', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const renewed = await sendRequest(here.cookie, (session) => session.renew())
    expect((await sendRequest(here.cookie)).member).toBeNull()
    expect((await sendRequest(there.cookie)).member).toEqual(member)
    const alone = await sendRequest(renewed.cookie, (session) => session.renew({ endOthers: true }))
    for (const { cookie } of [here, there, renewed]) expect((await sendRequest(cookie)).member).toBeNull()
    expect((await sendRequest(alone.cookie)).member).toEqual(member)
    const again = await sendRequest(alone.cookie, (session) => {
      session.renew({ endOthers: true })
      session.start({ userId: 'demo', token: 'a new one' })
    })
    expect((await sendRequest(again.cookie)).member).toEqual({ userId: 'demo', token: 'a new one' })
  })

  it('ends when the upstream rejects its token, and its cookie still identifies the member', async () => {
    const { cookie } = await signIn()
    const lost = await sendRequest(cookie, (session) => session.invalidate())
    expect(lost.line).toBeNull()
    expect(await sendRequest(cookie)).toMatchObject({ member: null, ended: { userId: 'demo' } })
  })
})

describe('the revocations file', () => {
  const open = () => createFileRevocations(dataDir, { retentionMs: 60_000 })

  it('is read after a restart, tolerates an incomplete line, and is compacted', async () => {
    const first = open()
    await first.revoke('s1')
    await first.revokeAll('demo')
    appendFileSync(revocationsPath(), '{"key":"cut')
    const second = open()
    expect(await second.isRevoked({ sid: 's1', userId: 'other', generation: '' })).toBe(true)
    expect(await second.isRevoked({ sid: 's2', userId: 'demo', generation: '' })).toBe(true)
    const generation = await second.getGeneration('demo')
    expect(await second.isRevoked({ sid: 's3', userId: 'demo', generation })).toBe(false)
    expect(readFileSync(revocationsPath(), 'utf8').trim().split('\n')).toHaveLength(2)
  })

  it.skipIf(!isPosix)('stops startup if it is unreadable, and isn’t overwritten', () => {
    open()
    expect(readFileSync(revocationsPath(), 'utf8')).toBe('')
    rmSync(revocationsPath())
    symlinkSync(revocationsPath(), revocationsPath())
    expect(open).toThrow(/^DATA_DIR: .*ended-sessions can't be read \(ELOOP\)$/)
    expect(() => readFileSync(revocationsPath())).toThrow(/ELOOP/)
  })
})

it('a request for a page’s data is treated like a request for the page’s URL', () => {
  expect(pageUrlOf(new Request('http://localhost/_.data?_routes=root'))).toEqual({ path: '/', search: '' })
  expect(pageUrlOf(new Request('http://localhost/note.data?id=3&_routes=x'))).toEqual({
    path: '/note',
    search: '?id=3',
  })
  expect(loginHrefFrom(new Request('http://localhost/note?id=3'))).toBe('/login?next=%2Fnote%3Fid%3D3')
})
