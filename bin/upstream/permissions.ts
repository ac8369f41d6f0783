import { type CallName, type MoneyCallName, movesMoney } from '~/upstream/contract'

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
const permissionsWithoutMoney: Readonly<Record<Exclude<CallName, MoneyCallName>, Exclude<Permission, 'money'>>> = {
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
  'get-bets-list': 'nothing',
  'get-jackpot': 'nothing',
  'get-deposit-payment': 'nothing',
  'get-withdrawal-payment': 'nothing',
  'get-deposit-list': 'nothing',
  'get-withdraw-list': 'nothing',
  'get-comp-list': 'nothing',
}

/** The permission that the conformance run needs for a call. */
export function permissionFor(callName: CallName): Permission {
  return movesMoney(callName) ? 'money' : permissionsWithoutMoney[callName]
}
