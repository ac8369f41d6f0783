import { createContext } from 'react-router'
import { z } from 'zod'
import type { MessageKey } from '~/i18n/i18n'
import { log } from '~/platform/telemetry/log.server'
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
  'lite.isOn',
  'lobby.favourite.added',
  'lobby.favourite.removed',
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

const infoMessages = [
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
] as const satisfies readonly MessageKey[]

const amount = z.int().min(1)

function flashWith<
  Kind extends 'success' | 'info' | 'error',
  const Messages extends readonly MessageKey[],
  Values extends z.ZodRawShape,
>(kind: Kind, messages: Messages, values: Values) {
  return z.strictObject({ message: z.enum(messages), kind: z.literal(kind), values: z.strictObject(values) })
}

/** All possible flash messages. The cookie is unsealed and can be forged, so it contains no free text. */
const flashSchema = z.discriminatedUnion('message', [
  z.strictObject({ message: z.enum(successMessages), kind: z.literal('success') }),
  z.strictObject({
    message: z.enum(['form.anothers', 'login.code.old', 'register.signedIn', 'security.factor.over', 'session.ended']),
    kind: z.literal('warning'),
  }),
  z.strictObject({ message: z.enum(infoMessages), kind: z.literal('info') }),
  /** A sealed receipt: see transactions/accepted.server.ts. */
  flashWith('success', Object.values(acceptedMessages), { receipt: z.string().regex(/^[\w.-]+$/) }),
  flashWith('info', ['limits.saved.partly', 'limits.saved.waiting'], { from: z.iso.datetime() }),
  flashWith('success', ['login.last'], { from: z.iso.datetime({ offset: true }) }),
  flashWith('info', ['deposit.cancel.done.of'], { amount, number: z.string().regex(/^[\w-]{1,40}$/) }),
  flashWith('info', ['deposit.left'], { amount }),
  flashWith('success', ['comp.done', 'withdraw.transferToWallet.done.of'], { amount }),
  flashWith('error', ['user.history.file.failed'], { reference: z.string().regex(/^[0-9A-F]{8}$/) }),
])

export type Flash = z.output<typeof flashSchema>

export const flashContext = createContext<Flash | null>(null)

/** Redirects with 303 and a flash message. @param url a path on this site, or a checked URL */
export function redirectWithFlash(url: string, flash: Flash): Response {
  return new Response(null, { status: 303, headers: { Location: url, 'Set-Cookie': flashCookieLine(flash) } })
}

export function flashCookieLine(flash: Flash): string {
  // The reader would drop it without a trace.
  if (!flashSchema.safeParse(flash).success) log.error({ message: flash.message }, 'flash message not shown')
  const text = Buffer.from(JSON.stringify(flash)).toString('base64url')
  return formatSetCookie(flashCookie.name, text, flashCookie.maxAgeSeconds)
}

export const liteFlashLine = flashCookieLine({ kind: 'success', message: 'lite.isOn' })

export function readFlash(cookie: string | undefined): Flash | null {
  if (!cookie) return null
  return flashSchema.safeParse(parseJson(Buffer.from(cookie, 'base64url').toString('utf8'))).data ?? null
}

export const clearFlashCookie = formatSetCookie(flashCookie.name, '', 0)
