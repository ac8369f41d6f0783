import { href, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { sealerFor } from '~/platform/sealer.server'
import { flashContext, redirectWithFlash } from '~/server/flash.server'
import { sessionContext } from '~/server/session/session.server'
import { lenientId } from '~/upstream/contract/values'
import { minutes } from '~/values/durations'
import { acceptedMessages } from '~/values/transaction-status'
import { followAccepted } from '../tracking/settled.server'

const sealedReceipt = z.strictObject({
  userId: z.string(),
  list: z.enum(['deposit', 'withdraw']),
  /** The id in the upstream's list, if its response said it. */
  id: lenientId,
  /** In won. */
  won: z.int().min(1),
  /** The earliest time at which the upstream can have listed it, in milliseconds since the epoch. */
  sinceMs: z.int(),
  sentAtMs: z.int(),
})

/** A deposit or withdrawal by bank transfer that the upstream has just accepted. */
export type AcceptedTransaction = Omit<z.output<typeof sealedReceipt>, 'userId'>

/** From the form's arrival to the page that shows its receipt, on the slowest connection. */
const shownWithinMs = minutes(5)

const sealer = () => sealerFor('receipt')

/**
 * Redirects home, which says that a transaction was accepted and shows its receipt once. The receipt is sealed for its
 * member: neither a page's script nor another member of this browser can make one.
 */
export async function redirectWithReceipt(
  context: Readonly<RouterContextProvider>,
  sent: AcceptedTransaction,
): Promise<Response> {
  const { member } = context.get(sessionContext)
  followAccepted(context, sent)
  const receipt = await sealer().seal({ ...sent, userId: member?.userId })
  return redirectWithFlash(href('/'), { kind: 'success', message: acceptedMessages[sent.list], values: { receipt } })
}

/** The transaction that this request's flash message is about; undefined when there is none of this member. */
export async function readAcceptedTransaction(
  context: Readonly<RouterContextProvider>,
): Promise<AcceptedTransaction | undefined> {
  const flash = context.get(flashContext)
  if (flash?.message !== acceptedMessages.deposit && flash?.message !== acceptedMessages.withdraw) return undefined
  const { data } = sealedReceipt.safeParse(await sealer().open(flash.values.receipt))
  if (data === undefined || data.userId !== context.get(sessionContext).member?.userId) return undefined
  // A copy of the cookie must not say later, or of something else, that it was just accepted.
  if (acceptedMessages[data.list] !== flash.message || Date.now() - data.sentAtMs > shownWithinMs) return undefined
  const { userId: _, ...sent } = data
  return sent
}
