const people = ['reader', 'support', 'cashier', 'owner'] as const
/** Roles of tokens. BACKOFFICE_TOKEN is an owner's. A machine makes backups and audits. */
export const roles = ['machine', ...people] as const
export type Role = (typeof roles)[number]
export type Roles = readonly [...Exclude<Role, 'owner'>[], 'owner']

/** Nobody may both change a member's password or bank account and pay out. */
export const everybody: Roles = [...people]
export const support: Roles = ['support', 'owner']
export const cashiers: Roles = ['cashier', 'owner']
export const supportAndCashiers: Roles = ['support', 'cashier', 'owner']
export const owners: Roles = ['owner']
export const ownersAndMachines: Roles = ['machine', 'owner']
export const everybodyAndMachines: Roles = ['machine', ...people]

export const seesContacts = (role: Role) => role !== 'reader'

/** Returns a result with only the last four digits of phone and account numbers, at any depth. */
export function maskContacts<Result>(result: Result): Result {
  return JSON.parse(JSON.stringify(result), (name, value) => {
    if (name === 'phone' && typeof value === 'string') return mask(value)
    return name === 'bank' && typeof value?.number === 'string' ? { ...value, number: mask(value.number) } : value
  })
}

const mask = (number: string) =>
  number.length > 4 ? '•'.repeat(number.length - 4) + number.slice(-4) : '•'.repeat(number.length)
