import * as bottomBar from '~/frame/bottom-bar.css'
import { arranged } from '~/ui/arranged'
import { base, insideScreen, screen } from '~/ui/layered'
import { media } from '~/ui/media'
import * as toast from '~/ui/toast/toast.css'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { ink, layer, line, radius, size, space, surface } = tokens

/** The amount, and all that follows it, in which the submit bar can stick: it never covers the amount or its chips. */
export const moneyForm = screen({ ...arranged.column, gap: space.part, maxInlineSize: size.form })
/** A column of fields. It is no grid: an area of a grid would hold the sticky bar in its row. */
export const afterAmount = screen({ display: 'flex', flexDirection: 'column', gap: space.part, minInlineSize: 0 })

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

/** An amount in points or won. */
const amount = ':is([name=balance], [name=points])'
/**
 * A form that was changed where no script runs: its summary was made for another amount or method, and is not shown. The
 * pattern of a summed-up amount is its own text.
 */
const changedAmount = `${amount}[data-summed-up]:invalid`
const changedForm = `html:not([data-hydrated]) form:has(${changedAmount}, [name=idx]:checked:not(:default))`
// The note below the amount says it in words.
insideScreen(`html:not([data-hydrated]) :has(> ${changedAmount}) + [aria-live]`, { visibility: 'hidden' })
const hiddenWhenChanged = { [`${changedForm} &`]: { display: 'none' } }

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
  selectors: hiddenWhenChanged,
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
  selectors: { [`${changedForm} &`]: { marginBlockStart: 0 } },
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

/** The panel of the button alone, without a summary above it. */
const buttonPanel = { padding: space.roomy, border: 'none', borderRadius: radius.card }

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
  selectors: { [`${changedForm} &`]: buttonPanel },
})
export const submitPanelOfTransfer = screen([submitPanel, { selectors: { [`form${paymentChosen} &`]: buttonPanel } }])

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

/** Without script an error stands until the form is sent again, and a pattern tells whether the amount was changed. */
const wrongAmount = `${amount}:is(:invalid:not([data-summed-up]), html[data-hydrated] [aria-invalid=true])`
/**
 * A form in which something is missing or wrong, by CSS alone, so that it holds without script too. The page of a chosen
 * payment asks for the amount and password of a withdrawal itself.
 */
const waitingForm = `form:has(:invalid:not(${amount}), ${wrongAmount}):not(:has([name=exchange_pw])${paymentChosen})`

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
  selectors: hiddenWhenChanged,
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
