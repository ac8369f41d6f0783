import type { Handlers, HouseContext } from './context.server'
import { notBuilt } from './context.server'

export const handlers = {
  'user-ask-account': notBuilt,
  'apply-user-deposit': notBuilt,
  'apply-user-withdraw': notBuilt,
  'roll-to-balance': notBuilt,
} satisfies Partial<Handlers>

/** Approves deposits and withdrawals whose time has come. */
export async function approveDue(_ctx: HouseContext): Promise<void> {}
