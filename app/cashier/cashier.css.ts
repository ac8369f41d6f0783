import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { ink, line, radius, size, space, surface, text } = tokens

/**
 * One column on a phone. From 1200 px the form is at the start, with the wallet and recent movements beside it. The
 * title row has a minimum height, so that the wallet can start at the same height without stretching it.
 */
export const page = screen({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.part,
  '@media': {
    [media.from1200]: {
      gridTemplateColumns: `minmax(0, ${size.form}) minmax(18rem, 1fr)`,
      gridTemplateRows: `minmax(${text.titlePage.line}, max-content) auto 1fr`,
      columnGap: space.section,
    },
  },
})

export const head = screen({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.roomy,
  alignContent: 'start',
  minInlineSize: 0,
})

/** With errors under the title, the head takes the whole width and the rest starts below it. */
export const fullWidthHead = screen([head, { '@media': { [media.from1200]: { gridColumn: '1 / -1' } } }])

const sideColumn = screen({
  minInlineSize: 0,
  maxInlineSize: size.form,
  '@media': { [media.from1200]: { gridColumn: 2, maxInlineSize: 'none' } },
})
export const wallet = screen([sideColumn, { '@media': { [media.from1200]: { gridRow: '1 / 3' } } }])
export const walletBelow = screen([sideColumn, { '@media': { [media.from1200]: { gridRow: 2 } } }])
export const recent = screen([sideColumn, { '@media': { [media.from1200]: { gridRow: 3 } } }])
export const form = screen({ minInlineSize: 0, '@media': { [media.from1200]: { gridColumn: 1, gridRow: '2 / 4' } } })

/** Two smaller figures side by side; stacked where one is too long for half of the width. */
export const figurePair = screen({ display: 'flex', flexWrap: 'wrap', gap: space.base })
export const figureHalf = screen({ flex: '1 1 8rem' })

/** A second figure under a line, with a button at its end. */
export const secondFigure = screen({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.snug,
  paddingBlockStart: space.base,
  borderBlockStart: `${size.hairline} solid ${line.hair}`,
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
export const panelNote = screen({ ...typography.tiny, color: ink.faint })
export const panelName = screen({ ...typography.body, fontWeight: 700 })

export const submitNotes = screen({ display: 'grid', gap: space.hair })

export const emptyText = screen({ ...typography.label, fontWeight: 400, color: ink.soft })

/** Replaces a form whose answer was lost. It takes the focus by script, so it needs no focus ring. */
export const unknownOutcome = screen({ selectors: { '&:focus': { outline: 'none' } } })

/** A movement that was looked up. */
export const foundMovement = screen({ inlineSize: '100%', maxInlineSize: size.form, marginBlock: space.near })

const paymentChosen = ':has(input[name=idx]:checked:not([value=""]))'

/**
 * Hidden while a payment is chosen, whose own page asks for the amount. By CSS alone, so that it works without script.
 */
export const forTransfer = screen({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.part,
  selectors: { [`form${paymentChosen} &`]: { display: 'none' } },
})

/** Shown only while a payment is chosen. */
export const forPayment = screen({
  display: 'none',
  selectors: {
    [`form${paymentChosen} &`]: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.part },
  },
})

export const nowrap = screen({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' })
