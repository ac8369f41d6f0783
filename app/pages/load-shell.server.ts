import type { LoaderFunctionArgs } from 'react-router'
import { sessionTimeLeft } from '~/api/session-time-left'
import { flashContext } from '~/http/flash.server'
import { upstreamContext } from '~/http/page-upstream.server'
import { loadPlayLimitsSummary } from '~/http/play-limits.server'
import { readAcceptedTransaction } from '~/http/receipt-flash.server'
import { requestInfoContext } from '~/http/request-info.server'
import { acceptedMessages } from '~/money/transaction-status'
import { sessionContext } from '~/session/session.server'
import type { ShellData } from '~/shell/shell-data'
import { toShellMember } from '~/shell/shell-member'

/** Loads what stands around every page: the member's money and counts, limits, and a flash message. */
export async function loadShell({ context }: LoaderFunctionArgs): Promise<ShellData> {
  const upstream = context.get(upstreamContext)
  const { member, expiry } = context.get(sessionContext)
  const [health, playLimits] = await Promise.all([
    member ? upstream.callOptionalOnce('user-health-check') : null,
    member ? loadPlayLimitsSummary(upstream) : null,
  ])
  return {
    member: member ? toShellMember(member.userId, health?.kind === 'done' ? health.answer : undefined) : null,
    playLimits,
    // Visitors' pages are cached for all countries, so visitors are told on the pages where it matters.
    isCountryServed: !member || context.get(requestInfoContext).isCountryServed,
    sessionLeft: member ? sessionTimeLeft(expiry) : null,
    flash: await toPageFlash(context),
  }
}

/** The flash message for the page: a welcome gets the session's user id, a receipt must be this member's. */
async function toPageFlash(context: LoaderFunctionArgs['context']): Promise<ShellData['flash']> {
  const flash = context.get(flashContext)
  const userId = context.get(sessionContext).member?.userId
  switch (flash?.message) {
    case acceptedMessages.deposit:
    case acceptedMessages.withdraw:
      return (await readAcceptedTransaction(context)) ? { kind: flash.kind, message: flash.message } : null
    case 'register.welcome':
      return userId === undefined ? null : { ...flash, values: { userId } }
    default:
      return flash
  }
}
