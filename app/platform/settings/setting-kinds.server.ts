import { z } from 'zod'
import { parseJson } from '~/values/strict-json'
import { Secret } from './secret.server'

/** Schemas for different kinds of settings. Each error message lists the valid values. */

export function wholeNumber(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .pipe(z.number().min(from, message).max(to, message))
}

export function positiveNumber(to: number) {
  const message = `must be a number above 0 and at most ${to}`
  return z
    .string()
    .regex(/^\d{1,9}(\.\d{1,6})?$/, message)
    .transform(Number)
    .pipe(z.number().gt(0, message).max(to, message))
}

export function widthByHeight(from: number, to: number) {
  const isSide = (side: string) => Number(side) >= from && Number(side) <= to
  return z
    .string()
    .refine(
      (raw) => /^\d{1,5}x\d{1,5}$/.test(raw) && raw.split('x').every(isSide),
      `must be a width and a height in pixels as in 800x1400, each from ${from} to ${to}`,
    )
}

export function oneOf<const Words extends readonly [string, ...string[]]>(...words: Words) {
  return z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
}

export function splitList(raw: string): string[] {
  return raw
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** A list of origins. Rejects entries with paths, queries or user names, because they would never match. */
export function originList(protocols: readonly string[]) {
  const message = `must be a comma-separated list of origins such as ${protocols[0]}//www.example.com`
  return z.string().transform((raw, check) => {
    const found: string[] = []
    for (const part of splitList(raw)) {
      const url = URL.canParse(part) ? new URL(part) : undefined
      if (!url || !protocols.includes(url.protocol) || url.href !== `${url.origin}/` || url.hostname.includes('*')) {
        check.addIssue({ code: 'custom', message: message })
        return z.NEVER
      }
      found.push(url.origin)
    }
    if (found.length === 0) check.addIssue({ code: 'custom', message: message })
    return [...new Set(found)]
  })
}

export function urlWith(protocols: readonly string[]) {
  const message = `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`
  return z
    .string()
    .refine((raw) => URL.canParse(raw) && protocols.includes(new URL(raw).protocol), { error: message, abort: true })
}

/** Rejects multiple hosts. PostgreSQL's own programs accept them, but the site's client does not. */
export const databaseUrl = z
  .string()
  .refine((raw) => !/^\w+:\/\/([^/@]*@)?[^/?]*,|[?&]host=[^&]*,/.test(raw), {
    error: 'must name one host: a proxy or a name that leads to the primary',
    abort: true,
  })
  .pipe(urlWith(['postgres:', 'postgresql:']))

export const upstreamUrl = urlWith(['http:', 'https:'])
  .refine((raw) => {
    const { username, password } = new URL(raw)
    return !/[?#]/.test(raw) && username === '' && password === ''
  }, 'must be an address without a query, a fragment or a user name')
  .transform((raw) => raw.replace(/\/+$/, ''))

export function changesOf<Name extends string, Value>(
  defaults: Readonly<Record<Name, Value>>,
  value: z.ZodType<Value>,
  example: string,
) {
  const names = Object.keys(defaults) as Name[]
  const changes = z.partialRecord(z.enum(names), value)
  return z.string().transform((raw, check): Record<Name, Value> => {
    const parsed = changes.safeParse(parseJson(raw))
    if (parsed.success) return { ...defaults, ...parsed.data }
    const message = `must be a JSON object such as ${example} with names among ${names.join(', ')}`
    check.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

export const minSecretCharacters = 32

/** Rotating secrets. The first one signs and seals new values. Values from any of the secrets are accepted. */
export const secretList = z
  .string()
  .transform(splitList)
  .refine(
    (secrets) => secrets.length > 0 && secrets.every((secret) => secret.length >= minSecretCharacters),
    `must be a comma-separated list of secrets of ${minSecretCharacters} characters or more, the current one first`,
  )
  .transform((secrets) => secrets.map((secret) => new Secret(secret)))

export const bearerToken = z
  .string()
  .min(minSecretCharacters, `must be ${minSecretCharacters} characters or more`)
  .regex(/^[\x20-\x7e]+$/, 'must be printable ASCII')
  .transform((value) => new Secret(value))
