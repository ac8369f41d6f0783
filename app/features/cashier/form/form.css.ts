import * as bottomBar from '~/shell/bars/bottom.css'
import { button } from '~/ui/button/button.css'
import { panel as surfacePanel } from '~/ui/card/card.css'
import { arranged, base, insideScreen, screen, typography } from '~/ui/layered'
import { spreadRow, wrapRow } from '~/ui/layout/layout.css'
import { softText } from '~/ui/text.css'
import * as toast from '~/ui/toast/toast.css'
import { media, tokens } from '~/ui/tokens.css'
import { cards, form, page } from './cashier.css'

const { ink, layer, line, size, space, surface } = tokens

export const moneyForm = screen({
  display: 'flex',
  flexDirection: 'column',
  gap: space.part,
  '@media': { [media.from960]: { display: 'contents' } },
})
/**
 * Below 960 px, the fields' container extends upwards by the viewport's height, so that the submit bar sticks to the
 * bottom even when the fields are still below it. A grid is not used there, because it would confine the bar to a row.
 */
export const fields = screen({
  display: 'flex',
  flexDirection: 'column',
  gap: space.part,
  minInlineSize: 0,
  '@media': {
    [media.below960]: { marginBlockStart: '-100vh', pointerEvents: 'none' },
    [media.from960]: { gridColumn: 1, gridRow: '3 / 5' },
  },
})
insideScreen(`${fields} > *`, { pointerEvents: 'auto' })
// A margin on the first field would be lost if the chosen payment method hides that field.
insideScreen(`${fields}::before`, {
  '@media': { [media.below960]: { content: '""', blockSize: '100vh', marginBlockEnd: `calc(-1 * ${space.part})` } },
})
export const foldedFields = screen({ ...arranged.column, gap: space.part, paddingBlockStart: space.part })
export const side = screen({
  display: 'contents',
  '@media': {
    [media.from960]: {
      ...arranged.column,
      gridColumn: 2,
      gridRow: '1 / 5',
      alignContent: 'start',
      gap: space.base,
      minInlineSize: 0,
    },
  },
})
insideScreen(`.${page}:not(:has(.${side} > *, .${cards} > *))`, {
  '@media': { [media.from960]: { display: 'block', inlineSize: size.form } },
})
insideScreen(`${form} > :not(form, .${fields}, .${side})`, {
  '@media': { [media.from960]: { gridColumn: 1, gridRow: 2, marginBlockEnd: space.part } },
})
const paymentChosen = ':has(input[name=idx]:checked:not([value=""]))'

/** Hidden if the page of the selected payment method asks for the amount. It is only CSS, so it needs no JavaScript. */
export const forBankTransfer = screen({
  ...arranged.column,
  gap: space.part,
  selectors: { [`form${paymentChosen} &`]: { display: 'none' } },
})

export const payout = screen([
  forBankTransfer,
  {
    alignItems: 'start',
    '@media': { [media.from960]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: space.base } },
  },
])

export const forPayment = screen({
  display: 'none',
  selectors: { [`form${paymentChosen} &`]: { ...arranged.column, gap: space.part } },
})

export const bankTransferText = screen({ selectors: { [`form${paymentChosen} &`]: { display: 'none' } } })
export const paymentText = screen({ display: 'none', selectors: { [`form${paymentChosen} &`]: { display: 'inline' } } })

/** A withdrawal by payment shows only its button, because the payment's own page asks for amount and password. */
const formOfPaymentPage = `form:has([name=exchange_pw])${paymentChosen}`

/** Only the amount's field has an `enterkeyhint`. Of the other fields, only limit fields have a blank placeholder. */
const amount = '[enterkeyhint]'
/** A form that was changed without JavaScript, so that its summary shows an earlier amount or method. */
const changedAmount = `${amount}[data-summed-up]:invalid`
const changedForm = `html:not([data-hydrated]) form:has(${changedAmount}, [name=idx]:checked:not(:default))`
// Without JavaScript, the note below a changed amount still gives the earlier amount in words, so it is hidden.
insideScreen(`html:not([data-hydrated]) :has(> ${changedAmount}) + [aria-live]`, { visibility: 'hidden' })

const stickyScreens = '(min-height: 480px)'

/** Sticks to the bottom of the window until its place in the form is in view. Below 960 px, it is full-width. */
export const submitBar = screen({
  background: surface.ground,
  '@media': {
    [media.below960]: {
      paddingBlockEnd: 'env(safe-area-inset-bottom)',
      borderImage: `linear-gradient(${line.hair} 1px, ${surface.panel} 1px) fill 0 / 0 / 0 100vw`,
    },
    [media.forcedColors]: { borderImageSource: 'none' },
    [stickyScreens]: { position: 'sticky', insetBlockEnd: 0, zIndex: layer.sticky },
  },
})
const stickyBar = `${fields} > .${submitBar}`
const foldedBar = `${foldedFields} > .${submitBar}`
// Only a script can scroll the amount of an opened form out from under the bar.
insideScreen(foldedBar, {
  '@media': { '(scripting: none)': { position: 'static' }, [media.from960]: { position: 'static' } },
})
// The short form for comp points keeps the bottom bar, and its button is in the page.
insideScreen(`form:has([name=points]) .${submitBar}`, { position: 'static', borderImageSource: 'none' })
insideScreen(`${stickyBar}::before`, {
  '@media': {
    [stickyScreens]: {
      content: '""',
      position: 'absolute',
      inset: '-16px 0 calc(100% + 1px)',
      background: `linear-gradient(transparent, ${surface.ground})`,
      pointerEvents: 'none',
    },
  },
})
/** A page whose submit bar takes the bottom of the window, so the bottom bar moves to the end of the page. */
const stickyPage = `html:has(.${stickyBar}, [open] > .${foldedBar}):not(:has([name=points]))`
insideScreen(`${stickyPage} .${bottomBar.cells}`, { position: 'static' })

export const submitPanel = screen([
  wrapRow,
  surfacePanel,
  {
    gap: `${space.tight} ${space.snug}`,
    paddingBlock: space.near,
    // Below 960 px, it would cover the bar's hairline.
    '@media': { [media.from960]: { paddingInline: space.roomy }, [media.below960]: { background: 'none' } },
  },
])

/** Heights of the bottom bar: on one row, and wrapped at 320 px. Toasts are placed above it. */
const [barRow, barRows] = ['8rem', '10rem']

// Focused elements stop above the submit bar and a phone's toast. On wide screens, the bar is then visible below them.
base(stickyPage, { scrollPaddingBlockEnd: `calc(${barRow} + ${toast.toastRoom})` })
insideScreen(`${stickyPage} .${toast.container}`, {
  '@media': {
    [`${media.below960} and ${stickyScreens}`]: { insetBlockEnd: `calc(${barRows} + env(safe-area-inset-bottom))` },
  },
})

/** An invalid amount. Without JavaScript, its error stays until the next submission, and a pattern detects a change. */
const wrongAmount = `${amount}:is(:invalid:not([data-summed-up]), html[data-hydrated] [aria-invalid=true])`
/** What the limits question still requires: a choice, a limit, or a higher limit. */
const unanswered = {
  choice: ':has([name=limit]:invalid)',
  limit: `:has([value=set]:checked):not(:has([placeholder=" "]:not(${amount}, :placeholder-shown)))`,
  low: ':has([value=set]:checked):has([name=day][data-low])',
}
const anyUnanswered = Object.values(unanswered).join()
/** A form with something missing or wrong. Only CSS detects it, so this works without JavaScript. */
const waitingForm = `form:is(:has(:invalid:not(${amount}), ${wrongAmount}), ${anyUnanswered}):not(${formOfPaymentPage})`

const barText = screen([softText, { flexBasis: '100%', '@media': { [media.below960]: typography.tiny } }])
const withoutSums = `:is(${changedForm}, ${formOfPaymentPage}, form:is(${anyUnanswered}))`
/** The facts and the total are here, because the bar would cover parts of a summary above it. */
export const facts = screen([barText, spreadRow, { rowGap: 0 }])
export const fact = screen({ display: 'flex', gap: space.near })
/** Beside the button. */
export const total = screen({ ...typography.tiny, color: ink.soft, flex: '1 1 6.5rem' })
insideScreen(`${withoutSums} :is(.${facts}, .${total})`, { display: 'none' })
insideScreen(`${total} dd`, { color: ink.body })
export const note = screen([barText, { selectors: { '&:empty': { display: 'none' } } }])
/** A note about sending, which needs an amount first. */
export const sendingNote = screen({})
insideScreen(`form:is(${paymentChosen}, :has(${amount}:placeholder-shown)) .${note}:has(.${sendingNote})`, {
  display: 'none',
})

export const sendText = screen({ selectors: { [`${waitingForm} &`]: { display: 'none' } } })
export const needsAmount = screen({
  display: 'none',
  selectors: { [`${waitingForm}:has(${wrongAmount}) &`]: { display: 'inline' } },
})
export const needsBesides = screen({
  display: 'none',
  selectors: { [`${waitingForm}:not(:has(${wrongAmount})) &`]: { display: 'inline' } },
})
const shownFor = (state: string) => screen({ selectors: { [`form:not(${state}) &`]: { display: 'none' } } })
export const needsAnswer = {
  choice: shownFor(unanswered.choice),
  limit: shownFor(unanswered.limit),
  low: shownFor(unanswered.low),
  rest: screen({ selectors: { [`form:is(${anyUnanswered}) &`]: { display: 'none' } } }),
}

insideScreen(
  `.${page}:has(${amount}:not(:placeholder-shown)) .${cards} .${button.classNames.variants.variant.primary}`,
  {
    background: surface.raised,
    borderColor: line.edge,
    color: ink.body,
  },
)

/** Alone or beside the total, in the second of two equal columns. */
export const submitButton = screen({ flex: `1 0 calc(50% - ${space.near})`, minInlineSize: 'fit-content' })
// While it leads to a missing field, it is not yet the page's filled button.
insideScreen(`${waitingForm} .${submitButton} > button`, {
  background: surface.raised,
  borderColor: line.edge,
  color: ink.body,
})
insideScreen(`${submitButton} > button`, {
  '@media': {
    // The button in the sticky bar is always in view, so focusing it must not scroll the page.
    [stickyScreens]: { scrollMarginBlockEnd: `calc(-1 * ${barRow} - ${toast.toastRoom})` },
    [media.below600]: { paddingInline: space.near },
  },
})
