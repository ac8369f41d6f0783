import * as callback from './callback.server'
import * as catalogue from './catalogue.server'
import type { EmbeddedContext, Handlers, PageHandler } from './context.server'
import { notBuilt } from './context.server'
import * as desk from './desk/desk.server'
import * as games from './games.server'
import * as history from './history.server'
import * as jackpot from './jackpot.server'
import { shortenJournal } from './journal-check.server'
import type { MemberId } from './ledger-entries'
import * as members from './members.server'
import * as community from './messages.server'
import * as movements from './movements.server'
import * as payments from './payments.server'
import * as sandbox from './sandbox-provider.server'
import type { Sql } from './store/store.server'
import * as wallet from './wallet.server'

/** Handlers of all calls of the contract; the compiler reports a missing one. */
export const handlers = {
  ...members.handlers,
  ...movements.handlers,
  ...history.handlers,
  ...catalogue.handlers,
  ...community.handlers,
  ...games.handlers,
  ...payments.handlers,
  ...jackpot.handlers,
  ...wallet.handlers,
  'get-play-limits': notBuilt,
  'set-play-limits': notBuilt,
} satisfies Handlers

/** HTTP handlers under /house/<name>/<rest>, by name. */
export const pageHandlers: ReadonlyMap<string, PageHandler> = new Map<string, PageHandler>([
  ...Object.entries(games.pageHandlers),
  ...Object.entries(payments.pageHandlers),
  ...Object.entries(callback.pageHandlers),
  ...Object.entries(desk.pageHandlers),
])

/** Seeds of every new store, with play or real money. They run in one transaction, also at build time. */
export const catalogueSeeds: readonly ((sql: Sql, now: Date) => Promise<void>)[] = [catalogue.seedClosures]

/** Seeds of a new play-money store, after its two demo members. */
export const demoSeeds: readonly ((sql: Sql, demo: Record<'demo' | 'demo2', MemberId>, now: Date) => Promise<void>)[] =
  [community.seedDemoMessages, jackpot.seedDemoJackpot]

/**
 * Jobs that run every few seconds: approvals and answers in play money, cancelling unpaid payments, rolling back
 * interrupted rounds, shortening the journal. Each finds its own due rows.
 */
export const scheduledJobs: readonly ((ctx: EmbeddedContext) => Promise<void>)[] = [
  movements.approveDueMovements,
  community.answerDueHelpRequests,
  payments.cancelUnpaidDeposits,
  sandbox.rollBackInterruptedRounds,
  shortenJournal,
]
