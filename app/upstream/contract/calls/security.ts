import { z } from 'zod'
import { call, optionalRead, optionalWrite, status, visitorWrite } from '../call'
import { described, expected, lenientNumber } from '../fields/numbers'
import { lenientDate, lenientFlag, lenientName, secretText, typedCode, upstreamId } from '../fields/values'
import { loginTicket, memberCalls } from './member'

const endedAt = z
  .unknown()
  .transform((value): string | null => (value === null || value === undefined ? null : lenientDate.parse(value)))
  .optional()
  .default(null)
  .meta({ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] })

const login = z
  .object({
    id: described(upstreamId, 'sent in end-login', '3f2a9c1e77b0'),
    at: lenientDate.describe('when it began'),
    endedAt: endedAt.describe('when it ended; null: it is active'),
    lastAt: lenientDate.optional().describe('when it was last used'),
    network: described(lenientName, 'the shortened IP address of the login', '203.0.113.*'),
    browser: expected(lenientName, 'the value of X-Browser at that login', 'Chrome on Android'),
    current: expected(lenientFlag, 'whether it is the calling login'),
  })
  .meta({ id: 'Login' })

const password = secretText(256, { empty: 'user.password.current.empty', long: 'user.password.wrong' })
/** A code as the member typed it: six digits from an authenticator app, or a recovery code. */
const oneTimeCode = typedCode(64, { empty: 'security.code.empty', long: 'security.code.wrong' })

/** Requires the fields of a step and rejects those of other steps. */
const factorChange = z
  .strictObject({
    step: z.enum(['start', 'on', 'off', 'codes']).describe('`start` returns a secret, `on` makes it the factor'),
    pw: described(password.optional(), 'login password; in all steps but `on`', 'demo-1234'),
    otp: oneTimeCode.optional().describe('code from the app, or a recovery code; in all steps but `start`'),
  })
  .superRefine(({ step, pw, otp }, context) => {
    const check = (path: 'pw' | 'otp', value: string | undefined, isNeeded: boolean, message: string) => {
      if ((value !== undefined) === isNeeded) return
      context.addIssue({ code: 'custom', path: [path], message: isNeeded ? message : 'field.unknown' })
    }
    check('pw', pw, step !== 'on', 'user.password.current.empty')
    check('otp', otp, step !== 'start', 'security.code.empty')
  })

const waitMs = { ms: lenientNumber.describe('with `wait`: milliseconds until another attempt is possible') }

const ofMemberCodes = ['otp_wrong', 'ticket_old', 'wait'] as const

export const securityCalls = {
  'get-login-list': call({
    ...optionalRead,
    path: '/user/get_login_list',
    response: z.object({
      status,
      secondFactor: lenientFlag.describe('whether the member has a second factor'),
      logins: z.array(login).max(500).describe('active logins, then the last 20 that ended, newest first'),
    }),
  }),
  'end-login': call({
    ...optionalWrite,
    path: '/user/end_login',
    payload: z
      .strictObject({
        id: described(upstreamId.optional(), 'the login to end', '3f2a9c1e77b0'),
        others: z.literal(true).optional().describe('ends all except the calling login'),
      })
      .refine((named) => (named.id === undefined) === (named.others === true), {
        path: ['id'],
        message: 'field.required',
      }),
    rateLimit: 'money',
  }),
  'set-second-factor': call({
    ...optionalWrite,
    path: '/user/set_second_factor',
    payload: factorChange,
    response: z.object({
      status: z.string().max(64),
      secret: described(
        z
          .string()
          .regex(/^[A-Z2-7]{16,128}$/)
          .optional(),
        'with `start`: the secret in Base32, for six-digit codes every 30 seconds (RFC 6238)',
        'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      ),
      uri: described(
        z
          .string()
          .regex(/^otpauth:\/\/totp\/[\x21-\x7e]{1,1000}$/)
          .optional(),
        'with `start`: the secret as a URI for authenticator apps',
        'otpauth://totp/Madang:demo?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Madang',
      ),
      recovery: described(
        z
          .array(z.string().regex(/^[\x20-\x7e]{1,64}$/))
          .max(20)
          .optional(),
        'with `on` and `codes`: ten recovery codes, returned only this time',
        ['abcd-efgh-2345-6723'],
      ),
      ...waitMs,
    }),
    rateLimit: 'money',
    refusals: ['pass', ...ofMemberCodes],
    refusalFields: ['ms'],
    checksPassword: { kindIn: ({ step }) => (step === 'on' ? undefined : 'login'), wrongStatus: 'pass' },
  }),
  'get-member-data': call({
    // Declared as a write, because a retried read could return later data.
    ...optionalWrite,
    path: '/user/get_member_data',
    payload: z.strictObject({ pw: described(password, 'login password', 'demo-1234') }),
    // The upstream decides which fields the file has.
    response: z.object({
      status,
      chunks: z.custom<AsyncIterable<Uint8Array>>((value) => Symbol.asyncIterator in Object(value)).optional(),
      ...waitMs,
    }),
    serverFields: ['chunks'],
    refusals: ['pass', 'wait'],
    refusalFields: ['ms'],
    checksPassword: { kindIn: () => 'login', wrongStatus: 'pass' },
    isDownload: true,
  }),
  'confirm-login': call({
    ...visitorWrite,
    path: '/public/user/confirm_login',
    payload: z.strictObject({
      ticket: described(loginTicket, 'as user-do-login returned it', 'u6m-9Q'),
      otp: described(oneTimeCode, 'code from the app, or a recovery code', '123456'),
    }),
    response: memberCalls['user-do-login'].response.omit({ ticket: true }).extend(waitMs),
    serverFields: ['token', 'accepted', 'lastLoginAt'],
    refusals: ofMemberCodes,
    refusalFields: ['ms'],
    opensSession: true,
    sendsBrowser: true,
    optional: true,
  }),
}
