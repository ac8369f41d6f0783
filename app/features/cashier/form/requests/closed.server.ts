import type { RouterContextProvider } from 'react-router'
import { throwIfExcluded } from '~/features/safer-play/play-limits.server'
import { isFormPost } from '~/server/steps/body.server'
import { routeContext } from '~/server/steps/route.server'
import { upstreamContext } from '~/server/upstream/for-pages.server'

/**
 * Closes a screen whose handle says so during a break or self-exclusion: where nothing was sent, or is to be sent.
 *
 * @throws the 403 page that names the end.
 */
export async function throwIfClosed(context: Readonly<RouterContextProvider>): Promise<void> {
  if (context.get(routeContext).handle.closedWhileExcluded) await throwIfExcluded(context.get(upstreamContext))
}

/** Closes a money screen as `throwIfClosed` does, unless it shows a form again: its response must not be lost. */
export async function throwIfClosedOnOpening(context: Readonly<RouterContextProvider>): Promise<void> {
  if (!isFormPost(context)) await throwIfClosed(context)
}
