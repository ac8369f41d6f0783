import { href, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { sealerFor } from '~/platform/sealer.server'
import { flashContext, redirectWithFlash } from '~/server/cookies/flash.server'
import { sessionContext } from '~/server/session/session.server'
import type { ResponseOf } from '~/upstream/contract'
import { minutes } from '~/values/durations'
import { acceptedMessages, type Transaction } from '~/values/transaction'
import {
  clockSkewMs,
  formatReference,
  parseReference,
  referenceTo,
  type TransactionReference,
} from '~/values/transaction-reference'
import { replayLookbackMs } from '../form/responses.server'
import { rememberSent } from '../tracking/pending-cookie.server'

const sealedReceipt = z.strictObject({
  userId: z.string(),
  reference: z.string().transform(parseReference).pipe(z.custom<TransactionReference>(Boolean)),
  /** The amount in won. */
  amount: z.int().min(1),
  sentAtMs: z.int(),
})

/** A deposit or withdrawal by bank transfer that the upstream has just accepted. */
export type AcceptedTransaction = Omit<z.output<typeof sealedReceipt>, 'userId'>

/** A transaction that the upstream has accepted. @param response of the call that sent it. */
export function toAcceptedTransaction(
  { kind, amount, startedAtMs }: { kind: Transaction['kind']; amount: number; startedAtMs: number },
  { status = 'success', id }: Partial<Pick<ResponseOf<'apply-user-deposit'>, 'status' | 'id'>>,
): AcceptedTransaction {
  // A form sent again is answered `already` by upstreams that know its code.
  const sinceMs = startedAtMs - (status === 'success' ? clockSkewMs : replayLookbackMs)
  const at = new Date(sinceMs + clockSkewMs).toISOString()
  const reference = referenceTo({ kind, id: id?.toString(), amount, at, listing: 'expected' })
  return { reference, amount, sentAtMs: startedAtMs }
}

/** The longest time from a form's arrival to the page that shows its receipt, on the slowest connection. */
const shownWithinMs = minutes(5)

const sealer = () => sealerFor('receipt')

/**
 * Redirects home, which says that a transaction was accepted and shows its receipt once. The receipt is sealed for its
 * member: neither a page's script nor another member of this browser can make one.
 */
export async function redirectWithReceipt(
  context: Readonly<RouterContextProvider>,
  { reference, amount, sentAtMs }: AcceptedTransaction,
): Promise<Response> {
  const { member } = context.get(sessionContext)
  rememberSent(context, reference)
  const receipt = await sealer().seal({
    userId: member?.userId,
    reference: formatReference(reference),
    amount,
    sentAtMs,
  })
  return redirectWithFlash(href('/'), {
    kind: 'success',
    message: acceptedMessages[reference.kind],
    values: { receipt },
  })
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
  if (acceptedMessages[data.reference.kind] !== flash.message || Date.now() - data.sentAtMs > shownWithinMs)
    return undefined
  const { userId: _, ...sent } = data
  return sent
}
