import { href } from 'react-router'
import { z } from 'zod'
import type { I18n } from '~/i18n/i18n'
import { sealerFor } from '~/platform/settings/config.server'
import { flashContext, redirectWithFlash } from '~/server/cookies/flash.server'
import type { Context } from '~/server/http/incoming.server'
import { sessionContext } from '~/server/session/session.server'
import type { ResponseOf } from '~/upstream/contract'
import { alreadyStatuses } from '~/upstream/contract/call'
import { minutes } from '~/values/durations'
import { acceptedMessages } from '~/values/numbered-messages'
import {
  clockSkewMs,
  findTransaction,
  formatIdentity,
  identityOf,
  parseIdentity,
  type SentTransaction,
  sentSinceMs,
  type Transaction,
  type TransactionIdentity,
} from '~/values/transaction'
import { pendingTimeOf } from './estimated-time.server'
import type { NewestTransactions } from './newest-transactions.server'
import { toUnlistedTransaction } from './state'

/*
 * `redirectWithAccepted` seals an accepted transaction into the flash message. The home page shows it until it is
 * settled (home/home-data.server.ts, home/accepted-and-pending.tsx). From then on, the settlement news reports it.
 */

type Kind = Transaction['kind']

const sealedAccepted = z.strictObject({
  userId: z.string(),
  identity: z.string().transform(parseIdentity).pipe(z.custom<TransactionIdentity>(Boolean)),
  amount: z.int().min(1),
  sentAtMs: z.int(),
})

function identityOfSent(
  sent: SentTransaction<Kind>,
  { status = 'success', id }: Partial<Pick<ResponseOf<'apply-user-deposit'>, 'status' | 'id'>>,
): TransactionIdentity {
  // Upstreams that support request codes answer a repeated code with `already`.
  const isRepeat = alreadyStatuses.some((already) => already === status)
  const at = new Date(sentSinceMs(sent, isRepeat) + clockSkewMs).toISOString()
  return identityOf({ kind: sent.kind, id: id?.toString(), amount: sent.amount, at, listing: 'expected' })
}

/** The maximum time between receiving a form and showing that it was accepted. Allows for slow connections. */
const shownWithinMs = minutes(5)

const sealer = () => sealerFor('receipt')

/**
 * Redirects to the home page, which shows the accepted bank transfer once. The message is sealed for the member, so
 * that no script and no other member in this browser can forge it. @param response the response to the call
 */
export async function redirectWithAccepted(
  context: Context,
  sent: SentTransaction<Kind>,
  response: Parameters<typeof identityOfSent>[1],
): Promise<Response> {
  const { member } = context.get(sessionContext)
  const identity = identityOfSent(sent, response)
  const receipt = await sealer().seal({
    userId: member?.userId,
    identity: formatIdentity(identity),
    amount: sent.amount,
    sentAtMs: sent.startedAtMs,
  })
  return redirectWithFlash(href('/'), { kind: 'success', message: acceptedMessages[sent.kind], values: { receipt } })
}

export async function readAcceptedTransaction(context: Context) {
  const flash = context.get(flashContext)
  if (flash?.message !== acceptedMessages.deposit && flash?.message !== acceptedMessages.withdraw) return undefined
  const { data } = sealedAccepted.safeParse(await sealer().open(flash.values.receipt))
  if (data === undefined || data.userId !== context.get(sessionContext).member?.userId) return undefined
  // A copied cookie must not report the transaction again, or report a deposit as a withdrawal.
  const isCurrent = acceptedMessages[data.identity.kind] === flash.message
  return isCurrent && Date.now() - data.sentAtMs <= shownWithinMs ? data : undefined
}

/** Returns the accepted transaction, as listed or else as submitted, or null if there is none. */
export async function loadAccepted(
  context: Context,
  lists: Record<Kind, NewestTransactions>,
  i18n: I18n,
): Promise<Transaction | null> {
  const accepted = await readAcceptedTransaction(context)
  if (!accepted) return null
  const { identity, amount, sentAtMs } = accepted
  const { kind } = identity
  const listed = lists[kind]
  const method = i18n.t('payment.transfer')
  const row = listed.kind === 'done' ? findTransaction(listed.rows, identity) : undefined
  if (row) return { ...row, amount: row.amount ?? amount, paidBy: 'bank', method }
  const at = new Date(sentAtMs).toISOString()
  const sent = { kind, id: identity.by === 'id' ? identity.id : undefined, amount, at }
  const wait = pendingTimeOf(listed.kind === 'done' ? listed : {}, at, i18n)
  return { ...toUnlistedTransaction(sent, listed.kind !== 'unsupported'), method, ...wait }
}
