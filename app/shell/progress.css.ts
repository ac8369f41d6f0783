import { keyframes } from '@vanilla-extract/css'
import { shell } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'

const { accent, layer, motion, size } = tokens

const appear = keyframes({ from: { opacity: 0 } })
/** The bar never reaches the end: the loading time is unknown. */
const advance = keyframes({ from: { transform: 'scaleX(.02)' }, to: { transform: 'scaleX(.92)' } })

const afterDelay = `${motion.progressDelay} backwards`

export const bar = shell({
  position: 'fixed',
  zIndex: layer.progress,
  insetBlockStart: 0,
  insetInline: 0,
  blockSize: size.current,
  background: accent.line,
  pointerEvents: 'none',
  transformOrigin: 'left',
  animation: `${appear} ${motion.colour} ${afterDelay}`,
  '@media': {
    [media.motionAllowed]: {
      transform: 'scaleX(.92)',
      animation: `${appear} ${motion.colour} ${afterDelay}, ${advance} 8s cubic-bezier(.1,.7,.3,1) ${afterDelay}`,
    },
    [media.forcedColors]: { background: 'Highlight' },
  },
})
