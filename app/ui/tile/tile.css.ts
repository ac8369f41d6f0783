import { component } from '../layered'
import { media } from '../media'
import { tokens } from '../tokens.css'
import { typography } from '../typography'

const { accent, ink, motion, radius, space, surface } = tokens

export const grids = {
  /** Three small squares per row, in a panel. */
  stack: component({ display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: space.near }),
  /** Two per row, four from 960 px, with icon and text in one line. */
  row: component({
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: space.near,
    '@media': { [media.from960]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: space.base } },
  }),
}

const tile = component({
  ...typography.small,
  fontWeight: 600,
  position: 'relative',
  display: 'flex',
  borderRadius: radius.control,
  color: ink.body,
  textDecoration: 'none',
  blockSize: '100%',
  transition: `background-color ${motion.colour}`,
  '@media': { [media.forcedColors]: { border: '1px solid LinkText' } },
})

export const tiles = {
  stack: component([
    tile,
    {
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      gap: space.tight,
      minBlockSize: '76px',
      padding: space.near,
      background: surface.raised,
      textAlign: 'center',
      '@media': { [media.hover]: { selectors: { '&:hover': { background: surface.pressed } } } },
    },
  ]),
  row: component([
    tile,
    {
      ...typography.label,
      alignItems: 'center',
      gap: space.snug,
      minBlockSize: '62px',
      paddingBlock: space.near,
      paddingInline: space.base,
      background: surface.panel,
      '@media': { [media.hover]: { selectors: { '&:hover': { background: surface.raised } } } },
    },
  ]),
}

export const icons = {
  stack: component({ display: 'flex', color: ink.soft }),
  row: component({ display: 'flex', color: accent.text }),
}

export const bubble = component({ position: 'absolute', insetBlockStart: space.near, insetInlineEnd: space.near })
