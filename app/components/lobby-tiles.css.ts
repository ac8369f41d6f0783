import { ways } from '~/ui/empty/empty.css'
import { arranged, insideShell, shell, typography } from '~/ui/layered'
import { media, tokens } from '~/ui/tokens.css'

const { ink, line, radius, size, space, surface } = tokens

export const tiles = shell({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: space.near,
  '@media': { [media.from768]: { gap: space.base } },
})

/** The card shows the focus ring, because the ring of the link inside would be clipped. */
export const tile = shell({
  display: 'block',
  blockSize: '100%',
  overflow: 'hidden',
  background: surface.panel,
  borderRadius: radius.card,
  color: ink.body,
  textDecoration: 'none',
  '@media': {
    [media.from768]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(6.5rem, 45%) minmax(0, 1fr)',
      alignItems: 'center',
    },
    [media.hover]: {
      selectors: { '&:hover': { outline: `${size.ring} solid ${line.focus}`, outlineOffset: size.ring } },
    },
    [media.forcedColors]: { border: '1px solid LinkText' },
  },
})
export const picture = shell({
  inlineSize: '100%',
  aspectRatio: '2 / 1',
  objectFit: 'cover',
  background: surface.raised,
  '@media': { [media.from768]: { aspectRatio: 'auto', blockSize: '100%', minBlockSize: '5.5rem' } },
})
export const text = shell({
  ...arranged.column,
  alignItems: 'center',
  padding: `6px ${space.tight}`,
  textAlign: 'center',
  '@media': { [media.from768]: { paddingInline: space.base, textAlign: 'start' } },
})
/** In the narrow column of an error page, the pictures are above the names at every width. */
insideShell(`${ways} ${tile}`, { display: 'block' })
insideShell(`${ways} ${picture}`, { aspectRatio: '2 / 1', blockSize: 'auto' })
insideShell(`${ways} ${text}`, { textAlign: 'center' })

export const name = shell({
  ...typography.titleCard,
  '@media': {
    [media.below768]: { fontSize: tokens.text.small.size, lineHeight: '1.25rem' },
    [media.from768]: { whiteSpace: 'nowrap' },
    [`${media.from768} and ${media.below960}`]: { fontSize: tokens.text.body.size },
  },
})
export const count = shell({
  ...typography.tiny,
  color: ink.faint,
  '@media': { [media.below768]: { display: 'none' } },
})
