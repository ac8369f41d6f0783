import { barSize } from '~/shell/bars/bottom.css'
import { arranged, insideScreen, screen } from '~/ui/layered'
import { chip } from '~/ui/link-row/chips.css'
import { item } from '~/ui/list/list.css'
import { media, tokens } from '~/ui/tokens.css'

const { good, ink, layer, line, radius, size, space, surface } = tokens

export const match = screen({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'center',
  gap: space.tight,
  paddingBlockEnd: space.snug,
  borderBlockEnd: `${size.hairline} solid ${line.hair}`,
  '@media': { [media.from1400]: { gridTemplateColumns: '12rem minmax(0, 1fr)', columnGap: space.snug } },
})
insideScreen(`${match} > p`, {
  lineHeight: space.part,
  '@media': { [media.from1400]: { flexWrap: 'wrap', rowGap: 0 } },
})
export const provider = screen([
  screen(arranged.ellipsis),
  { color: 'inherit', textDecoration: 'none', '@media': { [media.from1400]: { inlineSize: '100%' } } },
])
export const odds = screen([
  chip,
  {
    flexDirection: 'column',
    flex: 1,
    padding: space.tight,
    lineHeight: space.roomy,
    textAlign: 'center',
    whiteSpace: 'normal',
  },
])
export const fold = screen({ display: 'none', flex: '10', '@media': { [media.below768]: { display: 'block' } } })
insideScreen(`${odds}:not([aria-current]) > b, ${fold} b`, { color: ink.body })
export const ownOdds = screen([odds, { background: good.soft, borderColor: good.ink, color: good.ink }])
insideScreen(`span${odds}:not(${ownOdds})`, { borderStyle: 'dashed' })
export const slips = screen({
  position: 'sticky',
  insetBlock: `${space.near} calc(${barSize} - ${space.snug})`,
  zIndex: layer.sticky,
  padding: `${space.snug} ${space.base} ${space.roomy}`,
  borderRadius: radius.card,
  background: surface.panel,
})
export const wideOnly = screen({})
insideScreen(`${wideOnly}, ${fold}:not([open]) ~ :not([data-play])`, {
  '@media': { [media.below768]: { display: 'none' } },
})
// On a phone, the slips unfold upwards. They come after the fold, because wide screens show them without one.
insideScreen(`${fold} span::after`, { scale: '1 -1' })
// The expanded slips show the same figures above their buttons.
insideScreen(`${fold}[open] :is(b ~ span, small)`, { display: 'none' })
insideScreen(`${slips} [data-play]`, { flexGrow: 1 })
export const unfolded = screen({
  flexBasis: '100%',
  overflowY: 'auto',
  maxBlockSize: 'max(50vh, 100vh - 12rem)',
})
insideScreen(`${unfolded} :is(li li, h3, div${item})`, { paddingBlock: '6px' })
insideScreen(`${slips} [rel]`, { justifyContent: 'end', padding: 0, background: 'none' })
