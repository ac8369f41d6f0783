const people = ['reader', 'support', 'cashier', 'owner'] as const
/** The roles of back-office tokens. BACKOFFICE_TOKEN is an owner. Machines make backups and run audits. */
export const roles = [...people, 'machine'] as const
export type Role = (typeof roles)[number]
export type Roles = readonly [...Exclude<Role, 'owner'>[], 'owner']

/** Only owners may both pay out and change a member's password or bank account. */
export const allStaff: Roles = [...people]
export const support: Roles = ['support', 'owner']
export const cashiers: Roles = ['cashier', 'owner']
export const supportAndCashiers: Roles = ['support', 'cashier', 'owner']
export const owners: Roles = ['owner']
export const ownersAndMachines: Roles = ['machine', 'owner']
export const allStaffAndMachines: Roles = ['machine', ...people]

export const canSeeContacts = (role: Role) => role !== 'reader'

/**
 * Masks phone and account numbers of members and the operator at any depth, also those in answers, in texts in the log
 * and in accounts written as text. The last four digits and the digits in `known` stay visible.
 */
export function maskContacts<Result>(result: Result, known = ''): Result {
  const mask = (number: string) => {
    const from = known === '' ? -1 : number.indexOf(known)
    const isShown = (at: number) => at >= number.length - 4 || (from >= 0 && at >= from && at < from + known.length)
    return Array.from(number, (digit, at) => (number.length > 4 && isShown(at) ? digit : '•')).join('')
  }
  const maskIn = (text: string) => text.replace(/\d[\d-]{4,}\d/g, mask)
  return JSON.parse(JSON.stringify(result), (name, value) => {
    if (name === 'phone' && typeof value === 'string') return mask(value)
    if (['answer', 'account'].includes(name) && typeof value === 'string') return maskIn(value)
    if (name === 'payload' && typeof value?.contents === 'string') return { ...value, contents: maskIn(value.contents) }
    const isAccount = ['bank', 'bankBefore'].includes(name) || typeof value?.bank === 'string'
    return isAccount && typeof value?.number === 'string' ? { ...value, number: mask(value.number) } : value
  })
}
