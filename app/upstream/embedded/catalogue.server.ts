import type { Handlers } from './context.server'
import { notBuilt } from './context.server'
import type { Sql } from './store/store.server'

export const handlers = {
  'get-casino-setting': notBuilt,
  'get-sport-setting': notBuilt,
  'get-slot-setting': notBuilt,
  'get-slot-by-company': notBuilt,
} satisfies Partial<Handlers>

export async function seedCatalogue(_sql: Sql, _now: Date): Promise<void> {}
