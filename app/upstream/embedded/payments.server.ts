import type { Handlers, Page } from './context.server'
import { notBuilt } from './context.server'

export const handlers = {
  'get-deposit-payment': notBuilt,
  'apply-deposit-payment': notBuilt,
  'get-withdrawal-payment': notBuilt,
  'withdrawal-launcher': notBuilt,
} satisfies Partial<Handlers>

/** Pages by the name under /house/. */
export const pages: Record<string, Page> = {}
