import { card, panel, title } from '~/ui/card/card.css'
import { foldHead } from '~/ui/fold.css'
import { arranged, insideScreen, screen, typography } from '~/ui/layered'
import { stack, wrapRow } from '~/ui/layout/layout.css'
import { faintText, plainText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'

const { accent, good, ink, line, radius, size, space, text } = tokens

export const pending = screen({ ...arranged.column, gap: space.snug, containerType: 'inline-size' })
export const sentence = plainText
export const newsReason = screen({ ...typography.label, fontWeight: 400 })
export const step = screen([newsReason, { '@media': { print: { display: 'none' } } }])
export const note = faintText
export const steps = screen({ display: 'grid', gridAutoFlow: 'column', gridAutoColumns: '1fr', gap: space.hair })
export const stepMark = screen({
  ...typography.tiny,
  color: ink.faint,
  whiteSpace: 'nowrap',
  borderBlockStart: `4px solid ${line.edge}`,
  paddingBlockStart: space.near,
  selectors: {
    '&[data-done]': { borderColor: ink.soft, color: ink.soft },
    '&[aria-current]': { color: ink.body, fontWeight: 700, borderColor: accent.line },
  },
})
export const withoutScript = screen({ selectors: { 'html[data-hydrated] &': { display: 'none' } } })

export const foldBox = screen([panel, { position: 'relative', containerType: 'inline-size' }])
export const foldRow = screen([
  foldHead,
  { color: 'inherit', gap: space.snug, padding: `${space.base} ${space.roomy}`, borderRadius: radius.card },
])
export const foldText = screen([wrapRow, { gap: `${space.tight} ${space.snug}`, flex: '1 1 0', minInlineSize: 0 }])
export const foldTitle = title
export const shared = screen({ padding: `0 ${space.roomy} ${space.roomy}` })
export const groupHead = screen([pending, { padding: space.roomy }])
// The badge stays on the title's first line.
insideScreen(`${groupHead} > ${foldText}`, { flexWrap: 'nowrap', alignItems: 'baseline' })
insideScreen(`${foldText} > ${withoutScript}`, { marginInlineStart: 'auto' })
/** Links in it are quiet, because cancelling must not stand out. Gaps separate its parts, also where they wrap. */
export const oneLine = screen([
  note,
  wrapRow,
  { columnGap: space.snug, flex: '1 1 100%', '@container': { '(min-width: 44rem)': { flex: '1' } } },
])
insideScreen(`${oneLine} a`, { color: 'inherit' })
insideScreen(`${pending} > ${oneLine}`, {
  borderBlockStart: `${size.hairline} solid ${line.hair}`,
  paddingBlockStart: space.snug,
})
export const rowTitle = screen({ ...typography.label, fontWeight: 700 })

export const receipt = screen([stack, { inlineSize: '100%', maxInlineSize: size.form, marginInline: 'auto' }])
export const paper = screen([
  card,
  {
    gap: 0,
    paddingBlock: 0,
    '@media': {
      [media.from768]: { paddingInline: space.wide },
      print: { border: `${size.hairline} solid ${line.edge}` },
    },
  },
])
export const part = screen({
  paddingBlock: space.base,
  '@media': { [media.from768]: { paddingBlock: space.wide } },
  selectors: { '& + &': { borderBlockStart: `${size.hairline} dashed ${line.edge}` } },
})
export const middle = screen([part, { display: 'grid', justifyItems: 'center', gap: space.tight, textAlign: 'center' }])
export const number = screen([rowTitle, { userSelect: 'all', whiteSpace: 'nowrap' }])

export const newsRow = screen({
  position: 'relative',
  selectors: { '* + &': { borderBlockStart: `${size.hairline} solid ${line.hair}` } },
})
export const newsHead = screen({
  ...arranged.row,
  ...typography.small,
  justifyContent: 'space-between',
  gap: space.snug,
  minBlockSize: size.target,
  paddingInlineStart: space.roomy,
})
insideScreen(`${newsHead} > a`, { paddingInlineEnd: space.base })
insideScreen(`${newsHead} > div`, { flex: '1', paddingBlock: space.near })
/** A pending transaction: amount and time, then its button at the end of the row. The links are in a second row. */
export const transfer = screen([
  wrapRow,
  {
    gap: `${space.tight} ${space.base}`,
    padding: `${space.snug} ${space.roomy}`,
    borderBlockStart: `${size.hairline} solid ${line.hair}`,
  },
])
export const transferSum = screen([
  wrapRow,
  { alignItems: 'baseline', flex: '1', '@container': { '(min-width: 44rem)': { flex: '0 0 12rem' } } },
])
insideScreen(`${transferSum} > strong`, { userSelect: 'all' })
export const newsItem = screen({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: space.snug,
  padding: `${space.base} ${space.roomy}`,
  // In a wide card, the buttons are at the end of the row, before the one to close the card.
  '@container': {
    '(min-width: 44rem)': {
      gridTemplateColumns: 'auto minmax(0, 1fr) auto',
      selectors: { '&:not(:last-child)': { paddingInlineEnd: space.section } },
    },
  },
})
export const newsSteps = screen([wrapRow, { gridColumn: '-2 / -1', selectors: { '&:empty': { display: 'none' } } }])
insideScreen(`${newsSteps} > a`, { flexGrow: 1 })
/** Cases, each with its button at the end of its row. Both buttons have one width. */
insideScreen(`${newsSteps}:has(> div)`, { display: 'grid', alignContent: 'center' })
insideScreen(`:is(${newsSteps}, ${part} > div) > div > a`, { minInlineSize: '7.25rem', marginInlineStart: 'auto' })
export const tinted = screen({ borderRadius: radius.card })
export const credited = screen({})
insideScreen(`${credited} h3`, typography.titlePart)
insideScreen(`${credited} > div > span svg`, {
  color: good.soft,
  fill: good.ink,
  inlineSize: space.block,
  blockSize: space.block,
})
insideScreen(`${credited} > div > span`, { blockSize: text.titlePart.line })
export const newsLine = screen([title, { position: 'relative', paddingInlineEnd: space.block }])
insideScreen(`${newsLine} a`, { color: 'inherit', textDecoration: 'none' })
insideScreen(`${newsLine} a::after`, {
  display: 'inline-block',
  marginInlineStart: space.near,
  verticalAlign: 'middle',
})
insideScreen(`${newsLine} a::before`, { content: '""', position: 'absolute', inset: `calc(-1 * ${space.snug}) 0` })
insideScreen(`${newsHead} > ${newsLine}`, typography.small)
export const nowrap = screen({ whiteSpace: 'nowrap' })
export const newsText = screen({ ...arranged.column, alignSelf: 'start', gap: space.tight, maxInlineSize: size.form })
export const faded = screen({})
insideScreen(`${faded} > *`, { color: ink.faint })
export const newsClose = screen({
  position: 'absolute',
  insetBlockStart: space.tight,
  insetInlineEnd: 0,
})
