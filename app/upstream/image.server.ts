import { config } from '~/config.server'

/** The picture that an upstream names for an entry or a game, when IMAGE_ORIGINS lets it in; else our own art stands. */
export function allowedImage(img: string | undefined): string | undefined {
  if (!img || config.imageOrigins.length === 0 || !URL.canParse(img)) return undefined
  const { protocol, origin, href } = new URL(img)
  return protocol === 'https:' && config.imageOrigins.includes(origin) ? href : undefined
}
