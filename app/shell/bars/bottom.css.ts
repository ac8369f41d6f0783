import { cornerOfIcon } from '~/ui/badge/badge.css'
import { base, shell, typography } from '~/ui/layered'
import { toastRoom } from '~/ui/toast/toast.css'
import { media, tokens } from '~/ui/tokens.css'

const { accent, ink, layer, line, size, space, surface } = tokens

export const barSize = `calc(${size.bottomBar} + ${size.hairline} + env(safe-area-inset-bottom))`

export const bar = shell({ minBlockSize: barSize, '@media': { [media.from960]: { display: 'none' } } })

// Keeps focused elements and fragment targets from being scrolled behind the bar or a toast.
base('html', { scrollPaddingBlockEnd: `calc(${barSize} + ${toastRoom})` })

export const cells = shell({
  position: 'fixed',
  insetInline: 0,
  insetBlockEnd: 0,
  zIndex: layer.bottomBar,
  display: 'grid',
  gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
  background: surface.panel,
  borderBlockStart: `${size.hairline} solid ${line.hair}`,
  paddingBlockEnd: 'env(safe-area-inset-bottom)',
})

export const newsMark = shell([cornerOfIcon, { insetInlineEnd: 'calc(50% - 18px)' }])

export const cell = shell({
  ...typography.micro,
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.tight,
  inlineSize: '100%',
  minBlockSize: size.bottomBar,
  paddingInline: space.hair,
  textAlign: 'center',
  color: ink.soft,
  textDecoration: 'none',
  selectors: {
    '&:is([aria-current], [data-pending])': { color: ink.body, fontWeight: 700 },
    [`${cells}:has([data-pending]) &[aria-current]:not([data-pending])`]: { color: ink.soft, fontWeight: 'inherit' },
    [`${cells}:has([data-pending]) &[aria-current]:not([data-pending])::before`]: { display: 'none' },
    '&:is([aria-current], [data-pending])::before': {
      content: '""',
      position: 'absolute',
      insetInline: 0,
      insetBlockStart: '-1px',
      blockSize: '2px',
      background: accent.line,
    },
  },
  '@media': {
    [media.forcedColors]: {
      selectors: { '&:is([aria-current], [data-pending])::before': { background: 'Highlight' } },
    },
  },
})
