import * as bottomBar from '~/frame/bottom-bar.css'
import { arranged } from '~/ui/arranged'
import { base, insideScreen, screen } from '~/ui/layered'
import { media } from '~/ui/media'
import * as toast from '~/ui/toast/toast.css'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { ink, layer, line, radius, size, space, surface, text } = tokens

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

/** The amount, and all that follows it, in which the submit bar can stick: it never covers the amount or its chips. */
export const moneyForm = screen({ ...arranged.column, gap: space.part, maxInlineSize: size.form })
/** A column of fields. It is no grid: an area of a grid would hold the sticky bar in its row. */
export const afterAmount = screen({ display: 'flex', flexDirection: 'column', gap: space.part, minInlineSize: 0 })

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

const paymentChosen = ':has(input[name=idx]:checked:not([value=""]))'

/**
 * Hidden while a payment is chosen, whose own page asks for the amount. By CSS alone, so that it works without script.
 */
export const forTransfer = screen({
  ...arranged.column,
  gap: space.part,
  selectors: { [`form${paymentChosen} &`]: { display: 'none' } },
})

/** Shown only while a payment is chosen. */
export const forPayment = screen({
  display: 'none',
  selectors: {
    [`form${paymentChosen} &`]: { ...arranged.column, gap: space.part },
  },
})

/** The names of the submit button: of a transfer, and of a payment whose own page comes next. */
export const transferText = screen({ selectors: { [`form${paymentChosen} &`]: { display: 'none' } } })
export const paymentText = screen({
  display: 'none',
  selectors: { [`form${paymentChosen} &`]: { display: 'inline' } },
})

/** A panel whose foot, the submit bar, can stick: without a box of its own it does not hold the bar inside. */
export const summary = screen({ display: 'contents' })

export const summaryDetails = screen({
  display: 'grid',
  gap: space.base,
  padding: space.roomy,
  paddingBlockEnd: space.snug,
  background: surface.panel,
  borderStartStartRadius: radius.card,
  borderStartEndRadius: radius.card,
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText', borderBlockEnd: 'none' } },
})
export const summaryDetailsOfTransfer = screen([
  summaryDetails,
  { selectors: { [`form${paymentChosen} &`]: { display: 'none' } } },
])
export const summaryTitle = screen({ ...typography.titleCard })

/** Phones and tablets, unless so little is left of the page above the bar as at 400 % zoom. */
const stickyScreens = `${media.below960} and (min-height: 480px)`

/** Sticks to the end of the window. Its ground hides what scrolls by behind the round corners of the panel in it. */
export const submitBar = screen({
  marginBlockStart: `calc(-1 * ${space.part})`,
  '@media': {
    [stickyScreens]: {
      position: 'sticky',
      insetBlockEnd: 0,
      zIndex: layer.sticky,
      paddingBlockEnd: 'env(safe-area-inset-bottom)',
      background: surface.ground,
    },
  },
})
export const submitBarOfTransfer = screen([
  submitBar,
  { selectors: { [`form${paymentChosen} &`]: { marginBlockStart: 0 } } },
])

// The submit bar has the end of the window to itself: there the bottom bar ends the page, and scrolls with it.
insideScreen(`html:has(.${submitBar}) .${bottomBar.bar}`, { position: 'static' })

/** The total above the button; below 960 px beside it, where they fit into one line. */
export const submitPanel = screen({
  ...arranged.column,
  gap: space.base,
  padding: space.roomy,
  paddingBlockStart: 0,
  background: surface.panel,
  borderEndStartRadius: radius.card,
  borderEndEndRadius: radius.card,
  '@media': {
    [media.below960]: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: space.near,
      columnGap: space.snug,
      padding: space.snug,
      borderBlockStart: `${size.hairline} solid ${line.hair}`,
    },
    [media.forcedColors]: { border: '1px solid CanvasText' },
  },
})
export const submitPanelOfTransfer = screen([
  submitPanel,
  {
    selectors: {
      [`form${paymentChosen} &`]: { padding: space.roomy, border: 'none', borderRadius: radius.card },
    },
  },
])

/** The height of the bar where its text and its button are two rows, with a gap above it. */
const submitBarRoom = '9rem'
/** The same in one row, as it stands from 22.5em unless the sum is very long. */
const submitBarRowRoom = '5.5rem'
const submitBarRow = `${stickyScreens} and (min-width: 22.5em)`

// What takes the focus scrolls to above the bar, and a toast stands above it.
base(`html:has(.${submitBar})`, {
  '@media': { [stickyScreens]: { scrollPaddingBlockEnd: submitBarRoom } },
})
insideScreen(`html:has(.${submitBar}) .${toast.container}`, {
  '@media': {
    [stickyScreens]: { insetBlockEnd: `calc(${submitBarRoom} + env(safe-area-inset-bottom))` },
    [submitBarRow]: { insetBlockEnd: `calc(${submitBarRowRoom} + env(safe-area-inset-bottom))` },
  },
})

const amount = ':is([name=balance], [name=points])'
/** Without script an error stands until the form is sent again, and a pattern tells whether the amount was changed. */
const wrongAmount = `${amount}:is(:invalid, html[data-hydrated] [aria-invalid=true])`
/**
 * A form in which something is missing or wrong, by CSS alone, so that it holds without script too. The page of a chosen
 * payment asks for the amount and password of a withdrawal itself.
 */
const waitingForm = `form:has(:invalid, ${wrongAmount}):not(:has([name=exchange_pw])${paymentChosen})`

insideScreen(`${waitingForm} .${submitBar} button`, {
  background: surface.raised,
  color: ink.faint,
  '@media': { [media.forcedColors]: { borderColor: 'GrayText', color: 'GrayText' } },
})

/** The total; below 960 px the sentence about what the form still needs takes its place. */
export const total = screen({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: space.base,
  paddingBlockStart: space.snug,
  borderBlockStart: `${size.hairline} solid ${line.hair}`,
  '@media': {
    [media.below960]: {
      flex: '1 0 min-content',
      // So that ten million won stand beside the button at 320 px.
      vars: { [tokens.text.figureList.size]: '1.25rem', [tokens.text.figureList.line]: '1.625rem' },
      flexDirection: 'column',
      paddingBlockStart: 0,
      border: 'none',
      selectors: { [`${waitingForm} &`]: { display: 'none' } },
    },
  },
})
export const totalOfTransfer = screen([total, { selectors: { [`form${paymentChosen} &`]: { display: 'none' } } }])
export const totalTerm = screen({
  ...typography.label,
  '@media': { [media.below960]: { ...typography.tiny, lineHeight: '1.125rem', color: ink.soft } },
})

/** What the form still needs. Rendered even when that is nothing: hidden as a whole it would still describe the button. */
export const needs = screen({
  ...typography.small,
  color: ink.soft,
  position: 'absolute',
  textAlign: 'center',
  selectors: { [`${waitingForm} &`]: { position: 'static' } },
  '@media': {
    [media.below960]: { ...typography.tiny, lineHeight: '1.125rem', flex: '1 1 6.5rem', textAlign: 'start' },
  },
})
export const needsAmount = screen({
  display: 'none',
  selectors: { [`${waitingForm}:has(${wrongAmount}) &`]: { display: 'inline' } },
})
export const needsPassword = screen({
  display: 'none',
  selectors: { [`${waitingForm}:not(:has(${wrongAmount})) &`]: { display: 'inline' } },
})

/** The button; below 960 px it is beside the total, and does not show it again. */
export const submitButton = screen({ '@media': { [media.below960]: { flex: '1 0 auto' } } })
insideScreen(`${submitButton} > button`, { '@media': { [media.below600]: { paddingInline: space.near } } })
export const fullText = screen({
  '@media': {
    [media.below960]: { position: 'absolute', inlineSize: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  },
})
export const shortText = screen({ '@media': { [media.from960]: { display: 'none' } } })

export const nowrap = screen({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' })
