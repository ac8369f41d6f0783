import type { LoaderFunctionArgs } from 'react-router'
import { pictureFromPath } from '~/artwork/picture-from-path'
import { strictCsp } from '~/http/csp.server'
import type { RouteHandle } from '~/http/route.server'
import { days, toSeconds } from '~/time/durations'

export const handle = { kind: 'file' } satisfies RouteHandle

const yearSeconds = toSeconds(days(365))

/** Answers with a picture drawn from its path alone: no session, no stored data, always the same bytes. */
export function loader({ params }: LoaderFunctionArgs): Response {
  const picture = pictureFromPath(params['*'] ?? '')
  if (picture === undefined) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })

  return new Response(picture, {
    headers: {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cache-Control': `public, max-age=${yearSeconds}, immutable`,
      'Content-Security-Policy': `${strictCsp}; sandbox`,
    },
  })
}
