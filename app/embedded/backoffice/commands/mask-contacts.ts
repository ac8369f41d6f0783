import type { Role } from './roles'

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
