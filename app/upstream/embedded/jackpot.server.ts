import type { Handlers } from './context.server'
import { notBuilt } from './context.server'
import type { Sql } from './store/store.server'

export const handlers = { 'get-jackpot': notBuilt } satisfies Partial<Handlers>

export async function seedCatalogue(_sql: Sql, _now: Date): Promise<void> {}
