import type { Segment } from '~/upstream/contract'

/**
 * What the conformance run must be allowed to do before it makes a call: `nothing` for those that leave nothing behind,
 * `money` for those that move money, also between a member's own wallet and games or points, or begin a payment.
 */
export type Permission = 'nothing' | 'writes' | 'deletes' | 'money'

/** The option that gives a permission. */
export const optionOf: Readonly<Record<Permission, string>> = {
  nothing: '',
  writes: '--allow-writes',
  deletes: '--allow-deletes',
  money: '--allow-money',
}

/** The compiler holds the table to the contract: a new call has no class until somebody has thought about it. */
export const permissions: Readonly<Record<Segment, Permission>> = {
  'user-do-login': 'nothing',
  'user-health-check': 'nothing',
  'user-register': 'writes',
  'check-user-id': 'nothing',
  'check-user-nick': 'nothing',
  'get-reg-domain': 'nothing',
  'get-member': 'nothing',
  'change-password': 'writes',
  'do-logout': 'nothing',
  'get-play-limits': 'nothing',
  'set-play-limits': 'writes',
  'accept-documents': 'writes',
  'user-write-help': 'writes',
  'read-help-message': 'writes',
  'get-help-list': 'nothing',
  'del-all-help': 'deletes',
  'get-user-notices': 'nothing',
  'get-notice-popup': 'nothing',
  'get-user-note': 'nothing',
  'read-note-message': 'writes',
  'user-del-note': 'deletes',
  'user-ask-account': 'writes',
  'get-in-game-balance': 'nothing',
  'get-casino-setting': 'nothing',
  'get-sport-setting': 'nothing',
  'get-slot-setting': 'nothing',
  'get-slot-by-company': 'nothing',
  // Many upstreams, the embedded one among them, take the whole wallet into the game.
  'open-game': 'money',
  'get-bets-list': 'nothing',
  'get-jackpot': 'nothing',
  'transfer-in': 'money',
  'transfer-out': 'money',
  'apply-user-deposit': 'money',
  'apply-user-withdraw': 'money',
  'roll-to-balance': 'money',
  'get-deposit-payment': 'nothing',
  'apply-deposit-payment': 'money',
  'get-withdrawal-payment': 'nothing',
  'withdrawal-launcher': 'money',
  'get-deposit-list': 'nothing',
  'get-withdraw-list': 'nothing',
  'get-comp-list': 'nothing',
  'money-to-point': 'money',
}
