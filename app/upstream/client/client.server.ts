import { config } from '~/platform/settings/config.server'
import { createTraceContext } from '~/platform/telemetry/trace.server'
import { referenceOf } from '~/values/request'
import type { CallName, PayloadOf } from '../contract'
import type { OutcomeOf } from '../outcome'
import { breakCircuit } from './break-circuit.server'
import type { CallMiddleware, CallRequest, ClientContext, Send } from './call-middleware.server'
import {
  awaitTurn,
  checkCall,
  completeLogin,
  keepPlayLimits,
  limitAttempts,
  limitRate,
  limitTime,
  rejectResponseOfAnother,
  retryRead,
  runOnce,
} from './call-middleware.server'
import type { UpstreamClient, UpstreamClientOptions } from './client-options'
import { requestDeadlineMs } from './idempotency-store.server'
import { countUnknown, observeCall } from './observe-call.server'
import type { CallResult, Exchange } from './transport/exchange.server'
import { classifyInSlices } from './transport/long-lists.server'
import { sendToPaths } from './transport/send.server'

const middleware: readonly CallMiddleware[] = [
  countUnknown, // of money, as the caller is told
  checkCall, // country, payload, session
  completeLogin, // by whom it is, with the new token
  limitAttempts, // of wrong logins and passwords; outside of what replays, or repeats would be guesses without end
  runOnce, // by request code; the other limits are inside, so that a repeat gets the first outcome and is not refused
  limitRate, // by network or id
  keepPlayLimits, // where the upstream does not keep them
  observeCall, // trace, metrics, log
  rejectResponseOfAnother, // a response that names one
]

const exchangeMiddleware: readonly CallMiddleware<Exchange>[] = [
  limitTime, // of the call, and of all calls of the request together; what follows waits within it
  awaitTurn, // of this process's one thread
  breakCircuit, // of the call, by exchanges: a refusal says nothing about the upstream
  retryRead, // inside of the circuit, which counts a call once
]

const unlimited = new AbortController().signal

/** Creates the client for one request. Its time limit starts now. */
export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
  const client: ClientContext = {
    ...options,
    traceContext: options.traceContext ?? createTraceContext(),
    endsAtMs: performance.now() + (options.deadlineMs ?? requestDeadlineMs),
    reference: referenceOf(options.requestId),
  }
  const exchange = compose(exchangeMiddleware, (request) => sendToPaths(request, client), client)
  const send = compose(middleware, async (request) => readExchange(request, await exchange(request), client), client)
  return {
    // The cast is safe: the contract ties each call to its response type.
    call: async <S extends CallName>(callName: S, payload: PayloadOf<S>) =>
      (await send({ callName, payload, token: options.token, signal: unlimited })).outcome as OutcomeOf<S>,
    reference: client.reference,
    language: options.language,
  }
}

function compose<Result extends CallResult | Exchange>(
  middleware: readonly CallMiddleware<Result>[],
  innermost: Send<Result>,
  client: ClientContext,
): Send<Result> {
  return middleware.reduceRight<Send<Result>>((next, layer) => (request) => layer(request, next, client), innermost)
}

async function readExchange(
  { callName, span }: CallRequest,
  exchange: Exchange,
  client: ClientContext,
): Promise<CallResult> {
  // Responses of a slow upstream often come together.
  if (!client.connection.embedded) await client.awaitTurn?.()
  if (exchange.kind === 'answered') span?.setAttribute('http.response.status_code', exchange.httpStatus)
  return classifyInSlices(callName, exchange, {
    reference: client.reference,
    launch: {
      origin: client.origin,
      https: client.https,
      embedded: client.connection.embedded ?? false,
      launchOrigins: client.launchOrigins ?? config.launchOrigins,
    },
  })
}
