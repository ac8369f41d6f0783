import { findBackoffice, serveBackoffice } from '~/features/backoffice/find-backoffice.server'
import { requestConsent } from '~/features/documents/accepted-documents.server'
import { acquireSlot, awaitAdmission, releaseSlot } from '~/server/middleware/admission.server'
import { receiveBody } from '~/server/middleware/body.server'
import { refuseCountry, refuseDuringMaintenance } from '~/server/middleware/guard.server'
import {
  refuseCrossSite,
  refuseMalformedUrl,
  refuseOtherMethods,
  refusePageData,
} from '~/server/middleware/origin-check.server'
import { pageCache } from '~/server/middleware/page-cache.server'
import { limitRequests } from '~/server/middleware/rate-limits.server'
import { matchRoute, type RouteHandle, type RouteKind } from '~/server/middleware/route.server'
import { type Middleware, rootMiddlewareOf } from '~/server/middleware/run-middleware.server'
import { describeRequest } from '~/server/request-info/request-info.server'
import { completeResponse } from '~/server/responses/complete.server'
import { compressResponse } from '~/server/responses/compress.server'
import { openSession, saveSession } from '~/server/session/session.server'
import { identifySender } from '~/server/upstream/forward-to-embedded.server'
import { openUpstream } from '~/server/upstream/page-upstream.server'

const ofKind =
  (...kinds: RouteKind[]) =>
  ({ kind = 'page' }: RouteHandle) =>
    kinds.includes(kind)

const isClosedForMaintenance = ({ kind = 'page', closedForMaintenance }: RouteHandle) =>
  kind === 'page' || kind === 'api' || closedForMaintenance === true

/**
 * Middleware runs in this order for each request, and in reverse order for each response. It stores its results in the
 * request's router context. Rules for a single route belong in that route's `handle`.
 */
export const middleware: readonly Middleware[] = [
  { after: compressResponse }, // runs last: picks an encoding that the client accepts
  { before: matchRoute }, // finds the route and its handle, which the following middleware reads
  { before: describeRequest, after: completeResponse }, // client IP, origin, language, theme; the response's headers
  findBackoffice, // the back office, if it is open
  { before: identifySender, for: ({ isSigned }) => isSigned === true }, // the sender of a signed callback
  { before: awaitAdmission, for: ofKind('page', 'api', 'embedded', 'file') }, // clients take turns
  { before: limitRequests, for: ofKind('page', 'api', 'embedded', 'file') }, // per member or network
  { before: refuseMalformedUrl }, // 400
  { before: refusePageData, for: ofKind('api', 'embedded', 'file', 'probe') }, // `.data` for routes without a page
  { before: refuseOtherMethods, for: ofKind('page', 'file', 'probe') }, // 405
  { before: refuseCrossSite }, // rejects forms and calls from other sites
  serveBackoffice, // instead of the router
  { before: refuseDuringMaintenance, for: isClosedForMaintenance }, // not callbacks, probes and the back office
  { before: pageCache.serve, after: pageCache.store, for: ({ pageCacheMs }) => pageCacheMs !== undefined }, // visitors' pages
  { before: receiveBody, for: ofKind('page', 'api', 'file', 'probe') }, // form fields or JSON, at most 64 KiB
  { before: acquireSlot, after: releaseSlot, for: ofKind('page', 'api', 'embedded', 'file') }, // limits concurrency
  { before: refuseCountry, for: ({ servedCountriesOnly }) => servedCountriesOnly === true }, // SERVED_COUNTRIES
  { before: openSession, after: saveSession, for: ofKind('page', 'api') }, // from the sealed cookie
  { before: requestConsent, for: ({ requiresConsent }) => requiresConsent === true }, // asks about new documents
  { before: openUpstream, for: ofKind('page', 'api') }, // on behalf of the member or visitor
]

export const rootMiddleware = rootMiddlewareOf(middleware)
