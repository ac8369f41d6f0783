import type { Handlers } from './context.server'
import { notBuilt } from './context.server'

export const handlers = {
  'get-deposit-list': notBuilt,
  'get-withdraw-list': notBuilt,
  'get-bets-list': notBuilt,
} satisfies Partial<Handlers>
