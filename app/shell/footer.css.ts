import { shell } from '~/ui/layered'
import { media } from '~/ui/media'
import { textLink } from '~/ui/text-link/text-link.css'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'
import { container } from './frame.css'

const { ink, line, radius, size, space } = tokens

export const footer = shell({
  borderBlockStart: `${size.hairline} solid ${line.hair}`,
  paddingBlock: `${space.wide} ${space.gap}`,
  '@media': { [media.from960]: { paddingBlock: `${space.section} ${space.section}` } },
})

export const parts = shell([container, { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.wide }])

export const part = shell({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.snug,
  alignContent: 'start',
})
export const title = shell({ ...typography.small, fontWeight: 600, color: ink.soft })

export const lists = shell({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.part,
  '@media': { [media.from768]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', columnGap: space.wide } },
})

export const names = shell({
  ...typography.small,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space.base,
  rowGap: space.tight,
  color: ink.faint,
})

export const legal = shell({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.roomy,
})

export const age = shell({ display: 'flex', alignItems: 'start', gap: space.snug, flex: '1 1 20rem', minInlineSize: 0 })
export const ageMark = shell({
  ...typography.small,
  fontWeight: 700,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: 'none',
  inlineSize: '40px',
  blockSize: '40px',
  border: `2px solid ${ink.soft}`,
  borderRadius: radius.full,
  color: ink.body,
})
export const legalText = shell({
  ...typography.small,
  display: 'grid',
  gap: space.hair,
  color: ink.soft,
  minInlineSize: 0,
})

/** Links in a row. */
export const links = shell({ display: 'flex', flexWrap: 'wrap', columnGap: space.base })
export const link = shell([textLink, { display: 'inline-flex', alignItems: 'center', minBlockSize: size.target }])

export const switches = shell({ display: 'flex', flexWrap: 'wrap', gap: space.near })

/** With the system's theme only the browser knows which of the two theme buttons applies. */
export const whenDark = shell({ '@media': { '(prefers-color-scheme: light)': { display: 'none' } } })
export const whenLight = shell({ '@media': { '(prefers-color-scheme: dark)': { display: 'none' } } })
