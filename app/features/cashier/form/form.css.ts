import type { StyleRule } from '@vanilla-extract/css'
import * as bottomBar from '~/shell/bars/bottom.css'
import { button } from '~/ui/button/button.css'
import { foldHead } from '~/ui/fold.css'
import { arranged, base, insideScreen, screen } from '~/ui/layered'
import { twoColumns, wrapRow } from '~/ui/layout/layout.css'
import { softText } from '~/ui/text.css'
import * as toast from '~/ui/toast/toast.css'
import { media, tokens } from '~/ui/tokens.css'
import { news, page, panel, pending } from './cashier.css'

const { ink, layer, line, radius, size, space, surface } = tokens

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
/** The fields of a folded form. They and the summary above them are one card, with the submit bar as its foot. */
export const foldedFields = screen({ ...arranged.column, gap: space.part, paddingInline: space.roomy })
insideScreen(`${foldedFields} .${panel}`, { background: surface.raised })
export const side = screen({
  display: 'contents',
  '@media': {
    [media.from960]: {
      ...arranged.column,
      gridColumn: 2,
      gridRow: '2 / 5',
      alignSelf: 'start',
      gap: space.base,
      minInlineSize: 0,
    },
    // Beside a long form, the list and the account stay in view.
    [`${media.from960} and (min-height: 48rem)`]: { position: 'sticky', insetBlockStart: space.wide },
  },
})
const paymentChosen = ':has(input[name=idx]:checked:not([value=""]))'

/** Hidden if the page of the selected payment method asks for the amount. It is only CSS, so it needs no JavaScript. */
export const forBankTransfer = screen({ selectors: { [`form${paymentChosen} &`]: { display: 'none' } } })
export const forPayment = screen({ display: 'none', selectors: { [`form${paymentChosen} &`]: { display: 'inline' } } })
/** The method and account of a withdrawal. It opens the other methods. Its target is higher than its line of text. */
export const methodRow = screen([foldHead, { marginBlock: `calc(-1 * ${space.snug})`, paddingInlineEnd: space.hair }])
insideScreen(`${methodRow} > :first-child`, { flex: 1 })

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
export const submitBar = screen([
  wrapRow,
  {
    gap: 0,
    paddingBlock: space.near,
    background: surface.ground,
    // Fades out a line of text that scrolls behind the bar.
    boxShadow: `0 -1rem 12px ${surface.ground}`,
    borderBlockStart: `${size.hairline} solid ${line.hair}`,
    '@media': {
      [media.below960]: {
        paddingBlockEnd: `calc(${space.near} + env(safe-area-inset-bottom))`,
        borderImage: `linear-gradient(${line.hair} 1px, ${surface.panel} 1px) fill 0 / 0 / 0 100vw`,
      },
      [media.forcedColors]: { borderImageSource: 'none' },
      [stickyScreens]: { position: 'sticky', insetBlockEnd: 0, zIndex: layer.sticky },
    },
  },
])
/** What replaces a form has both columns, below pending transactions and news. */
export const replacement = screen([twoColumns, { '@media': { [media.from960]: { gridColumn: '1 / -1', gridRow: 4 } } }])
export const replacementParts = screen({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 16rem), 1fr))',
  gap: space.base,
})
const beside = (selector: string, rule: StyleRule) => insideScreen(selector, { '@media': { [media.from960]: rule } })
const openFields = `.${fields} > :is([open], .${submitBar})`
const openForm = `.${page}:has(${openFields})`
/**
 * News is above the form, in both columns if something is pending. Pending transactions are above a folded form, so
 * that opening it moves nothing, and news is then beside them. With nothing beside them, they have both columns.
 */
const plainForm = `:has(.${fields} > .${submitBar})`
const foldedForm = `.${fields}:has(.${foldedFields})`
const onlyContent = `.${page}:not(:has(.${side}:not(:empty), .${news}:not(:empty))) :is(.${pending}, ${foldedForm})`
beside(`${onlyContent}, ${replacement} > :has(+ :empty)`, { gridColumn: '1 / -1' })
const [plain, covered] = [`.${page}${plainForm} .${pending}`, `.${page}:not(${plainForm}) .${pending}:not(:empty) + *`]
beside(`${plain}, ${covered}`, { gridArea: '3 / 2' })
beside(`:is(${plain}:not(:empty) + *, ${covered}:not(:empty)) + * .${side}`, { gridRow: 4 })
// If nothing is pending, the list is beside the news too.
beside(`.${pending}:empty + :has(+ * .${fields})`, { gridColumn: 1 })
beside(foldedForm, { gridRow: 4 })

beside(`${fields} > *`, { scrollMarginBlockStart: '7rem' })

const foldedBar = `${foldedFields} > .${submitBar}`
beside(foldedBar, { paddingBlockEnd: space.roomy })
insideScreen(foldedBar, {
  marginInline: `calc(-1 * ${space.roomy})`,
  paddingInline: space.roomy,
  background: surface.panel,
  borderEndStartRadius: radius.card,
  borderEndEndRadius: radius.card,
  borderImageSource: 'none',
  boxShadow: 'none',
  // Only a script can scroll the amount of an opened form out from under the bar.
  '@media': { '(scripting: none)': { position: 'static' } },
})
// The short form for comp points keeps the bottom bar, and its button is in the page.
insideScreen(`form:has([name=points]) .${submitBar}`, { position: 'static', borderImageSource: 'none' })
/** A page whose submit bar takes the bottom of the window, so the bottom bar moves to the end of the page. */
const stickyPage = `html:has(${openFields}):not(:has([name=points]))`
insideScreen(`${stickyPage} .${bottomBar.cells}`, { position: 'static' })

/** Heights of the submit bar: usually, and with wrapped texts. Toasts are placed above it. */
const [barRow, barRows] = ['10.5rem', '13rem']

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

/** The text of the bar: a note and the sums, because the bar would cover parts of a summary above it. */
export const barText = screen([softText, { flexBasis: '100%' }])
insideScreen(`${barText} > *`, { marginBlockEnd: space.near })
export const note = screen({ selectors: { '&:empty': { display: 'none' } } })
/** The details share one line below the total, so that the bar stays low. It hides no unanswered question on phones. */
export const sums = screen({ ...arranged.spread, columnGap: space.base })
insideScreen(`:is(${changedForm}, ${formOfPaymentPage}) .${sums}`, { display: 'none' })
insideScreen(`form:is(${anyUnanswered}) .${sums}`, { '@media': { [media.below960]: { display: 'none' } } })
insideScreen(`${sums} > div`, {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  gap: space.snug,
})
insideScreen(`${sums} > :is(:first-child, :first-child + :last-child)`, { flexBasis: '100%' })
insideScreen(`${sums} > :first-child dd`, { color: ink.body })
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

const filled = `.${button.classNames.variants.variant.primary}`
// A page has one filled button: the open form's, or that of the news until the form has an amount.
insideScreen(
  [
    `${openForm} > .${pending} ${filled}`,
    `.${page}:has(${amount}:valid) > .${news} ${filled}`,
    `.${page}:has(.${news} ${filled}):has(${amount}:invalid) .${submitBar} ${filled}`,
  ].join(),
  { background: surface.raised, borderColor: line.field, color: ink.body },
)

export const submitButton = screen({ flex: '1 0 100%', minInlineSize: 'fit-content' })
insideScreen(`${submitButton} > button`, {
  '@media': {
    // The button in the sticky bar is always in view, so focusing it must not scroll the page.
    [stickyScreens]: { scrollMarginBlockEnd: `calc(-1 * ${barRow} - ${toast.toastRoom})` },
    [media.below600]: { paddingInline: space.near },
  },
})
