import type { LoaderFunctionArgs } from 'react-router'
import { brand } from '~/brand/brand.server'
import type { RouteHandle } from '../middleware/route.server'
import { respondWithFile, respondWithoutFile } from '../responses/file.server'

export const handle = { kind: 'file' } satisfies RouteHandle

/** Answers with a picture, style sheet or manifest of the brand. Its path holds a hash of what it is made of. */
export async function loader({ params }: LoaderFunctionArgs): Promise<Response> {
  const asset = brand.assets.get(params['*'] ?? '')
  if (asset === undefined) return respondWithoutFile()

  const bytes = Buffer.isBuffer(asset.bytes) ? asset.bytes : await asset.bytes()
  return respondWithFile(bytes, asset)
}
