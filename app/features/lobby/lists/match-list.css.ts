import { barSize } from '~/shell/bars/bottom.css'
import { arranged, insideScreen, screen, typography } from '~/ui/layered'
import { formAndHelp, spreadRow } from '~/ui/layout/layout.css'
import { chip } from '~/ui/link-row/chips.css'
import { media, tokens } from '~/ui/tokens.css'

const { good, ink, layer, line, radius, size, space, surface, text } = tokens

/** A start time above its matches, with the names of the odds' columns. */
export const start = screen([
  spreadRow,
  { ...typography.titleCard, paddingBlock: space.near, borderBlockEnd: `${size.hairline} solid ${line.edge}` },
])
export const match = screen({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: `${space.tight} ${space.snug}`,
  paddingBlock: space.near,
  '@media': {
    [media.below240]: { gridTemplateColumns: 'minmax(0, 1fr)' },
    [media.from1400]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr)) auto' },
  },
})
// A bet's badge is as high as the line, so that it changes no row.
insideScreen(`${match} > p`, {
  gridColumn: '1 / -1',
  lineHeight: text.label.line,
  // On wide screens, the teams come first, and rows with a bet are as high as others.
  '@media': { [media.from1400]: { gridArea: '1 / 2', flexWrap: 'wrap', rowGap: space.tight, minBlockSize: '3rem' } },
})
export const provider = screen({ ...arranged.ellipsis, color: 'inherit', textDecoration: 'none' })
export const sides = screen({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 3.5rem)',
  alignItems: 'center',
  gap: space.near,
  textAlign: 'center',
  '@media': { [media.from1400]: { gridAutoColumns: '4.5rem' } },
})
export const odds = screen([chip, { gap: space.tight, minInlineSize: 0, paddingInline: 0 }])
export const fold = screen({ selectors: { '&:not([open])': { order: 1 } } })
insideScreen(`${odds}:not([aria-current]) > b`, { color: ink.body })
export const ownOdds = screen([odds, { background: good.soft, borderColor: good.ink, color: good.ink }])
insideScreen(`span${odds}:not(${ownOdds})`, { borderStyle: 'dashed' })
const besideSlip = { gridTemplateColumns: 'minmax(0, 1fr) 20rem' }
export const schedule = screen([formAndHelp, { '@media': { [media.from768]: besideSlip } }])
export const slips = screen({
  position: 'sticky',
  insetBlock: `${space.wide} calc(${barSize} - ${space.snug})`,
  zIndex: layer.sticky,
  padding: space.base,
  borderRadius: radius.card,
  background: surface.panel,
  '@media': {
    [media.below768]: {
      marginInline: `calc(-1 * ${space.base})`,
      paddingBlockEnd: space.roomy,
      background: surface.raised,
      // The bar stays to the end of the page. Unfolded, it is as high as the screen allows.
      position: 'fixed',
      insetBlockStart: 'auto',
      insetInline: space.base,
    },
  },
})
export const head = screen({ flex: '10' })
/** A row of the slip. Its odds have a column of their own, and the button that removes a pick another one. */
export const row = screen({
  display: 'grid',
  gridTemplateColumns: `minmax(0, 1fr) auto ${size.target}`,
  alignItems: 'center',
  columnGap: space.near,
  paddingBlock: space.tight,
})
const unfolded = screen({ flexBasis: '100%', overflowY: 'auto', maxBlockSize: 'max(6rem, 100vh - 20rem)' })
export const dropped = screen([unfolded])
/** Fades out what is cut off at the end. */
export const groups = screen([
  unfolded,
  {
    display: 'grid',
    gap: space.near,
    paddingBlockEnd: space.base,
    maskImage: `linear-gradient(to top, transparent, #000 ${space.base})`,
  },
])
insideScreen(`${groups} > * + *`, { paddingBlockStart: space.near })
// On a phone, the slips unfold upwards. They come after the fold, because wide screens show them without one.
insideScreen(`${fold} span::after`, { scale: '1 -1' })
const folded = `${slips}:not(:has([open]))`
insideScreen(`${slips}:not(:has(a)), ${folded} > ${groups}, ${folded} > ${head} > :is(span ~ b, a)`, {
  '@media': { [media.below768]: { display: 'none' } },
})
insideScreen(`${slips}:has(details:not([open])) > ${dropped}`, { '@media': { [media.below768]: { order: -1 } } })
// A press anywhere on the folded bar, except on its button, unfolds the slip.
insideScreen(`${folded} summary::before`, { content: '""', position: 'absolute', inset: 0 })
insideScreen(`${slips}:has([open]) :is(${head} > span, summary > :not(:last-child))`, { display: 'none' })
insideScreen(`${fold}, ${head} > span`, { '@media': { [media.from768]: { display: 'none' } } })
insideScreen(`${slips} > a`, {
  position: 'relative',
  flexDirection: 'column',
  flexGrow: 1,
  gap: 0,
  padding: space.tight,
  lineHeight: space.roomy,
})
insideScreen(`${slips} section > div > a`, { gridColumn: '2 / -1' })
insideScreen(`${slips} small`, { fontWeight: 400, fontSize: text.micro.size })
// Leaves room for the bar below the footer.
insideScreen(`body:has(${slips} a)`, { '@media': { [media.below768]: { paddingBlockEnd: '5rem' } } })
