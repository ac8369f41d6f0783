import { href, type RouterContextProvider, redirect } from 'react-router'
import { upstreamContext } from '~/server/page-upstream.server'
import { hrefWithQuery } from '~/values/href-with-query'
import { realityCheckDue } from './reality-check.server'

type Context = Readonly<RouterContextProvider>

/** The member's reality check, undefined when none is due, and their interval in minutes, null for none. */
export async function loadRealityCheck(context: Context) {
  const outcome = await context.get(upstreamContext).callOptionalOnce('get-play-limits')
  if (outcome.kind !== 'done') return { check: undefined, reality: null }
  const { limits } = outcome.response
  return { check: await realityCheckDue(context, limits), reality: limits.reality }
}

/** Redirects to the reality check if one is due; going on leads to `next`. */
export async function redirectIfRealityCheckDue(context: Context, next: string): Promise<void> {
  const { check } = await loadRealityCheck(context)
  if (check) throw redirect(hrefWithQuery(href('/reality-check'), { next }), 303)
}
