import { useEffect } from 'react'
import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRevalidator,
} from 'react-router'
import type { RouteResults } from './unanswered-request'

/**
 * When the browser asks again for the frame's data (ShellData): at each navigation to another page, after each form and
 * when the page is revalidated, but not for another query of a page whose `handle` says that it changes nothing there.
 */

/** What the shown page's route declares: see RouteHandle. */
type FrameRule = readonly string[] | undefined

let rule: FrameRule
/** Whether a form was sent, or a revalidation began, since when no data of the frame have arrived. */
let isOutdated = false

/** Takes the rule from the route of the page that is shown, and notes revalidations. */
export function useFrameRule(): void {
  const { state } = useRevalidator()
  const { frameChangesWith } = (useMatches().at(-1)?.handle ?? {}) as { frameChangesWith?: FrameRule }
  useEffect(() => {
    rule = frameChangesWith
  }, [frameChangesWith])
  useEffect(() => {
    if (state === 'loading') isOutdated = true
  }, [state])
}

type Navigation = Pick<
  ShouldRevalidateFunctionArgs,
  'currentUrl' | 'nextUrl' | 'formMethod' | 'defaultShouldRevalidate'
>

/** The root route's `shouldRevalidate`: whether a navigation or revalidation asks for the frame's data. */
export function shouldRevalidateFrame({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: Navigation): boolean {
  const isForm = formMethod !== undefined && formMethod !== 'GET'
  const isOtherQuery = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  if (!defaultShouldRevalidate || isForm || !isOtherQuery || isOutdated || rule === undefined) {
    return defaultShouldRevalidate
  }
  return rule.some((parameter) => nextUrl.searchParams.has(parameter))
}

/** Client middleware of the root route: notes when the frame's data are out of date, and when they have arrived. */
export async function frameDataMiddleware(
  { request }: Pick<ClientLoaderFunctionArgs, 'request'>,
  next: () => Promise<RouteResults>,
): Promise<RouteResults> {
  if (request.method !== 'GET') isOutdated = true
  const results = await next()
  if (request.method === 'GET' && results.root?.type === 'data') isOutdated = false
  return results
}
