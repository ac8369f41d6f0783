/** The widths in px of upstream pictures on this site. */
export const pictureWidths = [120, 240, 360, 480] as const
export type PictureWidth = (typeof pictureWidths)[number]

const ending = `/${pictureWidths[1]}.webp`

/** Adds the default width to a picture's URL, for browsers that don't choose a width. */
export const withDefaultWidth = (address: string): string => `${address}${ending}`

/** Returns a `srcset` with all widths of an upstream picture, or undefined for a drawing, which scales. */
export function srcSetOf(src: string): string | undefined {
  if (!src.endsWith(ending)) return undefined
  const address = src.slice(0, -ending.length)
  return pictureWidths.map((width) => `${address}/${width}.webp ${width}w`).join(', ')
}
