import { createHash } from 'node:crypto'
import { href, redirect } from 'react-router'
import { z } from 'zod'
import { brand } from '~/brand/brand.server'
import { config } from '~/platform/settings/config.server'
import { log } from '~/platform/telemetry/log.server'
import { formatSetCookie, sendCookie } from '~/server/cookies/cookie.server'
import type { Context } from '~/server/http/incoming.server'
import { isDataRequest, pageUrlOf } from '~/server/middleware/route.server'
import { isPrefetch, requestInfoContext } from '~/server/request-info/request-info.server'
import { sessionContext } from '~/server/session/session.server'
import { isSupported } from '~/upstream/client/call-support.server'
import type { UpstreamClient } from '~/upstream/client/client-options'
import type { PayloadOf } from '~/upstream/contract'
import type { OutcomeOf } from '~/upstream/outcome'
import { hrefWithQuery } from '~/values/addresses'
import { days, hours, toSeconds } from '~/values/durations'
import { parseJson } from '~/values/strict-json'

/**
 * The document versions that a member has accepted. The upstream stores them, but only the embedded upstream returns
 * them at login, so each browser also stores its members' answers in a cookie. Source:
 * docs/decisions/018-documents-as-data.md.
 */

/** The accepted versions. A version is a day, YYYY-MM-DD. */
export type DocumentVersions = { terms: string; privacy: string }

export function currentDocuments(): DocumentVersions {
  const { terms, privacy } = brand.documents
  return { terms: terms.version, privacy: privacy.version }
}

/** The first shipped version. While it is current, members without a record in their browser are not asked. */
const firstVersion = '2026-11-01'

const acceptedCookie = 'documents'
const acceptedForSeconds = toSeconds(days(365))
const maxMembers = 5
const maxCookieCharacters = 1_000

const questionCookie = 'documents_ask'
const questionForSeconds = toSeconds(hours(12))

const fundsCookie = 'funds'
const fundsForSeconds = toSeconds(days(182))

const acceptedSchema = z.array(z.tuple([z.string().max(32), z.string().max(32), z.string().max(32)]))
type Accepted = z.output<typeof acceptedSchema>

/** Middleware that asks about new documents once after each login, on the first play or payment page. */
export function requestConsent(request: Request, context: Context): Response | undefined {
  const askedMember = context.get(requestInfoContext).cookies.get(questionCookie)
  const userId = context.get(sessionContext).member?.userId
  const mayInterrupt = request.method === 'GET' && !isDataRequest(request) && !isPrefetch(request)
  if (askedMember === undefined || userId === undefined || !mayInterrupt) return undefined
  sendCookie(context, formatSetCookie(questionCookie, '', 0))
  if (askedMember !== digestOf(userId)) return undefined
  const { path, search } = pageUrlOf(request)
  return redirect(hrefWithQuery(href('/documents'), { next: path + search }), 303)
}

/** @param accepted has empty versions if an acceptance could not be recorded */
function isToBeAsked(accepted: DocumentVersions | undefined): boolean {
  if (isSupported('accept-documents') === false) return false
  if (!accepted) return Object.values(currentDocuments()).some((version) => version > firstVersion)
  return !areCurrent(accepted)
}

export function hasAcceptedOthers(context: Context, userId: string): boolean {
  const accepted = acceptedBy(context, userId)
  return accepted !== undefined && accepted.terms !== '' && !areCurrent(accepted)
}

function areCurrent({ terms, privacy }: DocumentVersions): boolean {
  const current = currentDocuments()
  return terms === current.terms && privacy === current.privacy
}

/** Returns the versions that a member had accepted in this browser before this request, or undefined if unknown. */
function acceptedBy(context: Context, userId: string): DocumentVersions | undefined {
  const [, terms, privacy] = acceptedBefore(context).find(([member]) => member === digestOf(userId)) ?? []
  return terms === undefined || privacy === undefined ? undefined : { terms, privacy }
}

/**
 * Records at the upstream that the member is of age and accepts the current documents. This browser then stops asking.
 * If recording fails, it asks at the next login. If the upstream has no such call, only the browser stores the answer.
 */
export async function acceptDocuments(context: Context, upstream: Pick<UpstreamClient, 'call'>) {
  const versions = currentDocuments()
  const outcome = await upstream.call('accept-documents', { versions, adult: true })
  const { kind } = outcome
  const isSettled = kind === 'done' || kind === 'unsupported'
  const userId = context.get(sessionContext).member?.userId
  if (userId !== undefined) {
    storeAccepted(context, userId, isSettled ? versions : { terms: '', privacy: '' })
    // Prevents the redirect to the question, even if the member answered without it, as on registration.
    sendCookie(context, formatSetCookie(questionCookie, '', 0))
  }
  if (!isSettled) {
    const { requestId } = context.get(requestInfoContext)
    log.warn({ requestId, outcome: kind }, 'acceptance of the documents not recorded')
  }
  return outcome
}

/** Stores the accepted versions after a login. Asks if necessary, unless the same member was logged in before. */
export function noteAcceptanceOfLogin(context: Context, userId: string, accepted: DocumentVersions | null | undefined) {
  if (accepted) storeAccepted(context, userId, accepted)
  if (userId === context.get(sessionContext).memberBefore?.userId) return
  if (!isToBeAsked(accepted ?? acceptedBy(context, userId))) return
  sendCookie(context, formatSetCookie(questionCookie, digestOf(userId), questionForSeconds))
}

/**
 * Returns the version of the statement on customers' funds that must be acknowledged before a real-money deposit, or
 * undefined if there is none, or this browser recorded it within the past six months. Source: LCCP 4.2.1.
 */
export function fundsToAcknowledge(context: Context): string | undefined {
  const version = config.money === 'real' ? brand.funds('en')?.version : undefined
  if (version === undefined) return undefined
  const stored = context.get(requestInfoContext).cookies.get(fundsCookie)
  return stored === fundsMark(context, version) ? undefined : version
}

/** Records the acknowledgement at the upstream. If that fails, the next deposit asks again. */
export async function acknowledgeFunds(
  context: Context,
  upstream: Pick<UpstreamClient, 'call'>,
  accepted: PayloadOf<'accept-documents'>,
): Promise<OutcomeOf<'accept-documents'>> {
  const outcome = await upstream.call('accept-documents', accepted)
  const { kind } = outcome
  const due = fundsToAcknowledge(context)
  // An API payload may name any version, so only the current one is remembered.
  if (due === undefined || accepted.versions?.funds !== due) return outcome
  if (kind === 'done' || kind === 'unsupported')
    sendCookie(context, formatSetCookie(fundsCookie, fundsMark(context, due), fundsForSeconds))
  else log.warn({ requestId: context.get(requestInfoContext).requestId, outcome: kind }, 'acknowledgement not recorded')
  return outcome
}

function fundsMark(context: Context, version: string): string {
  return `${digestOf(context.get(sessionContext).member?.userId ?? '')}.${version}`
}

function storeAccepted(context: Context, userId: string, versions: DocumentVersions): void {
  const member = digestOf(userId)
  const ofOtherMembers = acceptedBefore(context).filter(([digest]) => digest !== member)
  const own: Accepted[number] = [member, versions.terms, versions.privacy]
  const accepted = [own, ...ofOtherMembers].slice(0, maxMembers)
  sendCookie(context, formatSetCookie(acceptedCookie, JSON.stringify(accepted), acceptedForSeconds))
}

function acceptedBefore(context: Context): Accepted {
  const cookie = context.get(requestInfoContext).cookies.get(acceptedCookie)
  if (!cookie || cookie.length > maxCookieCharacters) return []
  return (acceptedSchema.safeParse(parseJson(cookie)).data ?? []).slice(0, maxMembers)
}

/** Returns a digest that identifies a member in a cookie, because the cookie may outlive the login. */
function digestOf(userId: string): string {
  const digestCharacters = 16
  return createHash('sha256').update(`documents ${userId}`).digest('base64url').slice(0, digestCharacters)
}
