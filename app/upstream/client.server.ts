import { createTraceContext } from '~/platform/telemetry/trace.server'
import { referenceOf } from '~/values/reference'
import type { UpstreamClient, UpstreamClientOptions } from './client-options'
import type { CallName, PayloadOf } from './contract'
import type { OutcomeOf } from './outcome'
import { sendCall } from './transport/send.server'
import { checkCall } from './wrappers/check-call.server'
import { completeLogin } from './wrappers/complete-login.server'
import { keepPlayLimits } from './wrappers/keep-play-limits.server'
import { limitAttempts } from './wrappers/limit-attempts.server'
import { limitRate } from './wrappers/limit-rate.server'
import { countUnknown, observeCall } from './wrappers/observe-call.server'
import { rejectOtherMember } from './wrappers/reject-other-member.server'
import { runOnce } from './wrappers/run-once.server'
import type { ClientContext, Send, Wrapper } from './wrappers/wrapper'

/** Time limit of all upstream calls of one request together. */
const defaultDeadlineMs = 8_000

/** What every call passes before it is sent, in this order, and its outcome after it, in the opposite order. */
const wrappers: readonly Wrapper[] = [
  countUnknown, // of money, as the caller is told
  checkCall, // country, payload, session
  completeLogin, // by whom it is, with the new token
  limitAttempts, // of wrong logins and passwords; outside of what replays, or repeats would be guesses without end
  runOnce, // by request code; the other limits are inside, so that a repeat gets the first outcome and is not refused
  limitRate, // by network or id
  keepPlayLimits, // where the upstream does not keep them
  observeCall, // trace, metrics, log
  rejectOtherMember, // a response that names one
]

/** Creates the client for one request. Its time limit starts now. */
export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
  const client: ClientContext = {
    ...options,
    traceContext: options.traceContext ?? createTraceContext(),
    endsAtMs: performance.now() + (options.deadlineMs ?? defaultDeadlineMs),
    reference: referenceOf(options.requestId),
  }
  const send = wrappers.reduceRight<Send>(
    (next, wrapper) => (request) => wrapper(request, next, client),
    (request) => sendCall(request, client),
  )
  return {
    // The cast is safe: the contract ties each call to its response type.
    call: async <S extends CallName>(callName: S, payload: PayloadOf<S>) =>
      (await send({ callName, payload, token: options.token })).outcome as OutcomeOf<S>,
    reference: client.reference,
    language: options.language,
  }
}
