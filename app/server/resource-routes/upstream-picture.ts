import { href, type LoaderFunctionArgs, redirect } from 'react-router'
import { pictureAddresses } from '~/brand/pictures/picture-address.server'
import { getPicture } from '~/brand/pictures/picture-store.server'
import type { RouteHandle } from '../middleware/route.server'
import { respondWithFile, respondWithoutFile } from '../responses/file.server'

export const handle = { kind: 'file', boundsItself: true } satisfies RouteHandle

/** Sends an upstream picture in the requested width. Redirects to generated artwork if it is unavailable. */
export async function loader({ params: { '*': path = '' }, request }: LoaderFunctionArgs): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const isCanonical = pathname + search === href('/picture/1/*', { '*': path })
  const asked = isCanonical ? pictureAddresses().read(path) : undefined
  if (asked === undefined) return respondWithoutFile()

  const picture = asked.isAllowed ? await getPicture(asked.url, asked.width) : undefined
  // Not cached, because the picture may be available next time.
  if (!picture) return redirect(asked.artwork, { headers: { 'Cache-Control': 'no-store' } })

  return respondWithFile(picture, { contentType: 'image/webp' })
}
