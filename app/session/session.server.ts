import { randomUUID } from 'node:crypto'
import { type Cookie, createContext, createSession, createSessionStorage, type MiddlewareFunction } from 'react-router'
import { z } from 'zod'
import { config } from '~/config.server'
import { sharedStore } from '~/redis/redis.server'
import { cookiesOf, setCookieLine } from './cookie.server'
import { revocationFileIn } from './revocation-file.server'
import { type Revocations, revocationsInMemory, revocationsShared } from './revocations.server'
import { type Sealer, sealerFor } from './seal.server'

/** The member of a session, with the upstream's token. */
export type Member = { userId: string; token: string }

/** When a session expires, in milliseconds since the epoch. */
export type SessionEnd = {
  /** If it is not used after this request. */
  unusedAt: number
  /** However much it is used: the maximum length of a session. */
  latestAt: number
}

/** The session of a request. Changes are sent as a cookie with the response. */
export type MemberSession = {
  readonly member: Member | null
  /** The former member, when the cookie's session has expired or was revoked. */
  readonly ended: { userId: string } | null
  /** null without a member. */
  readonly ends: SessionEnd | null
  /** Starts a new session for this member and revokes the one before. */
  start(member: Member): void
  /**
   * Continues in a new session and revokes the old one with every copy of its cookie. For changed credentials.
   *
   * @param options.endOthers also ends the member's other sessions.
   */
  renew(options?: { endOthers?: boolean }): void
  /** Signs out: revokes this session, or with `everywhere` all of the member's, and deletes the cookie. */
  end(options?: { everywhere?: boolean }): void
  /** Keeps this request from extending the session: a script sent it, not the member. */
  stay(): void
  /**
   * Revokes the session when the upstream rejects its token. The cookie stays, so that forms in other tabs keep their
   * owner.
   */
  lose(): void
}

export const sessionContext = createContext<MemberSession>()

const sessionData = z.object({
  sid: z.string(),
  userId: z.string(),
  token: z.string(),
  /** Milliseconds since the epoch: when it started, and when it was last used as far as the cookie shows. */
  started: z.int(),
  seen: z.int(),
  /** The member's generation at login; see Revocations. */
  generation: z.string(),
})
type SessionData = z.output<typeof sessionData>

/** How sessions are sealed, revoked and timed. The site uses its settings; tests pass their own. */
export type SessionRules = {
  sealer: Sealer
  revocations: Revocations
  idleMs: number
  maxMs: number
  now: () => number
}

/** Browsers silently drop a cookie larger than this. */
const cookieBytesMax = 4096
/** While the session is used, its cookie is sent again at most this often. */
const reissueAfterMs = 60_000
/** How long after its expiry a session's cookie still tells whose it was. */
const rememberedMs = 7 * 24 * 60 * 60_000

/** As cookie.server.ts names cookies: `__Host-madang` behind https. */
const sessionCookieName = 'madang'
/** Setting the clock back lengthens sessions, so revocations are stored for this much longer. */
const clockMarginMs = 24 * 60 * 60_000

/**
 * The cookie holds the sealed text as it is. The framework's own cookie would encode it again and exceed the size
 * limit.
 */
const cookie: Cookie = {
  name: sessionCookieName,
  // Authenticated encryption covers the signature that the framework expects.
  isSigned: true,
  expires: undefined,
  parse: async (header) => cookiesOf(header).get(sessionCookieName) ?? null,
  serialize: async (text: string, options) => {
    const line = setCookieLine(sessionCookieName, text, options?.expires ? 0 : undefined)
    if (line.length > cookieBytesMax) throw new Error(`The session does not fit a cookie: ${line.length} bytes`)
    return line
  },
}

/**
 * Middleware that reads the session of a request and sends its changes as a cookie
 * (docs/decisions/004-sealed-cookie.md).
 */
export function sessionsBy(rules: SessionRules): MiddlewareFunction<Response> {
  const storage = createSessionStorage<{ data: SessionData }>({
    cookie,
    createData: ({ data }) => rules.sealer.seal(data),
    async readData(text) {
      const read = sessionData.safeParse(await rules.sealer.open(text))
      return read.success ? { data: read.data } : null
    },
    // Sealed text can't be updated in place: changed data is sealed again by createData.
    async updateData() {},
    async deleteData() {},
  })
  const sent = (data: SessionData) => storage.commitSession(createSession({ data }))

  return async ({ request, context }, next) => {
    const stored = await storage.getSession(request.headers.get('Cookie'))
    const read = stored.get('data')
    const slides = read !== undefined && rules.now() - read.seen >= reissueAfterMs
    const session = new OpenSession(read, rules, slides)
    if (read && (await rules.revocations.isRevoked(read))) session.forget()
    context.set(sessionContext, session)

    const response = await next()

    for (const revoke of session.revoked) await revoke()
    if (session.change === 'started' && session.data) {
      const generation = await rules.revocations.generationOf(session.data.userId)
      response.headers.append('Set-Cookie', await sent({ ...session.data, generation }))
    } else if (session.change === 'ended') response.headers.append('Set-Cookie', await storage.destroySession(stored))
    else if (session.data && session.slides) {
      response.headers.append('Set-Cookie', await sent({ ...session.data, seen: rules.now() }))
    }
    return response
  }
}

class OpenSession implements MemberSession {
  data: SessionData | undefined
  ended: { userId: string } | null = null
  change: 'none' | 'started' | 'ended' = 'none'
  readonly revoked: (() => Promise<void>)[] = []
  readonly #rules: SessionRules
  slides: boolean

  /** @param slides whether this request extends the session: its response then carries the cookie again. */
  constructor(read: SessionData | undefined, rules: SessionRules, slides: boolean) {
    this.#rules = rules
    this.slides = slides
    if (!read) return
    const now = rules.now()
    const endMs = Math.min(read.seen + rules.idleMs, read.started + rules.maxMs)
    if (now < endMs) this.data = read
    else if (now < endMs + rememberedMs) this.ended = { userId: read.userId }
  }

  get member(): Member | null {
    return this.data ? { userId: this.data.userId, token: this.data.token } : null
  }

  get ends(): SessionEnd | null {
    if (!this.data) return null
    const { idleMs, maxMs, now } = this.#rules
    const latestAt = this.data.started + maxMs
    return { unusedAt: Math.min((this.slides ? now() : this.data.seen) + idleMs, latestAt), latestAt }
  }

  start(member: Member): void {
    this.#revoke()
    const now = this.#rules.now()
    this.data = { ...member, sid: randomUUID(), started: now, seen: now, generation: '' }
    this.ended = null
    this.change = 'started'
  }

  renew(options?: { endOthers?: boolean }): void {
    const { member } = this
    if (!member) return
    if (options?.endOthers) this.#revokeAll(member.userId)
    this.start(member)
  }

  end(options?: { everywhere?: boolean }): void {
    if (this.data && options?.everywhere) this.#revokeAll(this.data.userId)
    this.lose()
    this.change = 'ended'
  }

  stay(): void {
    this.slides = false
  }

  lose(): void {
    this.#revoke()
    this.forget()
    this.change = 'none'
  }

  /** Treats the session as ended, although the cookie still holds a member. */
  forget(): void {
    if (this.data) this.ended = { userId: this.data.userId }
    this.data = undefined
  }

  #revokeAll(userId: string): void {
    this.revoked.push(() => this.#rules.revocations.revokeAll(userId))
  }

  #revoke(): void {
    const { data } = this
    if (!data || this.change === 'started') return
    this.revoked.push(() => this.#rules.revocations.revoke(data.sid))
  }
}

/** The site's session middleware. Created at the first request: at import a generated secret may not exist yet. */
export const sessions: MiddlewareFunction<Response> = (args, next) => {
  const remembered = { rememberedMs: config.session.maxMs + clockMarginMs }
  own ??= sessionsBy({
    sealer: sealerFor('session'),
    revocations: sharedStore
      ? revocationsShared(sharedStore, remembered)
      : revocationsInMemory({ ...remembered, file: revocationFileIn(config.dataDir) }),
    idleMs: config.session.idleMs,
    maxMs: config.session.maxMs,
    now: Date.now,
  })
  return own(args, next)
}
let own: MiddlewareFunction<Response> | undefined

/**
 * The user id in a request's session cookie, for its priority in the queue only. It does not check revocation or idle
 * expiry: the session middleware decides what the request may do.
 */
export async function claimedMember(request: Request): Promise<string | undefined> {
  const text = await cookie.parse(request.headers.get('Cookie'))
  const read = text ? sessionData.safeParse(await sealerFor('session').open(text)) : undefined
  const data = read?.data
  return data && Date.now() < data.started + config.session.maxMs ? data.userId : undefined
}
