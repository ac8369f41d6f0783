import { barSize } from '~/shell/bars/bottom.css'
import { arranged, insideScreen, screen, typography } from '~/ui/layered'
import { formAndHelp } from '~/ui/layout/layout.css'
import { chip } from '~/ui/link-row/chips.css'
import { softText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'

const { good, ink, layer, line, radius, size, space, surface, text } = tokens

export const start = screen({
  ...typography.titleCard,
  lineHeight: space.wide,
  borderBlockEnd: `${size.hairline} solid ${line.edge}`,
})
/** The sport and provider beside the sides, or above them where the row is narrow. */
export const match = screen({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space.tight} ${space.base}`,
})
export const about = screen([softText, { flex: '1 1 13rem', rowGap: 0 }])
export const name = screen({ flexBasis: '100%', color: ink.body })
// Links are high enough to press. A bet's badge changes no row's height.
insideScreen(`${about} > a`, {
  display: 'flex',
  alignItems: 'center',
  minBlockSize: '1.5rem',
  color: 'inherit',
  textDecoration: 'none',
})
/** On wide screens, all matches have three columns. Without a draw, the second is empty. */
export const sides = screen({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  gap: space.near,
  flex: '2 1 17rem',
})
insideScreen(`${sides} > :nth-child(2):last-child`, { '@media': { [media.from960]: { gridColumn: 3 } } })
/** A side's name above its odds, or where the row is wide, beside them. */
export const odds = screen([
  chip,
  {
    ...typography.small,
    flexDirection: 'column',
    lineHeight: '1.25rem',
    padding: space.near,
    textAlign: 'center',
    whiteSpace: 'normal',
    '@media': {
      [media.from960]: { flexDirection: 'row', justifyContent: 'space-between', paddingInline: space.snug },
    },
  },
])
insideScreen(`${odds} > b`, { fontSize: text.body.size })
export const fold = screen({ selectors: { '&:not([open])': { order: 1 } } })
export const ownOdds = screen([odds, { background: good.soft, borderColor: good.ink, color: good.ink }])
insideScreen(`a${odds}:not([aria-current], :hover)`, { background: surface.panel, color: ink.body })
insideScreen(`span${odds}:not(${ownOdds})`, { borderStyle: 'dashed' })
const besideSlip = { [media.from768]: { gridTemplateColumns: 'minmax(0, 1fr) 21rem' } }
export const schedule = screen([formAndHelp, { rowGap: space.near, '@media': besideSlip }])
/** The slip without picks. It is below the matches. */
export const hint = screen({
  position: 'sticky',
  insetBlockStart: space.wide,
  padding: space.base,
  borderRadius: radius.card,
  background: surface.panel,
})
export const slips = screen([
  hint,
  {
    zIndex: layer.sticky,
    '@media': {
      [media.below768]: {
        marginInline: `calc(-1 * ${space.base})`,
        paddingBlock: `${space.near} ${space.roomy}`,
        background: surface.raised,
        // The bar stays to the end of the page. Unfolded, it is as high as the screen allows.
        position: 'fixed',
        insetBlock: `auto calc(${barSize} - ${space.snug})`,
        insetInline: space.base,
      },
    },
  },
])
export const head = screen({ flex: '10', minBlockSize: size.target })
insideScreen(`${head} > a`, { marginInlineEnd: `calc(-1 * ${space.base})` })
/** A pick. The button that removes it is at the start, so that all odds end at the slip's edge. */
export const row = screen({
  ...arranged.row,
  columnGap: space.tight,
  marginInlineStart: `calc(-1 * ${space.snug})`,
  paddingBlock: space.tight,
})
insideScreen(`${row} > a`, { order: -1 })
export const total = screen({ paddingBlock: space.near, borderBlockStart: `${size.hairline} solid ${line.edge}` })
insideScreen(`${total} > b`, { fontSize: '1.25rem' })
const unfolded = screen({ flexBasis: '100%', overflowY: 'auto', maxBlockSize: 'max(6rem, 100vh - 20rem)' })
export const dropped = screen([unfolded])
export const groups = screen([unfolded, { display: 'grid', gap: space.near, paddingBlockEnd: space.base }])
insideScreen(`${groups} > * + *`, { paddingBlockStart: space.near })
// On a phone, the slips unfold upwards. They come after the fold, because wide screens show them without one.
insideScreen(`${fold} span::after`, { scale: '1 -1' })
const folded = `${slips}:not(:has([open]))`
insideScreen(`${folded} > ${groups}, ${folded} > ${head} > :is(span ~ b, a)`, {
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
insideScreen(`${slips} small`, { fontWeight: 400, fontSize: text.micro.size })
// Leaves room for the bar below the footer.
insideScreen(`body:has(${slips} a)`, { '@media': { [media.below768]: { paddingBlockEnd: '5rem' } } })
