import { config } from '~/config/config.server'

/** The image URL of an entry or a game if IMAGE_ORIGINS allows it; undefined otherwise, for generated artwork. */
export function allowedImage(img: string | undefined): string | undefined {
  if (!img || config.imageOrigins.length === 0 || !URL.canParse(img)) return undefined
  const { protocol, origin, href } = new URL(img)
  return protocol === 'https:' && config.imageOrigins.includes(origin) ? href : undefined
}
