import type { LoaderFunctionArgs } from 'react-router'
import { brand } from '~/brand/brand.server'
import type { RouteHandle } from '../middleware/route.server'
import { respondWithFile, respondWithoutFile } from '../responses/file.server'

export const handle = { kind: 'file' } satisfies RouteHandle

export async function loader({ params }: LoaderFunctionArgs): Promise<Response> {
  const asset = brand.assets.get(params['*'] ?? '')
  if (asset === undefined) return respondWithoutFile()

  const bytes = Buffer.isBuffer(asset.bytes) ? asset.bytes : await asset.bytes()
  return respondWithFile(bytes, asset)
}
