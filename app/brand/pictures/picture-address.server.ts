import { createHmac, timingSafeEqual } from 'node:crypto'
import { href } from 'react-router'
import { deriveKey } from '~/platform/create-sealer.server'
import { config } from '~/platform/settings/config.server'
import type { Secret } from '~/platform/settings/secret.server'
import { type PictureWidth, pictureWidths, withDefaultWidth } from '~/ui/picture/picture-widths'

/** The maximum length of a picture's URL. Longer ones are replaced by artwork, because they make pages heavy. */
const maxUrlCharacters = 1_024
const keyBytes = 32
const signatureBytes = 16

const pathPattern = new RegExp(`^([\\w-]{22})/([\\w-]{4,2400})/(${pictureWidths.join('|')})\\.webp$`)

/**
 * Signs picture URLs, so that the site fetches and encodes only pictures of its own pages. The newest secret signs, and
 * any secret can verify, so that secrets can be rotated. If the encoding changes, increase the number in the path,
 * because browsers cache pictures permanently.
 */
export function createPictureAddresses(secrets: readonly Secret[], origins: readonly string[]) {
  const keys = secrets.map((secret) => deriveKey(secret, 'picture address', keyBytes))
  const [newest] = keys
  if (!newest) throw new Error('SESSION_SECRET: no secret given')
  const sign = (key: Uint8Array, target: string) =>
    createHmac('sha256', key).update(target).digest().subarray(0, signatureBytes)

  return {
    /** Returns the picture's path on this site, or the artwork's path if the upstream sent no allowed picture. */
    pathOf(img: string | undefined, artwork: string): string {
      const url = img === undefined ? undefined : allowedUrl(img, origins)
      if (url === undefined) return artwork
      const target = Buffer.from(`${url} ${artwork}`).toString('base64url')
      return withDefaultWidth(href('/picture/1/*', { '*': `${sign(newest, target).toString('base64url')}/${target}` }))
    },
    /** Verifies a path below the base path. Returns undefined unless this site signed exactly this path. */
    read(path: string) {
      const [, signature = '', target = '', width] = pathPattern.exec(path) ?? []
      const signed = Buffer.from(signature, 'base64url')
      if (signed.length !== signatureBytes || signed.toString('base64url') !== signature) return
      if (!keys.some((key) => timingSafeEqual(sign(key, target), signed))) return
      const [url = '', artwork = ''] = Buffer.from(target, 'base64url').toString().split(' ')
      const isAllowed = allowedUrl(url, origins) !== undefined
      return { url, artwork, isAllowed, width: Number(width) as PictureWidth }
    },
  }
}

/** Returns an upstream picture's absolute URL without fragment, or undefined if its origin isn't allowed. */
function allowedUrl(img: string, origins: readonly string[]): string | undefined {
  if (origins.length === 0 || img.length > maxUrlCharacters || !URL.canParse(img)) return undefined
  const url = new URL(img)
  url.hash = ''
  const isAllowed = origins.includes(url.origin) && url.username === '' && url.password === ''
  return isAllowed && url.href.length <= maxUrlCharacters ? url.href : undefined
}

let ofProcess: ReturnType<typeof createPictureAddresses> | undefined

/** Returns this process's signer. Created on first use, because that may create the secret. */
export function pictureAddresses() {
  ofProcess ??= createPictureAddresses(config.session.secrets, config.imageOrigins)
  return ofProcess
}
