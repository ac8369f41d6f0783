import { chevronRight } from './fold.css'
import { component, typography } from './layered'
import { media, tokens } from './tokens.css'

const { accent, ink, size, space } = tokens

export const textLink = component({
  color: accent.text,
  '@media': { [media.hover]: { selectors: { '&:hover': { textDecorationThickness: '2px' } } } },
})

export const arrowLink = component({
  ...typography.small,
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.tight,
  minBlockSize: size.target,
  color: ink.soft,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '@media': { print: { display: 'none' }, [media.hover]: { selectors: { '&:hover': { color: ink.body } } } },
})
export const linkEnd = component({ selectors: { '&::after': chevronRight } })
export const moreLink = component([arrowLink, linkEnd, { gap: space.near }])
/** Lets the text of a link above a title start as far up as a title. */
export const backLink = component([arrowLink, { marginBlockStart: `calc(-1 * ${space.snug})` }])

export const unbroken = component({ display: 'inline-block' })

export const softText = component({ ...typography.small, color: ink.soft })
export const faintText = component({ ...typography.tiny, color: ink.faint })
export const plainText = component({ ...typography.label, fontWeight: 400, color: ink.soft })
