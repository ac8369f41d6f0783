import type { CheckedField } from './register.server'

/** The groups in which a registration is asked, with the names of their fields in their order. */
export const registrationGroups = [
  { name: 'login', fields: ['code', 'id', 'pw', 'pass_check'] },
  { name: 'contact', fields: ['nick', 'phone', 'adult'] },
  { name: 'account', fields: ['bankname', 'banknumber', 'bankowner', 'exchange_pw'] },
] as const satisfies readonly { name: string; fields: readonly (CheckedField | 'bankname')[] }[]

export type GroupName = (typeof registrationGroups)[number]['name']

export const lastStep = registrationGroups.length - 1

/** The step at which a field is asked; undefined for what is no field of the form. */
export function stepOf(field: string): number | undefined {
  const step = registrationGroups.findIndex(({ fields }) => fields.some((name) => name === field))
  return step < 0 ? undefined : step
}

/** The id of a group's heading. */
export function headingIdOf(step: number): string {
  return `step-${step + 1}`
}
