import type { LoaderFunctionArgs } from 'react-router'
import { pictureFromPath } from '~/ui/artwork/picture-from-path'
import { artVersion } from '~/ui/artwork/picture-urls'
import { hours, toSeconds } from '~/values/durations'
import type { RouteHandle } from '../middleware/route.server'
import { respondWithFile, respondWithoutFile } from '../responses/file.server'

export const handle = { kind: 'file' } satisfies RouteHandle

/** How long pictures of older versions are cached. They are requested by pages that were cached before an update. */
const olderSeconds = toSeconds(hours(1))

/** Sends a picture generated from its path. It needs no session and no stored data, and is always the same. */
export function loader({ params: { version, '*': path = '' } }: LoaderFunctionArgs): Response {
  const picture = /^[1-5]$/.test(version ?? '') ? pictureFromPath(path) : undefined
  if (picture === undefined) return respondWithoutFile()

  const maxAgeSeconds = version === artVersion ? undefined : olderSeconds
  return respondWithFile(picture, { contentType: 'image/svg+xml; charset=utf-8', maxAgeSeconds })
}
