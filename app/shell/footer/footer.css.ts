import type { StyleRule } from '@vanilla-extract/css'
import { foldHead } from '~/ui/fold.css'
import { arranged, insideShell, shell, typography } from '~/ui/layered'
import { textLink } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'
import { container } from '../shell.css'

const { ink, line, radius, size, space } = tokens

export const footer = shell({
  borderBlockStart: `${size.hairline} solid ${line.hair}`,
  paddingBlock: space.near,
  '@media': {
    [media.from768]: { paddingBlock: `${space.wide} ${space.gap}` },
    [media.from960]: { paddingBlock: `${space.section} ${space.section}` },
  },
})

/** Phones show the help links, then the provider list's toggle and the switches, the open list, and the legal part. */
export const parts = shell([
  container,
  {
    ...arranged.column,
    gap: space.wide,
    '@media': { [media.below768]: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0 } },
  },
])

function placeOnPhone(order: number, flex = '1 0 100%'): StyleRule {
  return { '@media': { [media.below768]: { order, flex } } }
}

export const part = shell({ ...arranged.column, gap: space.snug, alignContent: 'start' })
export const help = shell([part, placeOnPhone(0)])
export const title = shell({ ...typography.small, fontWeight: 600, color: ink.soft })

export const fold = shell(placeOnPhone(1, 'none'))
export const foldSummary = shell([
  foldHead,
  { ...typography.small, display: 'inline-flex', minInlineSize: size.target },
])
export const lists = shell([
  {
    ...arranged.column,
    gap: space.part,
    selectors: { [`${fold}:not([open]) + &`]: { display: 'none' } },
    '@media': {
      [media.below768]: { paddingBlock: `${space.near} ${space.base}` },
      [media.from768]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', columnGap: space.wide },
    },
  },
  placeOnPhone(3),
])

/** One piece of text: a list of forty items would make up a tenth of a page's elements. */
export const names = shell({ ...typography.small, color: ink.faint })

export const legal = shell({
  ...arranged.spread,
  gap: space.roomy,
  '@media': { [media.below768]: { display: 'contents' } },
})

const inRunningText = { display: 'inline', marginInlineEnd: space.near }

export const age = shell([
  {
    display: 'flex',
    alignItems: 'start',
    gap: space.snug,
    minInlineSize: 0,
    '@media': { [media.from768]: { flex: '1 1 20rem' } },
  },
  placeOnPhone(4),
])
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

export const legalText = shell({
  ...typography.small,
  display: 'grid',
  gap: space.hair,
  color: ink.soft,
  minInlineSize: 0,
  // On a phone, the lines are tall enough that links in adjacent lines can be tapped separately.
  '@media': { [media.below768]: { ...typography.tiny, display: 'block', lineHeight: '1.5rem' } },
})
export const sentence = shell({ '@media': { [media.below768]: inRunningText } })
/** A phone shows it only with the unfolded names, because the banner on every page says the same. */
export const playMoney = shell([
  sentence,
  { selectors: { [`${fold}:not([open]) ~ * &`]: { '@media': { [media.below768]: { display: 'none' } } } } },
])

export const links = shell({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space.base,
  '@media': { [media.below768]: { display: 'inline' } },
})
export const link = shell([
  textLink,
  {
    '@media': {
      [media.below768]: { display: 'inline-block' },
      [media.from768]: { display: 'inline-flex', alignItems: 'center', minBlockSize: size.target },
    },
  },
])

export const switches = shell([
  {
    display: 'flex',
    flexWrap: 'wrap',
    gap: space.near,
    '@media': { [media.below768]: { justifyContent: 'end', gap: 0 } },
  },
  placeOnPhone(2, '1 1 auto'),
])
insideShell(`${switches} button`, {
  '@media': {
    [media.below768]: { ...typography.tiny, gap: space.tight, paddingInline: '6px', color: ink.soft },
    [`${media.below768} and (forced-colors: none)`]: { borderColor: 'transparent' },
  },
})

export const theme = shell({ display: 'contents' })

/** With the system's theme, only the browser knows which of the two theme buttons applies. */
export const themes = shell([theme])
insideShell(`${themes} > [value=light]`, { '@media': { '(prefers-color-scheme: light)': { display: 'none' } } })
insideShell(`${themes} > [value=dark]`, { '@media': { '(prefers-color-scheme: dark)': { display: 'none' } } })
