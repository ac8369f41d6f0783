/** A width of the screen in em: the layout of a narrower screen comes where the browser's text is larger than 16 px. */
const em = (px: number) => `${px / 16}em`
const from = (px: number) => `(min-width: ${em(px)})`
const below = (px: number) => `(width < ${em(px)})`

/** Conditions for '@media', widths in px. Base styles are for 320 px; wider screens add to them. */
export const media = {
  from360: from(360),
  from600: from(600),
  from768: from(768),
  from960: from(960),
  from1200: from(1200),
  from1600: from(1600),
  /** Text of twice the size on the narrowest phones. */
  below240: below(240),
  below480: below(480),
  below600: below(600),
  below768: below(768),
  below960: below(960),
  below1200: below(1200),
  below1400: below(1400),
  /** Matches real pointers alone: on touch screens the hover style would stay after a tap. */
  hover: '(hover: hover)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
  motionAllowed: '(prefers-reduced-motion: no-preference)',
  forcedColors: '(forced-colors: active)',
} as const
