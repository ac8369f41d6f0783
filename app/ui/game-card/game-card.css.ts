import { answerInPicture, arranged, component, componentVariants, insideComponent, typography } from '../layered'
import { faintText } from '../text.css'
import { media, openedPicture, tokens } from '../tokens.css'

const { accent, ink, line, radius, size, space, surface } = tokens

export const narrowGrid = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  columnGap: '10px',
  rowGap: space.base,
})
export const grid = component([
  narrowGrid,
  {
    '@media': {
      [media.from360]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
      [media.from600]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
      [media.from960]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))', columnGap: space.base, rowGap: space.roomy },
      [media.from1600]: { gridTemplateColumns: 'repeat(8, minmax(0, 1fr))' },
    },
  },
])

export const item = component({
  position: 'relative',
  minInlineSize: 0,
  containerType: 'inline-size',
  scrollMarginBlock: size.bottomBar,
})
export const card = component({ display: 'block', position: 'relative', color: ink.body, textDecoration: 'none' })
/** Combined with `card` for a card with a 16:9 picture. */
export const wide = component({})
export const plain = component({
  blockSize: '100%',
  padding: `${space.tight} ${size.target} ${space.snug} 0`,
  borderBlockEnd: `${size.hairline} solid ${line.hair}`,
  '@media': { [media.from960]: { display: 'grid', gridTemplateColumns: '3fr 2fr', alignItems: 'baseline' } },
})

answerInPicture(card, '50cqi')
insideComponent(`${plain}::after`, { content: 'none' })
insideComponent(`${card}.${wide}::after`, { insetBlockStart: '28.125cqi' })
// During the page transition, the clicked game's picture morphs into the picture on the game's launch page.
insideComponent(`${card}[data-pending] img`, { viewTransitionName: openedPicture })

export const name = componentVariants(
  { ...typography.small, fontWeight: 600, lineHeight: '1.1875rem', marginBlockStart: space.near },
  {
    upTo20: {},
    longer: { fontSize: 'clamp(0.8125rem, 10.6cqi, 0.875rem)', fontWeight: 500, letterSpacing: '-.04em' },
  },
)

export const subtitle = faintText
export const heart = component({
  position: 'absolute',
  insetBlockStart: 0,
  insetInlineEnd: 0,
  ...arranged.centred,
  inlineSize: size.target,
  blockSize: size.target,
  color: ink.soft,
  isolation: 'isolate',
  selectors: {
    '&[data-theme]::before': {
      content: '',
      position: 'absolute',
      inset: '11px',
      zIndex: -1,
      borderRadius: radius.badge,
      background: surface.ground,
      opacity: 0.8,
    },
    '&[aria-pressed=true]': { color: accent.line },
  },
})
insideComponent(`${plain} + ${heart}`, { blockSize: '100%' })
insideComponent(`${heart}[aria-pressed=true] > svg`, { fill: 'currentColor' })
