import { component } from '../layered'
import { media } from '../media'
import { tokens } from '../tokens.css'
import { typography } from '../typography'

const { ink, space, surface } = tokens

export const meter = component({ display: 'grid', gap: space.near })
export const words = component({
  ...typography.small,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: space.snug,
  color: ink.soft,
})
export const value = component({ fontWeight: 700, color: ink.body, whiteSpace: 'nowrap' })

const full = { background: ink.body, borderRadius: '4px' }

export const bar = component({
  appearance: 'none',
  inlineSize: '100%',
  blockSize: '8px',
  border: 0,
  borderRadius: '4px',
  background: surface.pressed,
  overflow: 'hidden',
  selectors: {
    '&::-webkit-progress-bar': { background: surface.pressed, borderRadius: '4px' },
    '&::-webkit-progress-value': full,
    '&::-moz-progress-bar': full,
  },
  '@media': {
    [media.forcedColors]: {
      border: '1px solid CanvasText',
      selectors: {
        '&::-webkit-progress-value': { background: 'CanvasText', forcedColorAdjust: 'none' },
        '&::-moz-progress-bar': { background: 'CanvasText', forcedColorAdjust: 'none' },
      },
    },
  },
})
