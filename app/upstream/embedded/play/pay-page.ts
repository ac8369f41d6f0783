import { backLink, html, type Markup, page } from './document'
import { payWords, type TroubleWord } from './pay-words'
import { type Language, words } from './words'

/** A deposit or withdrawal by payment page. Amounts are whole won. */
export type PaidMovement = {
  id: bigint
  kind: 'deposit' | 'withdrawal'
  state: 'wait' | 'already' | 'cansel'
  won: number
  fee: number
}

/** Why a form was not accepted, and the field to correct. */
export type Trouble = {
  status: number
  field: 'balance' | 'exchange_pw' | 'page'
  says: TroubleWord
  /** Headers of the response, such as Retry-After. */
  headers?: Readonly<Record<string, string>>
}

/** Renders a pending deposit with its fee, to be paid or cancelled. */
export function depositPage(view: {
  language: Language
  name: string
  movement: PaidMovement
  trouble?: Trouble
}): Response {
  const { language, name, movement, trouble } = view
  const text = payWords(language)
  return payPage(
    { language, title: text.deposit(name), status: trouble?.status },
    html`${trouble && alert(text.trouble[trouble.says])}
${sum(movement, language)}
<form method="post">${buttons(text.leave, text.confirmDeposit)}</form>
${leaveForm}
<footer><p class="faint">${text.once} ${text.later}</p>${backLink(language)}</footer>`,
  )
}

/** Renders the withdrawal form: amount and exchange password. */
export function withdrawalPage(view: {
  language: Language
  name: string
  terms: { min: number; max: number; fee: number }
  cashWon: number
  /** The amount as the member entered it. */
  typed: string
  trouble?: Trouble
}): Response {
  const { language, name, terms, cashWon, typed, trouble } = view
  const text = payWords(language)
  const { won } = words(language)
  const wrong = (field: Trouble['field']) => (trouble?.field === field ? text.trouble[trouble.says] : undefined)
  const pageWrong = wrong('page')
  return payPage(
    { language, title: text.withdrawal(name), status: trouble?.status, headers: trouble?.headers },
    html`${pageWrong !== undefined && alert(pageWrong)}
<dl class="sum">${row(text.balance, won(cashWon))}${row(text.fee, terms.fee === 0 ? text.noFee : won(terms.fee))}</dl>
<form method="post">
${field({
  name: 'balance',
  label: text.amountField,
  attributes: html`type="text" inputmode="numeric" autocomplete="off" value="${typed}"`,
  hint: text.amountHint(won(terms.min), won(terms.max)),
  wrong: wrong('balance'),
})}
${field({
  name: 'exchange_pw',
  label: text.passwordField,
  attributes: html`type="password" autocomplete="off"`,
  wrong: wrong('exchange_pw'),
})}
${buttons(text.leave, text.confirmWithdrawal)}
</form>
${leaveForm}
<footer><p class="faint">${text.once}</p></footer>`,
  )
}

/** Renders the state of a deposit or withdrawal. */
export function paidPage(language: Language, movement: PaidMovement): Response {
  const text = payWords(language)
  const { kind, state } = movement
  const { title, says } = {
    wait: { title: text.asked, says: text.askedSays },
    already: { title: text.done[kind], says: text.doneSays[kind] },
    cansel: { title: text.off[kind], says: text.offSays },
  }[state]
  return payPage(
    { language, title },
    html`<p class="says${state === 'cansel' ? '' : ' good'}" role="status">${says}</p>${
      state !== 'cansel' && sum(movement, language)
    }${backLink(language)}`,
  )
}

/** Renders the page of a withdrawal that the member cancelled before it was submitted. */
export function leftPage(language: Language): Response {
  const text = payWords(language)
  return payPage(
    { language, title: text.off.withdrawal },
    html`<p class="says" role="status">${text.offSays}</p>${backLink(language)}`,
  )
}

function payPage(
  about: { language: Language; title: string; status?: number; headers?: Readonly<Record<string, string>> },
  body: Markup,
): Response {
  return page({
    ...about,
    body: html`<main class="narrow"><header><div><h1>${about.title}</h1><p class="faint">${payWords(about.language).sandbox}</p></div></header>
${body}</main>`,
  })
}

/** A form of its own for the cancel button, so that Enter in a field never submits it. */
const leaveForm = html`<form id="leave" method="post"></form>`

function buttons(leave: string, confirm: string): Markup {
  return html`<div class="pair"><button form="leave" name="intent" value="leave">${leave}</button><button class="main" name="intent" value="confirm">${confirm}</button></div>`
}

function sum({ kind, won, fee }: PaidMovement, language: Language): Markup {
  const text = payWords(language)
  const shown = words(language).won
  return html`<dl class="sum">${row(text.amount, shown(won))}${row(text.fee, fee === 0 ? text.noFee : shown(fee))}<div class="total"><dt>${
    kind === 'deposit' ? text.arrives : text.paidOut
  }</dt><dd class="money">${shown(won - fee)}</dd></div></dl>`
}

function row(term: string, says: string): Markup {
  return html`<div><dt>${term}</dt><dd class="money">${says}</dd></div>`
}

function alert(says: string): Markup {
  return html`<p class="says bad" role="alert"><strong>${says}</strong></p>`
}

function field(about: { name: string; label: string; attributes: Markup; hint?: string; wrong?: string }): Markup {
  const { name, label, attributes, hint, wrong } = about
  const says = wrong ?? hint
  return html`<p class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes} required${
    says !== undefined && html` aria-describedby="${name}-says"`
  }${wrong !== undefined && html` aria-invalid="true" autofocus`}>${
    says !== undefined && html`<small id="${name}-says"${wrong !== undefined && html` class="wrong"`}>${says}</small>`
  }</p>`
}
