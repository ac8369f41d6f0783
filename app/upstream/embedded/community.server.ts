import type { Handlers, HouseContext } from './context.server'
import { notBuilt } from './context.server'
import type { MemberId } from './ledger'
import type { Sql } from './store/store.server'

export const handlers = {
  'user-write-help': notBuilt,
  'read-help-message': notBuilt,
  'get-help-list': notBuilt,
  'del-all-help': notBuilt,
  'get-user-notices': notBuilt,
  'get-notice-popup': notBuilt,
  'get-user-note': notBuilt,
  'read-note-message': notBuilt,
  'user-del-note': notBuilt,
} satisfies Partial<Handlers>

/** Unread notes and unread answers to help requests of one member. */
export async function unreadCounts(_sql: Sql, _member: MemberId): Promise<{ noteCount: number; helpCount: number }> {
  return { noteCount: 0, helpCount: 0 }
}

/** Answers help requests whose time has come. */
export async function answerDue(_ctx: HouseContext): Promise<void> {}

export async function seedDemo(_sql: Sql, _demo: Record<'demo' | 'demo2', MemberId>, _now: Date): Promise<void> {}
