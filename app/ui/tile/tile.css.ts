import { arranged, componentVariants, insideComponent, typography } from '../layered'
import { media, tokens } from '../tokens.css'

const { accent, ink, radius, size, space, surface } = tokens

export const grids = componentVariants(
  { display: 'grid', gap: space.near },
  {
    stack: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    row: {
      gridAutoFlow: 'column',
      gridAutoColumns: 'minmax(0, 1fr)',
      '@media': { [media.from768]: { display: 'flex', flexWrap: 'wrap', columnGap: space.base } },
    },
  },
)

export const tiles = componentVariants(
  {
    ...typography.small,
    fontWeight: 600,
    ...arranged.row,
    borderRadius: radius.control,
    color: ink.body,
    textDecoration: 'none',
    blockSize: '100%',
    '@media': { [media.forcedColors]: { border: '1px solid LinkText' } },
  },
  {
    stack: {
      flexDirection: 'column',
      justifyContent: 'center',
      gap: space.tight,
      minBlockSize: '76px',
      padding: space.near,
      background: surface.raised,
      textAlign: 'center',
      '@media': { [media.hover]: { selectors: { '&:hover': { background: surface.pressed } } } },
    },
    row: {
      ...typography.tiny,
      fontWeight: 600,
      lineHeight: '1.0625rem',
      flexDirection: 'column',
      justifyContent: 'center',
      gap: space.hair,
      minBlockSize: size.button,
      padding: space.tight,
      textAlign: 'center',
      background: surface.panel,
      '@media': {
        [media.from768]: { ...typography.small, paddingInline: 0, background: 'none' },
        [media.hover]: { selectors: { '&:hover': { textDecoration: 'underline' } } },
      },
    },
  },
)

insideComponent(`${tiles.stack} > svg`, { color: ink.soft })
insideComponent(`${tiles.row} > svg`, { color: accent.text, '@media': { [media.from768]: { display: 'none' } } })
