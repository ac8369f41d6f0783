import { z } from 'zod'
import { parseJson } from '~/values/parse-json'

const rateLimitNames = ['loginId', 'loginAddress', 'password', 'register', 'checks', 'help', 'money', 'all'] as const
export type RateLimitName = (typeof rateLimitNames)[number]
export type RateLimit = { count: number; seconds: number }

export const rateLimitDefaults: Record<RateLimitName, RateLimit> = {
  loginId: { count: 10, seconds: 600 },
  loginAddress: { count: 100, seconds: 600 },
  password: { count: 10, seconds: 3600 },
  register: { count: 30, seconds: 3600 },
  checks: { count: 60, seconds: 60 },
  help: { count: 30, seconds: 60 },
  money: { count: 600, seconds: 60 },
  all: { count: 3000, seconds: 60 },
}

/** RATE_LIMITS: changes single limits and keeps the others. */
export const rateLimitsSetting = z.string().transform((raw, check) => {
  const words = `must be a JSON object such as {"loginId":[10,600]} with names among ${rateLimitNames.join(', ')}`
  const pair = z.tuple([z.int().min(1).max(1_000_000_000), z.int().min(1).max(2_000_000)])
  const parsed = z.partialRecord(z.enum(rateLimitNames), pair).safeParse(parseJson(raw))
  if (!parsed.success) {
    check.addIssue({ code: 'custom', message: words })
    return z.NEVER
  }
  const limits = { ...rateLimitDefaults }
  for (const name of rateLimitNames) {
    const changed = parsed.data[name]
    if (changed) limits[name] = { count: changed[0], seconds: changed[1] }
  }
  return limits
})
