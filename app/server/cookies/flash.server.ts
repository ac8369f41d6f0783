import { createContext } from 'react-router'
import { z } from 'zod'
import type { MessageKey } from '~/i18n/i18n'
import { acceptedMessages, numberedMessages } from '~/values/numbered-messages'
import { flashCookie } from '~/values/request'
import { parseJson } from '~/values/strict-json'
import { formatSetCookie } from './cookie.server'

const successMessages = [
  'msg_auth_success',
  numberedMessages.accountRequested,
  'documents.done',
  'help.delete.done',
  'help.deleteAll.done',
  'help.sent',
  'limits.break.done',
  'limits.cancelled',
  'limits.exclusion.done',
  'limits.exclusion.ending',
  'limits.saved',
  'logout.done',
  'note.delete.done',
  'note.deleteAll.done',
  'register.done',
  'register.welcome',
  'reset.done.exchange',
  'security.ended',
  'security.factor.off',
  'security.ended.others',
  'reset.done.login',
  'user.password.done.exchange',
  'user.password.done.login',
  'withdraw.transferToWallet.done',
] as const satisfies readonly MessageKey[]

/** All possible flash messages. Anyone could plant this unsealed cookie, so it carries no text of its own. */
const flashSchema = z.discriminatedUnion('message', [
  z.strictObject({ message: z.enum(successMessages), kind: z.literal('success') }),
  z.strictObject({
    message: z.enum(['form.anothers', 'login.code.old', 'register.signedIn', 'security.factor.over', 'session.ended']),
    kind: z.literal('warning'),
  }),
  z.strictObject({
    message: z.enum([
      'deposit.cancel.done',
      'forgot.sent',
      'help.deleteAll.changed',
      'deposit.cancel.settled',
      'limits.reality.due',
      'limits.unchanged',
      'lobby.choose',
      'login.restored',
      'reality.none',
      'reality.stopped',
      'reality.stopped.unsure',
      'user.history.file.busy',
    ]),
    kind: z.literal('info'),
  }),
  z.strictObject({
    message: z.enum(acceptedMessages),
    kind: z.literal('success'),
    /** Sealed: see transactions/accepted.server.ts. */
    values: z.strictObject({ receipt: z.string().regex(/^[\w.-]+$/) }),
  }),
  z.strictObject({
    message: z.enum(['limits.saved.partly', 'limits.saved.waiting']),
    kind: z.literal('info'),
    values: z.strictObject({ from: z.iso.datetime() }),
  }),
  z.strictObject({
    message: z.literal('login.last'),
    kind: z.literal('success'),
    values: z.strictObject({ from: z.iso.datetime({ offset: true }) }),
  }),
  z.strictObject({
    message: z.literal('deposit.cancel.done.of'),
    kind: z.literal('info'),
    values: z.strictObject({ amount: z.int().min(1), number: z.string().regex(/^[\w-]{1,40}$/) }),
  }),
  z.strictObject({
    message: z.literal('deposit.left'),
    kind: z.literal('info'),
    values: z.strictObject({ amount: z.int().min(1) }),
  }),
  z.strictObject({
    message: z.enum(['comp.done', 'withdraw.transferToWallet.done.of']),
    kind: z.literal('success'),
    values: z.strictObject({ amount: z.int().min(1) }),
  }),
  z.strictObject({
    message: z.enum(['lobby.favourite.added', 'lobby.favourite.removed']),
    kind: z.literal('success'),
    values: z.strictObject({ company: z.string().min(1).max(64), code: z.string().min(1).max(64) }),
  }),
  z.strictObject({
    message: z.literal('user.history.file.failed'),
    kind: z.literal('error'),
    values: z.strictObject({ reference: z.string().regex(/^[0-9A-F]{8}$/) }),
  }),
])

export type Flash = z.output<typeof flashSchema>

export const flashContext = createContext<Flash | null>(null)

/** Redirects by 303 with a flash message. @param url a path of this site, or a checked URL */
export function redirectWithFlash(url: string, flash: Flash): Response {
  return new Response(null, { status: 303, headers: { Location: url, 'Set-Cookie': flashCookieLine(flash) } })
}

export function flashCookieLine(flash: Flash): string {
  const text = Buffer.from(JSON.stringify(flash)).toString('base64url')
  return formatSetCookie(flashCookie.name, text, flashCookie.maxAgeSeconds)
}

export function readFlash(cookie: string | undefined): Flash | null {
  if (!cookie) return null
  return flashSchema.safeParse(parseJson(Buffer.from(cookie, 'base64url').toString('utf8'))).data ?? null
}

export const clearFlashCookie = formatSetCookie(flashCookie.name, '', 0)
