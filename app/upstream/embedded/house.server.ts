import * as callback from './callback.server'
import * as catalogue from './catalogue.server'
import * as community from './community.server'
import type { Handlers, HouseContext, Page } from './context.server'
import { notBuilt } from './context.server'
import * as desk from './desk/desk.server'
import * as games from './games.server'
import * as history from './history.server'
import * as jackpot from './jackpot.server'
import { shortenJournal } from './journal.server'
import type { MemberId } from './ledger'
import * as members from './members.server'
import * as movements from './movements.server'
import * as payments from './payments.server'
import * as sandbox from './sandbox.server'
import type { Sql } from './store/store.server'
import * as wallet from './wallet.server'

/** Every call of the contract and who answers it here: the compiler points at one that nobody does. */
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

/** The house's own pages: /house/<name>/<rest>. */
export const pages: ReadonlyMap<string, Page> = new Map<string, Page>([
  ...Object.entries(games.pages),
  ...Object.entries(payments.pages),
  ...Object.entries(callback.pages),
  ...Object.entries(desk.pages),
])

/** What is put into every new store, play or real: providers and games. One transaction, also run at build time. */
export const catalogueSeeds: readonly ((sql: Sql, now: Date) => Promise<void>)[] = [catalogue.seedCatalogue]

/** What a new play-money store gets beside its two demo members. */
export const demoSeeds: readonly ((sql: Sql, demo: Record<'demo' | 'demo2', MemberId>, now: Date) => Promise<void>)[] =
  [community.seedDemo, jackpot.seedDemo]

/** Work that falls due by time (approvals, answers of the desk in play money, unpaid payments, rounds that were cut off); each looks for its own. Run every few seconds. */
export const duties: readonly ((ctx: HouseContext) => Promise<void>)[] = [
  movements.approveDue,
  community.answerDue,
  payments.cancelUnpaid,
  sandbox.endCutOff,
  shortenJournal,
]
