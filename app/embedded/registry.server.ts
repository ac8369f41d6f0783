import { sendAlerts } from './alert-outbox.server'
import { closeFigureDays } from './backoffice/handlers/figures.server'
import { reportLastEntry } from './backoffice/log-facts.server'
import * as callback from './callbacks/callback.server'
import type { EmbeddedContext, Handlers, PageHandler } from './context.server'
import * as catalogue from './games/catalogue.server'
import * as favourites from './games/favourites.server'
import * as games from './games/games.server'
import { refreshGames } from './games/providers.server'
import * as sandbox from './games/sandbox-provider.server'
import * as jackpot from './ledger/jackpot.server'
import * as wallet from './ledger/wallet.server'
import * as limits from './limits/limits.server'
import * as documents from './members/documents.server'
import * as loginList from './members/login-list.server'
import * as members from './members/members.server'
import * as passwordResets from './members/password-resets.server'
import * as passwords from './members/passwords.server'
import * as registration from './members/registration.server'
import * as factors from './members/second-factor.server'
import * as inquiries from './messages/inquiries.server'
import * as notes from './messages/notes.server'
import * as notices from './messages/notices.server'
import * as paymentPage from './payments/payment-page.server'
import * as payments from './payments/payments.server'
import * as ownData from './privacy/own-data.server'
import { deleteExpiredData } from './privacy/retention.server'
import { gatherStatistics } from './store/pglite.server'
import * as transactions from './transactions/apply.server'
import * as cancel from './transactions/cancel.server'
import * as history from './transactions/history.server'
import { approveDueTransactions } from './transactions/settle.server'
import * as settlementNews from './transactions/unseen-settlements.server'

export const handlers = {
  ...members.handlers,
  ...loginList.handlers,
  ...factors.handlers,
  ...ownData.handlers,
  ...registration.handlers,
  ...passwordResets.handlers,
  ...passwords.handlers,
  ...transactions.handlers,
  ...cancel.handlers,
  ...history.handlers,
  ...settlementNews.handlers,
  ...catalogue.handlers,
  ...inquiries.handlers,
  ...notices.handlers,
  ...notes.handlers,
  ...games.handlers,
  ...favourites.handlers,
  ...payments.handlers,
  ...jackpot.handlers,
  ...wallet.handlers,
  ...limits.handlers,
  ...documents.handlers,
} satisfies Handlers

export const pageHandlers: ReadonlyMap<string, PageHandler> = new Map<string, PageHandler>([
  ...Object.entries(games.pageHandlers),
  ...Object.entries(paymentPage.pageHandlers),
  ...Object.entries(callback.pageHandlers),
  // The back office is loaded at its first command, because requests from members don't need it.
  ['backoffice/api', async (...asked) => (await import('./backoffice/run-command.server')).answerCommand(...asked)],
])

export const scheduledJobs: readonly ((ctx: EmbeddedContext) => Promise<void>)[] = [
  transactions.answerDueAccountRequests,
  approveDueTransactions,
  inquiries.answerDueHelpRequests,
  payments.cancelUnpaidDeposits,
  sandbox.rollBackInterruptedRounds,
  sandbox.settleEndedSlips,
  refreshGames,
  gatherStatistics,
  deleteExpiredData,
  reportLastEntry,
  closeFigureDays,
  sendAlerts,
]
