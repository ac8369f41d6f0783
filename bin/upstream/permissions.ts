import { type CallName, contract, movesMoney } from '~/upstream/contract'

/**
 * What the conformance run must be allowed to do before it makes a call: `nothing` for those that leave nothing behind,
 * `money` for those that move money, also between a member's own wallet and games or points, or begin a payment.
 */
export type Permission = 'nothing' | 'writes' | 'deletes' | 'money'

export const optionOf: Readonly<Record<Permission, string>> = {
  nothing: '',
  writes: '--allow-writes',
  deletes: '--allow-deletes',
  money: '--allow-money',
}

const unusual: { readonly [S in CallName]?: Permission } = {
  'user-do-login': 'nothing',
  'do-logout': 'nothing',
  'del-all-help': 'deletes',
  'user-del-note': 'deletes',
}

export function permissionFor(callName: CallName): Permission {
  if (movesMoney(callName)) return 'money'
  return unusual[callName] ?? (contract[callName].effect === 'read' ? 'nothing' : 'writes')
}
