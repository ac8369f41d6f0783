import { href, type LoaderFunctionArgs, redirect } from 'react-router'
import { helpLinesFor, loadPlayLimitsSummary } from '~/features/play-limits/play-limits.server'
import { config } from '~/platform/settings/config.server'
import { flashContext } from '~/server/cookies/flash.server'
import { isFormPost } from '~/server/middleware/body.server'
import { routeContext } from '~/server/middleware/route.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { sessionContext } from '~/server/session/session.server'
import { missingPages, pageLists } from '~/server/upstream/missing-pages.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { type ShellData, toShellMember } from '~/session/shell-data'
import { sessionTimeLeft } from '~/session/time-left'
import { readAcceptedTransaction } from '~/transactions/accepted.server'
import { countUnreadAnswers } from '~/transactions/bank-account-request.server'
import { omitSeen } from '~/transactions/settlement-news.server'
import { takeCallsToProbe } from '~/upstream/client/call-support.server'
import { withinTime } from '~/values/durations'
import { acceptedMessages } from '~/values/numbered-messages'

/** Loads the data of the shell around every page: the member's money, counts and limits, and a flash message. */
export async function loadShell({ request, context }: LoaderFunctionArgs): Promise<ShellData> {
  const upstream = context.get(upstreamContext)
  const { member, expiry } = context.get(sessionContext)
  const [health, playLimits] = await Promise.all([
    member ? upstream.callOptionalOnce('user-health-check') : null,
    member ? loadPlayLimitsSummary(upstream) : null,
    member && config.upstream.url !== undefined ? askForPageLists(upstream) : null,
  ])
  // After the login, the upstream may turn out not to support the page that the visitor requested.
  const isAfterLogin = !isFormPost(context) && loginMessages.has(context.get(flashContext)?.message)
  if (isAfterLogin && missingPages().includes(context.get(routeContext).pattern)) throw redirect(href('/'), 303)
  const response = health?.kind === 'done' ? health.response : undefined
  const settled = await omitSeen(context, response?.settled)
  const seen = response && { ...response, settled, helpCount: countUnreadAnswers(context, response) }
  return {
    member: member ? toShellMember(member.userId, seen) : null,
    playLimits,
    helpLines: playLimits?.exclusion ? helpLinesFor(request, context.get(requestInfoContext).locale) : [],
    isCountryServed: context.get(requestInfoContext).isCountryServed,
    sessionLeft: member ? sessionTimeLeft(expiry) : null,
    flash: await toPageFlash(context),
  }
}

const loginMessages = new Set<string | undefined>(['msg_auth_success', 'login.last', 'register.welcome'])

/** The maximum time a page waits for these probes. Until a page is known to be unsupported, links to it are shown. */
const pageListsTimeoutMs = 500

/** Probes which pages the upstream supports: on a member's first page, and again after a page was missing. */
async function askForPageLists(upstream: PageUpstream): Promise<void> {
  await withinTime(Promise.all(takeCallsToProbe(pageLists).map((name) => upstream.call(name, {}))), pageListsTimeoutMs)
}

/** Returns the flash message, or null for a welcome message without a session or another member's receipt. */
async function toPageFlash(context: LoaderFunctionArgs['context']): Promise<ShellData['flash']> {
  const flash = context.get(flashContext)
  const userId = context.get(sessionContext).member?.userId
  switch (flash?.message) {
    case acceptedMessages.deposit:
    case acceptedMessages.withdraw:
      return (await readAcceptedTransaction(context)) ? { kind: flash.kind, message: flash.message } : null
    case 'register.welcome':
      return userId === undefined ? null : flash
    default:
      return flash && loginMessages.has(flash.message) ? { ...flash, isBrief: true } : flash
  }
}
