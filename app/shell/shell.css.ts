import { keyframes } from '@vanilla-extract/css'
import { focusedByScript } from '~/ui/base.css'
import { arranged, insideShell, shell } from '~/ui/layered'
import { media, tokens } from '~/ui/tokens.css'

const { accent, layer, motion, size, space } = tokens

const appear = keyframes({ from: { opacity: 0 } })
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

const hasForm = ':has(main form[data-restored])'

/** Shown on pages whose form is submitted along with the preference. Browsers without `:has` show `withoutForm`. */
export const withForm = shell({
  selectors: { [`:root:not(${hasForm}) &`]: { display: 'none' } },
  '@supports': { 'not selector(:has(*))': { display: 'none' } },
})
export const withoutForm = shell({ selectors: { [`:root${hasForm} &`]: { display: 'none' } } })

export const frame = shell({ display: 'flex', flexDirection: 'column', flex: '1 0 auto', minBlockSize: '100dvh' })

export const container = shell({
  inlineSize: '100%',
  maxInlineSize: size.app,
  marginInline: 'auto',
  paddingInlineStart: `max(${space.base}, env(safe-area-inset-left))`,
  paddingInlineEnd: `max(${space.base}, env(safe-area-inset-right))`,
  '@media': { [media.from960]: { paddingInline: space.wide }, [media.from1600]: { paddingInline: space.gap } },
})

export const grid = shell([
  container,
  {
    flex: '1 0 auto',
    ...arranged.column,
    alignItems: 'start',
    paddingBlock: `${space.roomy} ${space.gap}`,
    '@media': { [media.from960]: { paddingBlock: `${space.wide} ${space.end}` } },
  },
])

export const gridWithPanel = shell([
  grid,
  { '@media': { [media.from1200]: { gridTemplateColumns: `minmax(0, 1fr) ${size.panel}`, columnGap: space.wide } } },
])

export const main = shell([focusedByScript, { minInlineSize: 0, ...arranged.column, gap: space.roomy }])

export const aside = shell({
  '@media': {
    [media.from1200]: {
      all: 'unset',
      display: 'block',
      position: 'sticky',
      insetBlockStart: space.wide,
      minInlineSize: 0,
      maxBlockSize: `calc(100dvh - ${space.wide})`,
      overflowY: 'auto',
      overscrollBehavior: 'contain',
    },
  },
})

insideShell(`${aside} > :first-child`, { '@media': { [media.from1200]: { display: 'none' } } })
