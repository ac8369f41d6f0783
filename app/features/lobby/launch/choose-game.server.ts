import { href, type RouterContextProvider, redirect } from 'react-router'
import { loadPlayLimitsSummary } from '~/features/play-limits/play-limits.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { upstreamContext } from '~/server/upstream/for-pages.server'

/**
 * Redirects from an address that names no game to the list of games, with a message that one has to be chosen. During a
 * break or self-exclusion nobody is asked to play: the list itself says what is closed.
 */
export async function redirectToChooseGame(context: Readonly<RouterContextProvider>): Promise<Response> {
  const limits = await loadPlayLimitsSummary(context.get(upstreamContext))
  return limits?.exclusion
    ? redirect(href('/slot'), 303)
    : redirectWithFlash(href('/slot'), { kind: 'info', message: 'lobby.choose' })
}
