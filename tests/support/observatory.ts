import type { IncomingHttpHeaders } from 'node:http'

/**
 * Scores a response by the published table of Mozilla's HTTP Observatory: 100 minus penalties; bonuses count only when
 * 90 or more are left. Where its table and its program differ, the stricter rule applies. Two tests can't be seen in
 * one response and score 0 here: the redirect from http, which the proxy makes, and the preload list of browsers.
 */
export type TestScore = { test: string; points: number }

type ResponseParts = { headers: IncomingHttpHeaders; body: string }

const minBaseForBonuses = 90
const sixMonthsSeconds = 15_768_000

export function observatoryScore(response: ResponseParts): number {
  const marks = observatoryTestScores(response)
  const sumOf = (those: readonly TestScore[]) => those.reduce((sum, { points }) => sum + points, 0)
  const base = 100 + sumOf(marks.filter(({ points }) => points < 0))
  return Math.max(0, base < minBaseForBonuses ? base : base + sumOf(marks.filter(({ points }) => points > 0)))
}

/** The points of each test of the table. */
export function observatoryTestScores({ headers, body }: ResponseParts): TestScore[] {
  const policy = parsePolicy(headers['content-security-policy'])
  return [
    { test: 'content-security-policy', points: policyPoints(policy) },
    { test: 'cookies', points: cookiePoints(headers) },
    { test: 'cross-origin-resource-sharing', points: sharingPoints(headers) },
    { test: 'referrer-policy', points: referrerPoints(headers['referrer-policy']) },
    { test: 'strict-transport-security', points: transportPoints(headers['strict-transport-security']) },
    { test: 'subresource-integrity', points: integrityPoints(body) },
    { test: 'x-content-type-options', points: headers['x-content-type-options'] === 'nosniff' ? 0 : -5 },
    { test: 'x-frame-options', points: framePoints(policy, headers['x-frame-options']) },
    { test: 'cross-origin-resource-policy', points: resourcePoints(headers['cross-origin-resource-policy']) },
  ]
}

type Policy = ReadonlyMap<string, readonly string[]>

function parsePolicy(header: IncomingHttpHeaders[string]): Policy | undefined {
  if (header === undefined) return undefined
  const directives = String(header)
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]))
}

/** Whether a source allows a whole scheme or every host. */
const isBroad = (source: string) => /^(?:\*|(?:https?|ftp):(?:\/\/\*(?:\.\*)?)?)$/.test(source)

function policyPoints(policy: Policy | undefined): number {
  if (!policy || policy.size === 0) return -25
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const isInline = (source: string) => source === "'unsafe-inline'" || source === 'data:'
  const isPlain = (source: string) => /^(?:http|ftp):/.test(source)
  const passive = new Set(['img-src', 'media-src'])
  const active = [...policy].filter(([name]) => !passive.has(name)).flatMap(([, sources]) => sources)

  if (
    sourcesOf('script-src').some((source) => isBroad(source) || isInline(source)) ||
    sourcesOf('object-src').some(isBroad)
  )
    return -20
  if (active.some(isPlain)) return -20
  if ([...sourcesOf('script-src'), ...sourcesOf('style-src')].includes("'unsafe-eval'")) return -10
  if ([...sourcesOf('img-src'), ...sourcesOf('media-src')].some(isPlain)) return -10
  if (sourcesOf('style-src').some((source) => isBroad(source) || isInline(source))) return 0
  const restrictsForms = policy.get('form-action')?.every((source) => source === "'self'" || source === "'none'")
  return policy.get('default-src')?.join() === "'none'" && restrictsForms ? 10 : 5
}

/** Treats every cookie as a session cookie, which is the strictest rule. */
function cookiePoints(headers: IncomingHttpHeaders): number {
  const cookies = headers['set-cookie'] ?? []
  const isProtected = transportPoints(headers['strict-transport-security']) === 0
  const all = (rule: RegExp) => cookies.every((line) => rule.test(line))
  if (cookies.length === 0) return 0
  if (!all(/; *Secure(?:;|$)/i)) return isProtected ? -10 : -40
  if (!all(/; *HttpOnly(?:;|$)/i)) return -30
  if (cookies.some((line) => /; *SameSite(?!=(?:Lax|Strict|None)(?:;|$))/i.test(line))) return -20
  return all(/; *SameSite=(?:Lax|Strict)(?:;|$)/i) ? 5 : 0
}

function sharingPoints(headers: IncomingHttpHeaders): number {
  return headers['access-control-allow-origin'] && headers['access-control-allow-credentials'] === 'true' ? -50 : 0
}

function referrerPoints(header: IncomingHttpHeaders[string]): number {
  if (header === undefined) return 0
  return /^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/.test(String(header)) ? 5 : -5
}

function transportPoints(header: IncomingHttpHeaders[string]): number {
  const seconds = /^max-age=(\d+)(?:;|$)/.exec(String(header))?.[1]
  if (seconds === undefined) return -20
  return Number(seconds) < sixMonthsSeconds ? -10 : 0
}

/** Scripts of the same origin need no integrity attribute. */
function integrityPoints(body: string): number {
  const scripts = [...body.matchAll(/<script\b[^>]*>/gi)].map(([tag]) => tag)
  const foreign = scripts.filter((tag) => /\bsrc="(?:https?:|\/\/)/i.test(tag))
  if (foreign.some((tag) => !/\bsrc="https:/i.test(tag))) return -50
  return foreign.some((tag) => !/\bintegrity="/i.test(tag)) ? -5 : 0
}

function framePoints(policy: Policy | undefined, header: IncomingHttpHeaders[string]): number {
  if (policy?.has('frame-ancestors')) return 5
  return /^(?:deny|sameorigin)$/i.test(String(header)) ? 0 : -20
}

function resourcePoints(header: IncomingHttpHeaders[string]): number {
  if (header === undefined || header === 'cross-origin') return 0
  return header === 'same-origin' || header === 'same-site' ? 10 : -5
}
