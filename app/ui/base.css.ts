import { keyframes } from '@vanilla-extract/css'
import { base, component, reset, typography } from './layered'
import { media, tokens } from './tokens.css'

/** These icon properties are set in CSS, because attributes would be repeated on each of the 60 icons of a page. */
export const icon = component({
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
})

const pulse = keyframes({ to: { opacity: 0.85 } })

const latinFonts = '"Pretendard Variable", Pretendard, -apple-system'
const koreanFonts = '"Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", "Malgun Gothic"'

/** Each language's own fonts come first, because Korean fonts show shared Han characters in their Korean form. */
const fonts = {
  default: `${latinFonts}, ${koreanFonts}, sans-serif`,
  th: `${latinFonts}, "Noto Sans Thai", "Leelawadee UI", ${koreanFonts}, sans-serif`,
  ja: `${latinFonts}, "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic", ${koreanFonts}, sans-serif`,
  zh: `${latinFonts}, "PingFang SC", "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", ${koreanFonts}, sans-serif`,
}

reset('*, *::before, *::after', { boxSizing: 'border-box' })
reset('*', { margin: 0, padding: 0 })
reset('html', { WebkitTextSizeAdjust: '100%', textSizeAdjust: '100%' })
reset('ul, ol', { listStyle: 'none' })
reset('fieldset', { border: 0, minInlineSize: 0 })
reset('table', { borderCollapse: 'collapse', borderSpacing: 0 })
reset('img, svg', { display: 'block', maxInlineSize: '100%' })
reset('img', { blockSize: 'auto' })
reset('button, input, select, textarea', { font: 'inherit', letterSpacing: 'inherit', color: 'inherit' })
reset('button', { background: 'none', border: 0, cursor: 'pointer', textAlign: 'inherit' })
reset('h1, h2, h3, h4', { font: 'inherit' })
reset('[hidden]', { display: 'none !important' })
reset('dialog, [popover]', { border: 0, color: 'inherit' })

base('html', {
  background: tokens.surface.ground,
  color: tokens.ink.body,
  colorScheme: 'dark',
  fontFamily: fonts.default,
  accentColor: tokens.accent.line,
  caretColor: tokens.accent.line,
  WebkitTapHighlightColor: 'transparent',
})
base('html[data-theme=light]', { colorScheme: 'only light' })
base('html[data-theme=system]', { '@media': { '(prefers-color-scheme: light)': { colorScheme: 'only light' } } })
base('[data-theme=dark]', { color: tokens.ink.body, colorScheme: 'dark' })
base(':lang(th)', { fontFamily: fonts.th })
base(':lang(ja)', { fontFamily: fonts.ja })
base(':lang(zh)', { fontFamily: fonts.zh })
base(':lang(ko), :lang(en), :lang(vi)', { fontFamily: fonts.default })

base('body', {
  ...typography.body,
  minBlockSize: '100dvh',
  wordBreak: 'keep-all',
  overflowWrap: 'anywhere',
  fontVariantNumeric: 'tabular-nums',
  lineBreak: 'strict',
})
// Thai and Chinese are written without spaces, so `keep-all` would prevent line breaks inside a sentence. Japanese
// messages contain marks at which their lines can break (i18n/japanese-phrases).
base(':lang(th) body, :lang(zh) body', { wordBreak: 'normal' })
base('p', { textWrap: 'pretty' })
base('input, select, textarea', { scrollMarginBlockStart: '5rem' })
base('a', { color: tokens.accent.text, textDecorationThickness: '1px', textUnderlineOffset: '.25em' })
base('strong, b', { fontWeight: 700 })
base('mark', { background: 'none', color: 'inherit', textDecoration: 'underline' })
base('s, del', { textDecorationThickness: '1px' })

base(':focus-visible', { outline: `${tokens.size.ring} solid ${tokens.line.focus}`, outlineOffset: tokens.size.ring })
// Fades colours only after hydration. Chromium first paints size containers and closed `details` in default colours,
// and would visibly fade from those. In `details`, this can happen even after hydration, so nothing in them fades.
const fade = ['background-color', 'border-color', 'color'].map((name) => `${name} ${tokens.motion.colour}`).join(', ')
const folded = ':is(details > :not(summary), details > :not(summary) *)'
base(`html[data-hydrated] :is(a, button, input, label, select, summary, textarea):not(${folded})`, {
  transition: fade,
  '@media': { [media.forcedColors]: { transition: 'none' } },
})
base('a:active, [data-pending]:not([aria-disabled=true])', { opacity: 0.6 })
base('[data-pending]:not([aria-disabled=true])', {
  cursor: 'progress',
  '@media': { [media.motionAllowed]: { animation: `${pulse} 700ms ease-in-out infinite alternate` } },
})
base('::selection', { background: tokens.accent.fill, color: tokens.accent.ink })
base('::placeholder', { color: tokens.ink.faint, opacity: 1 })
const viewTransition = '::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*)'
base(viewTransition, {
  animationDuration: '200ms',
  '@media': { [media.reducedMotion]: { animation: 'none !important' } },
})
// Also applies to page loads without JavaScript. The cast is needed because the type lacks `navigation`.
base('@view-transition', { '@media': { [media.motionAllowed]: { navigation: 'auto' } as object } })
base('::view-transition', { pointerEvents: 'none' })
base('*, *::before, *::after', {
  '@media': {
    [media.reducedMotion]: {
      animationDuration: '1ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '1ms !important',
    },
  },
})
const hasOpenOverlay = ':has([role=dialog][data-state=open], [popover]:popover-open)'
// Prevents scrolling behind an open dialog or popover. The scroll bar's gutter remains, so nothing shifts.
base(`html[data-scroll-bar]${hasOpenOverlay}`, { scrollbarGutter: 'stable' })
base(`body${hasOpenOverlay}`, { overflow: 'hidden' })

export const visuallyHidden = component({
  position: 'absolute',
  inlineSize: '1px',
  blockSize: '1px',
  margin: '-1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})

/** For elements that are focused only by scripts and need no focus ring. */
export const focusedByScript = component({ selectors: { '&:focus': { outline: 'none' } } })
