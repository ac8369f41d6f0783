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
