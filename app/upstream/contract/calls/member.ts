import { z } from 'zod'
import { playLimitsChange } from '~/limits/schemas'
import { call, memberRead, optionalRead, optionalWrite, status, statusOnly, visitorRead, visitorWrite } from '../call'
import { described, expected, lenientNumber, optional, withAliases } from '../fields/numbers'
import { birthYear, registration } from '../fields/registration'
import { lenientFlag, lenientText, secretText, typedCode, user } from '../fields/values'
import { keptBySite, playLimits } from '../play-limits'
import { settledTransaction } from './money'

const newPassword = described(
  secretText(64, { long: 'register.pw.rule' }),
  'the new password; the rules for registration apply',
  'another long password',
)

const passwordChange = z
  .strictObject({
    kind: z.enum(['login', 'exchange']).describe('which password to change'),
    pass: described(
      secretText(256, { empty: 'user.password.current.empty', long: 'user.password.wrong' }),
      'the current password',
      'demo-1234',
    ),
    new_pass: newPassword,
  })
  .superRefine(({ kind, new_pass }, context) => {
    const rule = registration[kind === 'login' ? 'pw' : 'exchange_pw'].safeParse(new_pass)
    for (const { message } of rule.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['new_pass'], message })
  })

/** Sets a new password with a code from the back office. The same rule applies as at registration. */
const passwordReset = z
  .strictObject({
    id: described(resetText('forgot.id.rule'), 'login id as typed', 'demo'),
    code: described(resetText('reset.code.rule'), 'the code as typed', '7K4M-Q2XD-0ZRT-9HBN'),
    pw: newPassword,
    kind: z.enum(['login', 'exchange']).optional().describe('which password the code is for; if missing, login'),
  })
  .superRefine(({ kind, pw }, context) => {
    const rule = registration[kind === 'exchange' ? 'exchange_pw' : 'pw'].safeParse(pw)
    for (const { message } of rule.error?.issues ?? []) context.addIssue({ code: 'custom', path: ['pw'], message })
  })

function resetText(message: 'forgot.id.rule' | 'reset.code.rule') {
  return typedCode(64, { empty: message, long: message })
}

/** A bearer token. It may only contain characters that are valid in a header. */
const token = described(
  z.string().regex(/^[\x21-\x7e]{1,2048}$/),
  'bearer token for member calls; printable ASCII without spaces, at most 2,048 characters',
  'u6m-9Q',
)

const credentialMessages = { empty: 'msg_auth_error', long: 'msg_auth_error' }

const documentVersion = z.string().regex(/^[\x20-\x7e]{1,32}$/)

/** The documents that members accept, with the versions. */
export const documentVersions = z.strictObject({
  terms: documentVersion,
  privacy: documentVersion,
  funds: documentVersion,
})

/** Identifies a login that is waiting for its 2FA code. */
export const loginTicket = z.string().regex(/^[\x21-\x7e]{1,512}$/)

/** The accepted versions of the documents, or null if there are none. Only the embedded upstream sends them. */
const acceptedDocuments = z
  .object({
    terms: described(documentVersion, 'version of the terms', '2026-11-01'),
    privacy: described(documentVersion, 'version of the privacy notice', '2026-11-01'),
  })
  .meta({ id: 'AcceptedDocuments' })
  .nullable()
  .optional()
  .catch(undefined)
  .describe('the versions that the member last accepted; null: none')

/** If the upstream sends this, the site does not call get-login-list after a login. */
const lastLoginAt = optional(z.iso.datetime().nullable(), 'when the previous login began; null: there was none')

const referrer = z
  .object({
    userId: expected(lenientText, 'id of the referring member', 'partner'),
    code: expected(lenientText, 'referral code to fill in', 'MADANG'),
  })
  .meta({ id: 'Referrer' })

export const memberCalls = {
  'user-do-login': call({
    ...visitorWrite,
    path: '/public/user/do_login',
    payload: z.strictObject({
      id: described(typedCode(256, credentialMessages), 'login id as typed', 'demo'),
      pw: described(secretText(256, credentialMessages), 'password exactly as typed', 'demo-1234'),
    }),
    response: z.object({
      status,
      token: withAliases(token, 'session'),
      user: user.describe('the member; its `userId` decides who is logged in, whatever was typed'),
      accepted: acceptedDocuments,
      lastLoginAt,
      ticket: loginTicket.optional().describe('with `second_factor`: for confirm-login, once and within 5 minutes'),
    }),
    serverFields: ['token', 'accepted', 'lastLoginAt', 'ticket'],
    refusals: ['second_factor'],
    refusalFields: ['ticket'],
    opensSession: true,
    sendsBrowser: true,
    checksLogin: ({ id }) => id,
  }),
  'user-health-check': call({
    ...memberRead,
    path: '/public/user/user_health_check',
    response: z.object({
      status,
      user: user.describe('the member; another member’s record is rejected'),
      noteCount: described(lenientNumber, 'unread notes', 2),
      helpCount: described(lenientNumber, 'unread answers', 1),
      settled: optional(
        z.array(settledTransaction),
        'deposits and withdrawals settled in the last seven days and not yet marked with mark-settled-seen, newest first; ' +
          'without it each browser remembers what its member has dismissed, and there is no mark',
      ),
      accountAsked: optional(
        z.boolean(),
        'whether the request for the account to pay into is unanswered or was answered in the last 24 hours; without it ' +
          'only the browser that sent it shows the answer outside a pending deposit',
      ),
    }),
    unattended: true,
  }),
  'user-register': call({
    ...visitorWrite,
    path: '/public/user/regUsed',
    payload: z.strictObject({ ...registration, birth_year: birthYear.optional() }),
    rateLimit: 'register',
    servedCountriesOnly: true,
    refusals: ['alread_have_user', 'cant_find_code'],
  }),
  'check-user-id': call({
    ...visitorRead,
    path: '/public/user/check_user_id',
    payload: z.strictObject({ id: registration.id }),
    response: statusOnly,
    rateLimit: 'checks',
    refusals: ['alread_have_user'],
    optional: true,
  }),
  'check-user-nick': call({
    ...visitorRead,
    path: '/public/user/check_user_nick',
    payload: z.strictObject({ nick: registration.nick }),
    response: statusOnly,
    rateLimit: 'checks',
    refusals: ['alread_have_user'],
    optional: true,
  }),
  'get-reg-domain': call({
    ...visitorRead,
    path: '/public/user/get_reg_domain',
    response: z.object({
      status,
      user: z.union([referrer, z.null()]).describe('null: no member’s referral code belongs to this origin'),
    }),
    sendsOrigin: true,
    optional: true,
  }),
  'get-member': call({
    ...optionalRead,
    path: '/user/get_member',
    response: z.object({
      status,
      user: user.describe('the member'),
      lastLoginAt,
      secondFactor: lenientFlag.describe('whether the member has a second factor'),
    }),
  }),
  'change-password': call({
    ...optionalWrite,
    path: '/user/user_exchange_to_pass',
    payload: passwordChange,
    refusals: ['pass'],
    checksPassword: { kindIn: ({ kind }) => kind, wrongStatus: 'pass' },
  }),
  /** Always succeeds, so that nobody learns who is a member. Source: docs/product.md, forgotten passwords. */
  'ask-password-reset': call({
    ...visitorWrite,
    path: '/public/user/ask_password_reset',
    payload: z.strictObject({
      id: described(resetText('forgot.id.rule'), 'login id as typed', 'demo'),
      phone: registration.phone,
    }),
    rateLimit: 'forgot',
    // The key includes the phone. Otherwise, a stranger who knows the id could use up the member's limit.
    rateLimitedSubject: ({ id, phone }) => [id, phone],
    optional: true,
  }),
  /** The code works once, within 30 minutes and five attempts. Ends all sessions and blocks withdrawals for a day. */
  'reset-password': call({
    ...visitorWrite,
    path: '/public/user/reset_password',
    payload: passwordReset,
    checksLogin: ({ id }) => id,
    optional: true,
  }),
  /** Revokes the token, or all the member's tokens with `everywhere`. Source: docs/decisions/004-sealed-cookie.md. */
  'do-logout': call({
    ...optionalWrite,
    path: '/public/user/do_logout',
    payload: z.strictObject({ everywhere: z.literal(true).optional().describe('ends all of the member’s tokens') }),
  }),
  'get-play-limits': call({
    ...optionalRead,
    path: '/user/get_play_limits',
    response: z.object({ status, limits: playLimits.describe('all limits'), keptBy: keptBySite }),
  }),
  'set-play-limits': call({
    ...optionalWrite,
    path: '/user/set_play_limits',
    payload: playLimitsChange,
    response: z.object({ status, limits: playLimits.describe('all limits after the change'), keptBy: keptBySite }),
    rateLimit: 'money',
  }),
  'accept-documents': call({
    ...optionalWrite,
    path: '/user/accept_documents',
    payload: z.strictObject({
      versions: described(
        documentVersions.partial(),
        'the version of `terms` and `privacy`, or of `funds` (how customers’ funds are held) before a deposit of real ' +
          'money',
        { terms: '2026-11-01', privacy: '2026-11-01' },
      ),
      adult: z.boolean().describe('whether the member confirmed being of age'),
    }),
    rateLimit: 'money',
  }),
}
