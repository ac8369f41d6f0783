/** Conditions for '@media', widths in px. Base styles are for 320 px; wider screens add to them. */
export const media = {
  from360: '(min-width: 360px)',
  from600: '(min-width: 600px)',
  from768: '(min-width: 768px)',
  from960: '(min-width: 960px)',
  from1200: '(min-width: 1200px)',
  from1600: '(min-width: 1600px)',
  below600: '(max-width: 599.98px)',
  below768: '(max-width: 767.98px)',
  below960: '(max-width: 959.98px)',
  below1200: '(max-width: 1199.98px)',
  /** Matches real pointers alone: on touch screens the hover style would stay after a tap. */
  hover: '(hover: hover)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
  motionAllowed: '(prefers-reduced-motion: no-preference)',
  forcedColors: '(forced-colors: active)',
} as const
