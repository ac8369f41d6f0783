import { z } from 'zod'
import { changesOf } from './setting-kinds.server'

export type RateLimit = { count: number; seconds: number }

/** The default count and seconds of each rate limit. Login and password limits count only failures. */
export const rateLimitDefaults = {
  loginId: { count: 10, seconds: 600 },
  loginAddress: { count: 100, seconds: 600 },
  /** For a logged-in member, separately for the login password and the withdrawal password. */
  password: { count: 10, seconds: 3600 },
  /** Milliseconds of thread time for the requests of one member, or of all visitors from one network. */
  time: { count: 30_000, seconds: 60 },
  register: { count: 30, seconds: 3600 },
  /** Requests for a password reset code, per network. `forgotId` is per id, from any network. */
  forgot: { count: 20, seconds: 3600 },
  forgotId: { count: 5, seconds: 3600 },
  checks: { count: 60, seconds: 60 },
  help: { count: 30, seconds: 60 },
  money: { count: 600, seconds: 60 },
  all: { count: 3000, seconds: 60 },
  callbacks: { count: 60_000, seconds: 60 },
} satisfies Record<string, RateLimit>
export type RateLimitName = Exclude<keyof typeof rateLimitDefaults, 'time'>

const countAndSeconds = z
  .tuple([z.int().min(1).max(1_000_000_000), z.int().min(1).max(2_000_000)])
  .transform(([count, seconds]): RateLimit => ({ count, seconds }))

export const rateLimitsSetting = changesOf(rateLimitDefaults, countAndSeconds, '{"loginId":[10,600]}')
