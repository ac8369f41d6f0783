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

/** The end of a session, in milliseconds since the epoch. */
export type SessionEnd = {
  /** When nothing of it is used after this request. */
  unusedAt: number
  /** However much it is used. */
  latestAt: number
}

/** The session of a request. What it becomes here is sent as a cookie with the answer. */
export type MemberSession = {
  readonly member: Member | null
  /** Whose session this was, when the cookie is of one past its end or revoked. */
  readonly ended: { userId: string } | null
  /** When it ends; null without a member. */
  readonly ends: SessionEnd | null
  /** A new session for this member; one that was open before is revoked. */
  start(member: Member): void
  /**
   * Goes on in a new session: the cookie from before, and every copy of it, opens nothing any more. For when what the
   * member signs in with has changed.
   *
   * @param options.endOthers ends the member's other sessions as well.
   */
  renew(options?: { endOthers?: boolean }): void
  /** Logs out: the session is revoked at once, everywhere when asked, and the cookie goes. */
  end(options?: { everywhere?: boolean }): void
  /** This request is a script's own and not the member's doing: it does not move the session's end. */
  stay(): void
  /** The upstream no longer knows the token: revoked, but the cookie stays, so that forms in other tabs keep their owner. */
  lose(): void
}

export const sessionContext = createContext<MemberSession>()

const sessionData = z.object({
  sid: z.string(),
  userId: z.string(),
  token: z.string(),
  /** Milliseconds since the epoch: when it began, and when it was last used as far as the cookie knows. */
  started: z.int(),
  seen: z.int(),
  /** What the member's sessions of that time belong to; see Revocations. */
  generation: z.string(),
})
type SessionData = z.output<typeof sessionData>

/** What a session lives by; the site's own unless a test hands in others. */
export type SessionRules = {
  sealer: Sealer
  revocations: Revocations
  idleMs: number
  maxMs: number
  now: () => number
}

/** Browsers drop a cookie past this many bytes without a word. */
const cookieBytesMax = 4096
/** A cookie is sent anew at most this often while the session is used. */
const reissueAfterMs = 60_000
/** How long after its end a session's cookie still says whose it was. */
const rememberedMs = 7 * 24 * 60 * 60_000

/** As cookie.server.ts names cookies: `__Host-madang` behind https. */
const sessionCookieName = 'madang'
/** A clock that is set back lengthens sessions: what ended one of them is remembered for this much longer. */
const clockMarginMs = 24 * 60 * 60_000

/** The cookie holds the sealed text as it is; the framework's own would encode it once more and outgrow the browser. */
const cookie: Cookie = {
  name: sessionCookieName,
  // Authenticated encryption: stronger than the signature the framework asks for.
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
 * The middleware that reads the session of a request and sends what became of it (docs/decisions/004-sealed-cookie.md).
 */
export function sessionsBy(rules: SessionRules): MiddlewareFunction<Response> {
  const storage = createSessionStorage<{ data: SessionData }>({
    cookie,
    createData: ({ data }) => rules.sealer.seal(data),
    async readData(text) {
      const read = sessionData.safeParse(await rules.sealer.open(text))
      return read.success ? { data: read.data } : null
    },
    // A sealed text can't change: what changes is sealed anew, by createData.
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

  /** @param slides whether this request moves the end: its answer then carries the cookie anew. */
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

  /** No longer a member's, though the cookie says so. */
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

/** The site's own: the settings' ends, revocations in memory or shared. Made at the first request, when a secret may be made too. */
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
 * The member whose session a request carries, read before anything else of the request, for its place among those that
 * wait. Whether the session was ended since is not asked: what the request may do, the middleware decides.
 */
export async function claimedMember(request: Request): Promise<string | undefined> {
  const text = await cookie.parse(request.headers.get('Cookie'))
  const read = text ? sessionData.safeParse(await sealerFor('session').open(text)) : undefined
  const data = read?.data
  return data && Date.now() < data.started + config.session.maxMs ? data.userId : undefined
}
