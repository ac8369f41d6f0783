import type { LoaderFunctionArgs } from 'react-router'
import { brand } from '~/brand/brand.server'
import { strictCsp } from '~/http/csp.server'
import type { RouteHandle } from '~/http/route.server'
import { days, toSeconds } from '~/time/durations'

export const handle = { kind: 'file' } satisfies RouteHandle

const yearSeconds = toSeconds(days(365))

/** Answers with a picture, style sheet or manifest of the operator's own brand. Its path holds a hash of its bytes. */
export function loader({ params }: LoaderFunctionArgs): Response {
  const asset = brand.assets.get(params['*'] ?? '')
  if (asset === undefined) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })

  return new Response(new Uint8Array(asset.bytes), {
    headers: {
      'Content-Type': asset.contentType,
      'Cache-Control': `public, max-age=${yearSeconds}, immutable`,
      'Content-Security-Policy': `${strictCsp}; sandbox`,
    },
  })
}
