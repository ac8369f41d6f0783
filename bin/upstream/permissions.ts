import { type CallName, contract, movesMoney } from '~/upstream/contract'

/** `money` covers calls that start a payment or move money, even between a member's own accounts. */
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
  'del-help': 'deletes',
  'del-note': 'deletes',
  'del-all-help': 'deletes',
  'user-del-note': 'deletes',
}

export function permissionFor(callName: CallName): Permission {
  if (movesMoney(callName)) return 'money'
  return unusual[callName] ?? (contract[callName].effect === 'read' ? 'nothing' : 'writes')
}
