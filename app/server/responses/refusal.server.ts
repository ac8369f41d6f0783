import { STATUS_CODES } from 'node:http'
import { LRUCache } from 'lru-cache'
import { createContext, data, href, RouterContextProvider } from 'react-router'
import { i18nFor } from '~/i18n/catalogue.server'
import type { MessageKey, Values } from '~/i18n/i18n'
import { withoutPhraseEnds } from '~/i18n/japanese-phrases'
import { createTraceContext } from '~/platform/telemetry/trace.server'
import { pathOnSite } from '~/values/addresses'
import { referenceOf } from '~/values/request'
import { responseHeadersContext, sendHeader } from '../cookies/cookie.server'
import { flashContext } from '../cookies/flash.server'
import { type Context, incomingContext } from '../http/incoming.server'
import { isDataRequest, routeContext } from '../middleware/route.server'
import { i18nOf, requestInfoContext } from '../request-info/request-info.server'
import { missingPages } from '../upstream/missing-pages.server'
import { type ApiError, type ApiErrorCode, apiErrorStatus, type Problem, type ProblemData } from './problem'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/**
 * Returns an API error with a machine-readable code and a message.
 * @param extra `fields` contains message keys, keyed by field. `status` and `message` override the code's defaults.
 * `retryAfterSeconds` is sent as Retry-After.
 */
export function apiError(
  context: Context,
  code: ApiErrorCode,
  extra: {
    fields?: Record<string, string[]>
    status?: number
    retryAfterSeconds?: number
    message?: MessageKey
    values?: Values
    headers?: HeadersInit
  } = {},
): Response {
  const { locale, requestId } = context.get(requestInfoContext)
  const headers = new Headers(extra.headers)
  headers.set('Cache-Control', 'no-store')
  if (extra.retryAfterSeconds !== undefined) headers.set('Retry-After', String(extra.retryAfterSeconds))
  const message = withoutPhraseEnds(i18nFor(locale).t(extra.message ?? `api.${code}`, extra.values))
  const body: ApiError = {
    status: 'error',
    error: { code, message, requestId },
    ...(extra.fields ? { fields: extra.fields } : {}),
  }
  return Response.json(body, { status: extra.status ?? apiErrorStatus[code], headers })
}

/** Returns the API error for a call during a break or self-exclusion. @param until its end, in ISO 8601 */
export function excludedError(context: Context, until: string | undefined): Response {
  if (until === undefined) return apiError(context, 'forbidden', { message: 'problem.excluded.text' })
  const { dateTime } = i18nOf(context)
  return apiError(context, 'forbidden', { message: 'api.excluded', values: { until: dateTime(until) } })
}

const apiCodeByProblem = {
  forbidden: 'forbidden',
  'not-found': 'not_found',
  'not-served': 'not_served',
  method: 'method_not_allowed',
  'too-large': 'too_large',
  'unsupported-type': 'unsupported_type',
  'bad-request': 'bad_request',
  limited: 'limited',
  busy: 'unavailable',
  maintenance: 'unavailable',
  unavailable: 'unavailable',
} satisfies Partial<Record<Problem, ApiErrorCode>>
type Told = Pick<ProblemData, 'until' | 'text' | 'end'>
type RefusedProblem = keyof typeof apiCodeByProblem

/** Creates the error that a loader or action throws to reject a request: an API error or an error page. */
export function refuseRequest(context: Context, problem: RefusedProblem, retryAfterSeconds?: number, more: Told = {}) {
  const code = apiCodeByProblem[problem]
  if (context.get(routeContext).handle.kind === 'api') {
    const message = problem === 'maintenance' ? { message: 'problem.maintenance.title' as const } : {}
    return apiError(context, code, { ...message, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) })
  }
  if (retryAfterSeconds !== undefined) sendHeader(context, 'Retry-After', String(retryAfterSeconds))
  const shown: ProblemData = { problem, ...(retryAfterSeconds ? { retryAfterSeconds } : {}), ...more }
  return data(shown, { status: apiErrorStatus[code] })
}

export const refusalContext = createContext<{ thrown: unknown } | null>(null)

/**
 * Rejects a request from middleware. Each error page is rendered once as a template, so filling it in is cheap.
 * @throws behind another server, where the router renders the page
 */
export async function refuse(
  request: Request,
  context: Context,
  problem: RefusedProblem,
  retryAfterSeconds?: number,
  more: Told = {},
): Promise<Response> {
  await nextTurn()
  // Error pages neither show nor delete the flash message. The next regular page shows it.
  context.set(flashContext, null)
  const { kind = 'page' } = context.get(routeContext).handle
  const refused = refuseRequest(context, problem, retryAfterSeconds, more)
  if (refused instanceof Response) return refused
  // Embedded pages that are closed for maintenance show its text and end like the site's pages.
  if ((kind === 'embedded' && problem !== 'maintenance') || kind === 'file') {
    const status = apiErrorStatus[apiCodeByProblem[problem]]
    return new Response(`${STATUS_CODES[status]}\n`, { status, headers: { 'Cache-Control': 'no-store' } })
  }
  if (!context.get(incomingContext)) throw refused
  return fillErrorPage(request, context, { problem, ...more }, retryAfterSeconds)
}

const placeholderRequestId = '0f1e2d3c-0000-4000-8000-000000000000'
const placeholderPath = '/0-any-address-0'

type PageTemplate = { status: number; headers: [string, string][]; body: string }

const maxPathCharacters = 512
const waitStepSeconds = 5

/** Uses at most 8 MB, at about 20 kB per page. Requests rejected at the same time share a promise. */
const templates = new LRUCache<string, Promise<PageTemplate>>({ max: 400 })

async function fillErrorPage(
  request: Request,
  context: Context,
  shown: Told & { problem: RefusedProblem },
  waitSeconds: number | undefined,
): Promise<Response> {
  const { locale, theme, requestId } = context.get(requestInfoContext)
  const retryAfterSeconds = waitSeconds && Math.ceil(waitSeconds / waitStepSeconds) * waitStepSeconds
  const isData = isDataRequest(request)
  // The router encodes page data differently for POST (form submissions) and GET (links).
  const method = isData && request.method === 'POST' ? 'POST' : 'GET'
  const key = [...Object.values(shown), retryAfterSeconds, locale, theme, isData, method, ...missingPages()].join(' ')
  const template = templates.get(key) ?? renderTemplate(context, { ...shown, retryAfterSeconds, isData, method })
  templates.set(key, template)
  const { status, headers, body } = await template.catch((error: unknown) => {
    templates.delete(key)
    throw error
  })
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete('lng')
  const query = searchParams.toString()
  const path = pathOnSite(query === '' ? pathname : `${pathname}?${query}`) ?? href('/')
  const retryPath = path.length <= maxPathCharacters ? escapeMarkup(path) : href('/')
  // These are functions, because `$` in the path would have a special meaning in a replacement string.
  const text = body
    .replaceAll(referenceOf(placeholderRequestId), () => referenceOf(requestId))
    .replaceAll(placeholderPath, () => (isData ? placeholderPath : retryPath))
  // Setting the length prevents compression, which would take more CPU time than the rest of this function.
  return new Response(request.method === 'HEAD' ? null : text, {
    status,
    headers: [...headers, ['Content-Length', String(Buffer.byteLength(text))]],
  })
}

const nobody = {
  traceContext: createTraceContext(),
  socketIp: 'unknown',
  clientIp: 'unknown',
  origin: 'http://localhost',
  cookies: new Map<string, string>(),
  browser: { name: '', device: '' },
  nonce: '',
  isCountryServed: true,
}

/** Renders an error page in a separate request that shares only language, theme and https with the rejected one. */
async function renderTemplate(
  refused: Context,
  { isData, method, ...shown }: ProblemData & { problem: RefusedProblem; isData: boolean; method: 'GET' | 'POST' },
): Promise<PageTemplate> {
  const context = new RouterContextProvider()
  const incoming = refused.get(incomingContext)
  if (!incoming) throw new Error("refusal page: only the site's own HTTP server renders it")
  const { locale, theme, https } = refused.get(requestInfoContext)
  context.set(requestInfoContext, { locale, theme, https, lite: true, requestId: placeholderRequestId, ...nobody })
  context.set(responseHeadersContext, new Headers())
  const status = apiErrorStatus[apiCodeByProblem[shown.problem]]
  context.set(refusalContext, { thrown: data(shown satisfies ProblemData, { status }) })
  const url = `http://localhost${placeholderPath}${isData ? '.data' : ''}`
  const response = await incoming.render(new Request(url, { method }), context)
  const perRequestHeaders = new Set(['content-length', 'set-cookie', 'x-request-id'])
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !perRequestHeaders.has(name)),
    body: await response.text(),
  }
}

const waiting: (() => void)[] = []

/** Waits for a turn. Rejecting one request per event-loop turn leaves time for pages when many clients retry. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(continueFirst)
  })
}

function continueFirst(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(continueFirst)
}
