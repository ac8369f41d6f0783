import { config } from '~/platform/settings/config.server'
import { createTraceContext, traceHeaders, withinSpan } from '~/platform/telemetry/trace.server'
import { referenceOf } from '~/values/request'
import { type CallName, contract, type PayloadOf } from '../contract'
import type { Call } from '../contract/call'
import type { OutcomeOf } from '../outcome'
import { breakCircuit } from './break-circuit.server'
import {
  awaitTurn,
  type CallMiddleware,
  type CallRequest,
  type ClientContext,
  checkCall,
  completeLogin,
  countUnknown,
  keepPlayLimits,
  limitAttempts,
  limitRate,
  limitTime,
  observeCall,
  rejectOtherMembersResponse,
  retryRead,
  runOnce,
  type Send,
} from './call-middleware.server'
import { recordPath, sortPathsBySupport } from './call-support.server'
import type { UpstreamClient, UpstreamClientOptions } from './client-options'
import { requestDeadlineMs } from './idempotency-store.server'
import {
  type CallResult,
  type Exchange,
  exchange,
  isPathMissing,
  tokenHeaders,
  withGameMoney,
} from './transport/exchange.server'
import { classifyInSlices } from './transport/long-lists.server'

const middleware: readonly CallMiddleware[] = [
  countUnknown, // counts unknown outcomes of money calls, as the caller sees them
  checkCall, // checks country, payload and session
  completeLogin, // adds the member to a login response
  limitAttempts, // limits wrong passwords; placed outside runOnce, so that repeated calls count too
  runOnce, // makes a call once per request code; placed outside the limits below, so that they don't reject repeats
  limitRate, // limits calls by network or by person
  keepPlayLimits, // applies play limits if the upstream has none
  observeCall, // traces, measures and logs
  rejectOtherMembersResponse, // rejects a response that names another member
]

const exchangeMiddleware: readonly CallMiddleware<Exchange>[] = [
  limitTime, // limits the time of the call and of the whole request, including the waits below
  awaitTurn, // waits for a turn, because the process has only one thread
  breakCircuit, // stops calls after failed exchanges; refusals are healthy responses
  retryRead, // retries a read; placed inside the circuit, so that a call and its retry count once
]

const unlimited = new AbortController().signal

/** Creates the client for one request. The time limit for the request's calls starts immediately. */
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

async function readExchange({ callName, span }: CallRequest, exchange: Exchange, client: ClientContext) {
  // Responses from a slow upstream often arrive together. Parsing them all at once would block other requests.
  if (!client.connection.embedded) await client.awaitTurn?.()
  if (exchange.kind === 'answered') span?.setAttribute('http.response.status_code', exchange.httpStatus)
  return classifyInSlices(callName, withGameMoney(callName, exchange, quirksOf(client)), {
    reference: client.reference,
    launch: {
      origin: client.origin,
      https: client.https,
      embedded: client.connection.embedded ?? false,
      launchOrigins: client.launchOrigins ?? config.launchOrigins,
    },
  })
}

const quirksOf = ({ connection, quirks = config.upstream }: ClientContext) => (connection.embedded ? {} : quirks)

/** Tries a call's paths in order until it finds one that the upstream has. */
async function sendToPaths({ callName, payload, token, span, signal }: CallRequest, client: ClientContext) {
  const body = JSON.stringify(payload)
  const exchangeAt = (path: string) => {
    const headers = { ...callHeaders(callName, token, client), ...(span ? traceHeaders(span.spanContext()) : {}) }
    const { isDownload }: Call = contract[callName]
    return exchange(client.connection.fetch, { path, headers, body, signal, isDownload })
  }
  // A queued call starts in the async context of another call, so its own span is activated here.
  const sendTo = (path: string) => (span ? withinSpan(span, () => exchangeAt(path)) : exchangeAt(path))
  const [first, ...alternatePaths] = sortPathsBySupport(callName, callPaths(callName, client.paths))
  let result = await sendTo(first)
  for (const path of alternatePaths) {
    if (!isPathMissing(result)) break
    result = await sendTo(path)
    if (!isPathMissing(result)) recordPath(callName, path)
  }
  return result
}

function callPaths(callName: CallName, paths?: Readonly<Record<string, string>>): readonly [string, ...string[]] {
  const overrides = paths ?? (config.upstream.url === undefined ? {} : config.upstream.paths)
  const own = new Map(Object.entries(overrides)).get(callName)
  const { path, alternatePaths = [] }: Call = contract[callName]
  return own === undefined ? [path, ...alternatePaths] : [own]
}

function callHeaders(callName: CallName, token: string | undefined, client: ClientContext): Record<string, string> {
  const { language, requestId, clientIp, origin, browser } = client
  const { sendsOrigin, sendsBrowser, auth }: Call = contract[callName]
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'Accept-Language': language,
    'X-Request-Id': requestId,
    'X-Forwarded-For': clientIp,
    ...(auth === 'member' ? tokenHeaders(token, quirksOf(client)) : {}),
    ...(sendsOrigin ? { Origin: origin } : {}),
    ...(sendsBrowser && browser ? { 'X-Browser': browser.name, 'X-Device': browser.device } : {}),
  }
}
