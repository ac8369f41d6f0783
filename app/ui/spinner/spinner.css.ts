import { keyframes } from '@vanilla-extract/css'
import { component } from '../layered'
import { media } from '../media'

const turn = keyframes({ to: { transform: 'rotate(1turn)' } })

export const spinner = component({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: 'none',
  inlineSize: '18px',
  blockSize: '18px',
})

export const ring = component({
  inlineSize: '100%',
  blockSize: '100%',
  border: '2px solid currentColor',
  borderInlineEndColor: 'transparent',
  borderRadius: '50%',
  animation: `${turn} 800ms linear infinite`,
  '@media': { [media.reducedMotion]: { display: 'none' } },
})

/** Three static dots replace it with reduced motion. */
export const dots = component({
  display: 'none',
  '@media': {
    [media.reducedMotion]: {
      display: 'block',
      inlineSize: '16px',
      blockSize: '4px',
      background: 'radial-gradient(circle, currentColor 1.6px, transparent 2px) 0 0 / 5.33px 4px repeat-x',
      forcedColorAdjust: 'none',
    },
  },
})
