import type { Handlers, Page } from './context.server'
import { notBuilt } from './context.server'

export const handlers = { 'open-game': notBuilt } satisfies Partial<Handlers>

/** Pages by the name under /house/. */
export const pages: Record<string, Page> = {}
