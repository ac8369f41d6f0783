import { arranged } from '~/ui/arranged'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { ink, line, radius, size, space, surface, text } = tokens

/**
 * One column on a phone. From 1200 px the form is at the start, with the wallet and recent transactions beside it. The
 * title row has a minimum height, so that the wallet can start at the same height without stretching it.
 */
export const page = screen({
  ...arranged.column,
  gap: space.part,
  '@media': {
    [media.from1200]: {
      gridTemplateColumns: `minmax(0, ${size.form}) minmax(18rem, 1fr)`,
      gridTemplateRows: `minmax(${text.titlePage.line}, max-content) auto 1fr`,
      columnGap: space.section,
    },
  },
})

export const head = screen({ ...arranged.column, gap: space.roomy, alignContent: 'start', minInlineSize: 0 })

/** With errors under the title, the head takes the whole width and the rest starts below it. */
export const fullWidthHead = screen([head, { '@media': { [media.from1200]: { gridColumn: '1 / -1' } } }])

const sideColumn = screen({
  ...arranged.column,
  alignContent: 'start',
  gap: space.base,
  minInlineSize: 0,
  maxInlineSize: size.form,
  '@media': { [media.from1200]: { gridColumn: 2, maxInlineSize: 'none' } },
})
/** Without anything to show it takes no room. */
const walletColumn = screen([sideColumn, { selectors: { '&:empty': { display: 'none' } } }])
export const wallet = screen([walletColumn, { '@media': { [media.from1200]: { gridRow: '1 / 3' } } }])
export const walletBelow = screen([walletColumn, { '@media': { [media.from1200]: { gridRow: 2 } } }])
export const recent = screen([
  sideColumn,
  {
    '@media': {
      [media.from1200]: { gridRow: 3, selectors: { [`${wallet}:empty ~ &`]: { gridRow: '1 / 4' } } },
    },
  },
])
export const recentBelow = screen([
  sideColumn,
  {
    '@media': {
      [media.from1200]: { gridRow: 3, selectors: { [`${walletBelow}:empty ~ &`]: { gridRow: '2 / 4' } } },
    },
  },
])
export const form = screen({ minInlineSize: 0, '@media': { [media.from1200]: { gridColumn: 1, gridRow: '2 / 4' } } })

/** A figure with a button at its end; below another figure under a line. */
export const moneyInGames = screen({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.snug,
  selectors: {
    '* + &': { paddingBlockStart: space.base, borderBlockStart: `${size.hairline} solid ${line.hair}` },
  },
})

/** A small panel in a form, under a label: text at the start, a button at the end. */
export const panelGroup = screen({ display: 'grid', gap: space.near, minInlineSize: 0 })
export const panelLabel = screen({ ...typography.label })
export const panel = screen({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.snug,
  padding: space.base,
  background: surface.panel,
  borderRadius: radius.control,
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
})
export const panelContent = screen({ flex: '1 1 10rem', minInlineSize: 0, display: 'grid', gap: space.hair })
export const panelText = screen({ ...typography.small, color: ink.soft })
/** What the member's own limit leaves, close below the amount. */
export const ownLimit = screen([panelText, { marginBlockStart: `calc(${space.near} - ${space.part})` }])
export const panelNote = screen({ ...typography.tiny, color: ink.faint })
export const panelName = screen({ ...typography.body, fontWeight: 700 })

export const submitNotes = screen({ display: 'grid', gap: space.hair })

export const emptyText = screen({ ...typography.label, fontWeight: 400, color: ink.soft })

/** Replaces a form whose response was lost. It takes the focus by script, so it needs no focus ring. */
export const unknownOutcome = screen({ selectors: { '&:focus': { outline: 'none' } } })

/** A transaction that was looked up. */
export const foundTransaction = screen({ inlineSize: '100%', maxInlineSize: size.form, marginBlock: space.near })

export const nowrap = screen({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' })
