import { randomUUID } from 'node:crypto'
import { createContext } from 'react-router'
import type { Sealer } from '~/platform/create-sealer.server'
import { sharedStore } from '~/platform/redis.server'
import { config, sealerFor } from '~/platform/settings/config.server'
import { sessionEvents } from '~/platform/telemetry/metrics.server'
import { days, hours, minutes } from '~/values/durations'
import type { Context } from '../http/incoming.server'
import { createFileRevocations, createSharedRevocations, type Revocations } from './revocations.server'
import {
  readSessionCookie,
  type SessionData,
  sessionEndMs,
  sessionFormat,
  setSessionCookie,
} from './session-cookie.server'

type Member = { userId: string; token: string }

/** Times in milliseconds since the epoch. */
type SessionExpiry = {
  idleExpiresAtMs: number
  /** The time when the session ends, even if it is in use. */
  maxExpiresAtMs: number
}

/** The session as seen by code outside this file. Changes are sent as a cookie in the response. */
export type MemberSession = Readonly<
  Omit<RequestSession, 'change' | 'clearMember' | 'data' | 'extendsExpiry' | 'pendingRevocations'>
>

export const sessionContext = createContext<MemberSession>()
const changesContext = createContext<RequestSession>()

export type SessionOptions = {
  sealer: Sealer
  revocations: Revocations
  idleMs: number
  maxMs: number
  now: () => number
}

/** The minimum time between two renewals of an active session's cookie. */
const reissueAfterMs = minutes(1)
/** How long an expired session's cookie still identifies its member. */
const formerMemberRetentionMs = days(7)

/** Added to the retention of revocations, because setting the clock back lengthens sessions. */
const clockMarginMs = hours(24)

/** `open` reads the session, `save` sends its changes. Source: docs/decisions/004-sealed-cookie.md. */
export function createSessionSteps(options: SessionOptions) {
  return {
    async open(request: Request, context: Context): Promise<void> {
      const read = await readSessionCookie(request, options.sealer)
      const extendsExpiry = read !== undefined && options.now() - read.seen >= reissueAfterMs
      const session = new RequestSession(read, options, extendsExpiry)
      if (read && (await options.revocations.isRevoked(read))) session.clearMember()
      session.memberBefore = session.member
      context.set(sessionContext, session)
      context.set(changesContext, session)
    },

    async save(response: Response, _request: Request, context: Context): Promise<void> {
      const session = context.get(changesContext)
      const send = async (data: SessionData | undefined) =>
        response.headers.append('Set-Cookie', await setSessionCookie(data, options.sealer))
      for (const revoke of session.pendingRevocations) await revoke()
      if (session.change === 'started' && session.data) {
        const generation = await options.revocations.getGeneration(session.data.userId)
        await send({ ...session.data, generation })
      } else if (session.change === 'ended') {
        await send(undefined)
      } else if (session.data && (session.extendsExpiry || session.change === 'updated')) {
        const seen = session.extendsExpiry ? options.now() : session.data.seen
        await send({ ...session.data, seen })
      }
      if (session.memberBefore?.token === session.member?.token) return
      if (session.memberBefore) sessionEvents.inc({ event: 'ended' })
      if (session.member) sessionEvents.inc({ event: 'begun' })
    },
  }
}

class RequestSession {
  memberBefore: Member | null = null
  data: SessionData | undefined
  endedSession: { userId: string } | null = null
  change: 'none' | 'updated' | 'started' | 'ended' = 'none'
  readonly pendingRevocations: (() => Promise<void>)[] = []
  readonly #options: SessionOptions
  extendsExpiry: boolean

  /** @param extendsExpiry whether the response renews the cookie and so extends the session */
  constructor(read: SessionData | undefined, options: SessionOptions, extendsExpiry: boolean) {
    this.#options = options
    this.extendsExpiry = extendsExpiry
    if (!read) return
    const now = options.now()
    const endMs = sessionEndMs(read, options)
    if (now < endMs) this.data = read
    else if (now < endMs + formerMemberRetentionMs) this.endedSession = { userId: read.userId }
  }

  get member(): Member | null {
    return this.data ? { userId: this.data.userId, token: this.data.token } : null
  }

  get expiry(): SessionExpiry | null {
    if (!this.data) return null
    const seen = this.extendsExpiry ? this.#options.now() : this.data.seen
    return {
      idleExpiresAtMs: sessionEndMs({ ...this.data, seen }, this.#options),
      maxExpiresAtMs: this.data.started + this.#options.maxMs,
    }
  }

  /** Starts a new session for this member and revokes the previous one. */
  start(member: Member): void {
    this.#revoke()
    const now = this.#options.now()
    this.data = { ...member, format: sessionFormat, sid: randomUUID(), started: now, seen: now, generation: '' }
    this.endedSession = null
    this.change = 'started'
  }

  /** Continues in a new session and revokes the old one. @param options.endOthers also ends all other sessions */
  renew(options?: { endOthers?: boolean }): void {
    const { member } = this
    const { playedFromMs, realityCheckedMs } = this.data ?? {}
    if (!member) return
    if (options?.endOthers) this.#revokeAll(member.userId)
    this.start(member)
    this.#update({ playedFromMs, realityCheckedMs })
  }

  /** Logs out and deletes the cookie. Revokes this session or, with `everywhere`, all of the member's sessions. */
  end(options?: { everywhere?: boolean }): void {
    if (this.data && options?.everywhere) this.#revokeAll(this.data.userId)
    this.invalidate()
    this.change = 'ended'
  }

  /** When uninterrupted play started, in milliseconds since the epoch. */
  get playedFromMs(): number | undefined {
    return this.data?.playedFromMs
  }

  setPlayedFrom(playedFromMs: number | undefined): void {
    if (this.data?.playedFromMs !== playedFromMs) this.#update({ playedFromMs })
  }

  /** When the member last confirmed a reality check that the upstream could not record. */
  get realityCheckedMs(): number | undefined {
    return this.data?.realityCheckedMs
  }

  setRealityChecked(realityCheckedMs: number): void {
    this.#update({ realityCheckedMs })
  }

  /** Prevents this request from extending the session, because a script or a prefetch sent it, not the member. */
  keepExpiry(): void {
    this.extendsExpiry = false
  }

  /** Revokes the session. Keeps the cookie, so that forms in other tabs still belong to their member. */
  invalidate(): void {
    this.#revoke()
    this.clearMember()
    this.change = 'none'
  }

  clearMember(): void {
    if (this.data) this.endedSession = { userId: this.data.userId }
    this.data = undefined
  }

  #update(change: Pick<SessionData, 'playedFromMs' | 'realityCheckedMs'>): void {
    if (!this.data) return
    this.data = { ...this.data, ...change }
    if (this.change === 'none') this.change = 'updated'
  }

  #revokeAll(userId: string): void {
    this.pendingRevocations.push(() => this.#options.revocations.revokeAll(userId))
  }

  #revoke(): void {
    const { data } = this
    if (!data || this.change === 'started') return
    this.pendingRevocations.push(() => this.#options.revocations.revoke(data.sid))
  }
}

/** Prepares sessions at startup. @throws SettingError if DATA_DIR can't be read or written */
export function prepareSessions(): ReturnType<typeof createSessionSteps> {
  const retention = { retentionMs: config.session.maxMs + clockMarginMs }
  siteSessionSteps ??= createSessionSteps({
    sealer: sealerFor('session'),
    revocations: sharedStore
      ? createSharedRevocations(sharedStore, retention)
      : createFileRevocations(config.dataDir, retention),
    idleMs: config.session.idleMs,
    maxMs: config.session.maxMs,
    now: Date.now,
  })
  return siteSessionSteps
}
let siteSessionSteps: ReturnType<typeof createSessionSteps> | undefined

export const openSession: ReturnType<typeof createSessionSteps>['open'] = (...args) => prepareSessions().open(...args)

export const saveSession: ReturnType<typeof createSessionSteps>['save'] = (...args) => prepareSessions().save(...args)
