import { foldHead } from '~/ui/fold.css'
import { arranged, insideShell, shell, typography } from '~/ui/layered'
import { softText, textLink } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'
import { container } from '../shell.css'

const { ink, line, radius, size, space } = tokens

export const footer = shell({
  borderBlockStart: `${size.hairline} solid ${line.hair}`,
  paddingBlock: `${space.near} ${space.tight}`,
  '@media': { [media.from768]: { paddingBlock: `${space.base} ${space.gap}` } },
})

export const parts = shell([
  container,
  { ...arranged.row, flexWrap: 'wrap', columnGap: space.base, '@media': { [media.from768]: { rowGap: space.near } } },
])

export const part = shell({ ...arranged.column, gap: space.snug, alignContent: 'start' })
export const help = shell({
  flex: '1 0 100%',
  '@media': { [media.from768]: { flex: 'none' } },
})
export const title = shell([softText, { fontWeight: 600 }])

export const fold = shell({})
export const foldSummary = shell([
  foldHead,
  { ...typography.small, display: 'inline-flex', minInlineSize: size.target },
])
export const lists = shell({
  ...arranged.column,
  order: 1,
  flex: '1 0 100%',
  gap: space.part,
  paddingBlock: `${space.near} ${space.base}`,
  selectors: { [`${fold}:not([open]) + &`]: { display: 'none' } },
  '@media': { [media.from768]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', columnGap: space.wide } },
})

/** The names are one piece of text. A list of forty items would account for a tenth of a page's elements. */
export const names = shell({ ...typography.small, color: ink.faint })

export const age = shell({ ...arranged.row, order: 1, flex: '1 0 100%', gap: space.snug })
export const ageMark = shell({
  ...typography.small,
  fontWeight: 700,
  ...arranged.centred,
  flex: 'none',
  inlineSize: '40px',
  blockSize: '40px',
  border: `2px solid ${ink.soft}`,
  borderRadius: radius.full,
  color: ink.body,
  '@media': {
    [media.below768]: {
      ...typography.tiny,
      fontWeight: 700,
      inlineSize: '28px',
      blockSize: '28px',
      letterSpacing: '-.04em',
    },
  },
})

export const legalText = shell([
  softText,
  {
    minInlineSize: 0,
    // The lines are tall enough that links in adjacent lines can be tapped separately.
    lineHeight: '1.5rem',
    '@media': { [media.below768]: { fontSize: tokens.text.tiny.size } },
  },
])
export const sentence = shell({ display: 'inline', marginInlineEnd: space.near })
export const links = shell({ display: 'inline' })
export const link = shell([textLink, { display: 'inline-block' }])

export const switches = shell({
  display: 'flex',
  flex: '1 1 auto',
  flexWrap: 'wrap',
  columnGap: space.base,
})
insideShell(`${switches} button`, {
  '@media': {
    [media.below768]: { ...typography.tiny, gap: space.tight, paddingInline: 0, color: ink.soft },
    [`${media.below768} and (forced-colors: none)`]: { borderColor: 'transparent' },
  },
})

export const liteNote = shell([softText, { alignSelf: 'center' }])

export const theme = shell({ display: 'contents' })

/** With the system's theme, only the browser knows which of the two theme buttons applies. */
export const themes = shell([theme])
insideShell(`${themes} > [value=light]`, { '@media': { '(prefers-color-scheme: light)': { display: 'none' } } })
insideShell(`${themes} > [value=dark]`, { '@media': { '(prefers-color-scheme: dark)': { display: 'none' } } })
