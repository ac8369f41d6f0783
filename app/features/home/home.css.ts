import { focusedByScript } from '~/ui/base.css'
import { panel } from '~/ui/card/card.css'
import { foldHead } from '~/ui/fold.css'
import { arranged, insideScreen, screen, typography } from '~/ui/layered'
import { stack, tightStack, twoColumns } from '~/ui/layout/layout.css'
import { faintText, plainText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'

const { accent, ink, line, radius, size, space, surface } = tokens

export const home = screen({
  '@media': { [media.below600]: { gap: space.snug }, [media.from600]: { gap: space.part } },
})
export const visitorHome = screen([home])

export const ways = screen({
  ...arranged.column,
  gap: space.base,
  '@media': { [media.from1600]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 1fr)', alignItems: 'center' } },
})

export const rails = screen({
  ...arranged.column,
  gap: space.part,
  '@media': { [media.below600]: { gap: space.near } },
})

export const popups = screen([panel, { minInlineSize: 0 }])
export const popup = screen({ selectors: { '& + &': { borderBlockStart: `${size.hairline} solid ${line.hair}` } } })
export const popupSummary = screen([
  foldHead,
  {
    ...typography.label,
    gap: space.snug,
    minBlockSize: size.button,
    paddingInline: space.base,
    borderRadius: radius.card,
    color: ink.body,
    outlineOffset: `calc(-1 * ${size.ring})`,
  },
])
export const popupTitle = screen({
  flex: '1 1 0',
  ...arranged.twoLines,
  selectors: { [`${popup}[open] &`]: { display: 'block', paddingBlock: space.snug } },
})
export const popupText = screen([
  plainText,
  { whiteSpace: 'pre-line', maxInlineSize: size.reading, paddingInline: space.base, paddingBlockEnd: space.near },
])
export const popupForm = screen({
  display: 'flex',
  justifyContent: 'end',
  paddingInline: space.near,
  paddingBlockEnd: space.near,
})

export const casinoProviders = screen([tightStack])
insideScreen(`${casinoProviders} li:nth-child(4)`, {
  '@media': { [`${media.from600} and ${media.below960}`]: { display: 'none' } },
})
insideScreen(`${casinoProviders} > ul`, {
  '@media': { [media.from960]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
})

export const acceptedHeadline = screen([
  focusedByScript,
  { display: 'flex', alignItems: 'start', gap: space.near, padding: `${space.roomy} ${space.roomy} 0` },
])

export const news = twoColumns
const part = screen([
  stack,
  { selectors: { '&:only-child': { gridColumn: '1 / -1' } }, '@media': { [media.below600]: { gap: 0 } } },
])
insideScreen(`${part} > ul`, {
  '@media': { [media.below600]: { background: surface.panel, borderRadius: radius.card, paddingInline: space.base } },
})
export const notices = screen([part])
insideScreen(`${notices} li:nth-child(n + 3)`, { '@media': { [media.below600]: { display: 'none' } } })
export const transactions = part

export const transactionTime = screen([
  faintText,
  { whiteSpace: 'nowrap', '@media': { [media.below600]: { flexBasis: '100%' } } },
])
export const transactionAmount = screen({ ...typography.label, color: ink.body, whiteSpace: 'nowrap' })

export const depositAtZero = screen({ '@media': { [media.from1200]: { display: 'none' } } })

export const startSteps = screen({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: space.near,
  marginBlock: space.snug,
})
insideScreen(`${startSteps} > li`, {
  ...typography.small,
  ...arranged.column,
  justifyItems: 'center',
  gap: space.tight,
  textAlign: 'center',
})
insideScreen(`${startSteps} svg`, { color: accent.text })

export const banners = screen({ display: 'flex', gap: space.snug, overflowX: 'auto' })
export const banner = screen({ flex: '0 0 min(100%, 30rem)' })
