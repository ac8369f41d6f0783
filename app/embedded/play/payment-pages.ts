import type { Language } from '../language'
import type { MovementKind, MovementState } from '../movements/movement'
import { formatMovementNumber } from '../movements/number'
import { amountRow, backLink, html, type Markup, SandboxPage } from './document'
import { type PaymentErrorKey, sandboxTexts } from './texts'

/** A deposit or withdrawal by payment page. Amounts are whole won. */
export type PaymentMovement = {
  id: bigint
  kind: MovementKind
  state: MovementState
  won: number
  fee: number
  appliedAt: Date
}

/** The site's page of a deposit or withdrawal, which says where it stands now. */
function receiptPath({ id, kind, appliedAt }: PaymentMovement): string {
  const list = kind === 'deposit' ? 'deposit' : 'withdraw'
  const query = new URLSearchParams({ kind: list, id: formatMovementNumber(id), at: appliedAt.toISOString() })
  return `/user/receipt?${query}`
}

/** Why a form was not accepted, and the field to correct. */
export type PaymentFormError = {
  status: number
  field: 'balance' | 'exchange_pw' | 'page'
  messageKey: PaymentErrorKey
  /** Headers of the response, such as Retry-After. */
  headers?: Readonly<Record<string, string>>
}

/** Renders a pending deposit with its fee, to be paid or cancelled. */
export function depositPage(view: {
  language: Language
  name: string
  movement: PaymentMovement
  formError?: PaymentFormError
}): SandboxPage {
  const { language, name, movement, formError } = view
  const text = sandboxTexts(language).payment
  return paymentPage(
    { language, title: text.deposit(name), status: formError?.status },
    html`${formError && alertMessage(text.errors[formError.messageKey])}
${amountList(movement, language)}
<form method="post">${buttons(text.leave, text.confirmDeposit)}</form>
${leaveForm}
<footer><p class="faint">${text.onceHint} ${text.laterHint}</p>${backLink(language, receiptPath(movement))}</footer>`,
  )
}

/** Renders the withdrawal form: amount and exchange password. */
export function withdrawalPage(view: {
  language: Language
  name: string
  terms: { min: number; max: number; fee: number }
  cashWon: number
  /** The amount as the member entered it. */
  enteredAmount: string
  formError?: PaymentFormError
}): SandboxPage {
  const { language, name, terms, cashWon, enteredAmount, formError } = view
  const { formatWon, payment: text } = sandboxTexts(language)
  const errorOf = (field: PaymentFormError['field']) =>
    formError?.field === field ? text.errors[formError.messageKey] : undefined
  const pageError = errorOf('page')
  return paymentPage(
    { language, title: text.withdrawal(name), status: formError?.status, headers: formError?.headers },
    html`${pageError !== undefined && alertMessage(pageError)}
<dl class="sum">${amountRow(text.balance, formatWon(cashWon))}${feeRow(terms.fee, language)}</dl>
<form method="post">
${inputField({
  name: 'balance',
  label: text.amountField,
  attributes: html`type="text" inputmode="numeric" autocomplete="off" value="${enteredAmount}"`,
  hint: text.amountHint(formatWon(terms.min), formatWon(terms.max)),
  error: errorOf('balance'),
})}
${inputField({
  name: 'exchange_pw',
  label: text.passwordField,
  attributes: html`type="password" autocomplete="off"`,
  error: errorOf('exchange_pw'),
})}
${buttons(text.leave, text.confirmWithdrawal)}
</form>
${leaveForm}
<footer><p class="faint">${text.onceHint}</p></footer>`,
  )
}

/** Renders the state of a deposit or withdrawal. */
export function movementStatePage(language: Language, movement: PaymentMovement): SandboxPage {
  const text = sandboxTexts(language).payment
  const { kind, state } = movement
  const { title, message } = {
    wait: { title: text.submittedTitle, message: text.submittedText },
    already: { title: text.doneTitle[kind], message: text.doneText[kind] },
    cansel: { title: text.cancelledTitle[kind], message: text.cancelledText },
  }[state]
  return paymentPage(
    { language, title },
    html`<p class="message${state === 'cansel' ? '' : ' good'}" role="status">${message}</p>${
      state !== 'cansel' && amountList(movement, language)
    }${backLink(language, receiptPath(movement))}`,
  )
}

/** Renders the page of a withdrawal that the member cancelled before it was submitted. */
export function cancelledWithdrawalPage(language: Language): SandboxPage {
  const text = sandboxTexts(language).payment
  return paymentPage(
    { language, title: text.cancelledTitle.withdrawal },
    html`<p class="message" role="status">${text.cancelledText}</p>${backLink(language)}`,
  )
}

function paymentPage(
  about: { language: Language; title: string; status?: number; headers?: Readonly<Record<string, string>> },
  body: Markup,
): SandboxPage {
  const { sandbox } = sandboxTexts(about.language).payment
  return new SandboxPage({
    ...about,
    body: html`<main class="narrow"><header><div><h1>${about.title}</h1><p class="faint">${sandbox}</p></div></header>
${body}</main>`,
  })
}

/** A form of its own for the cancel button, so that Enter in a field never submits it. */
const leaveForm = html`<form id="leave" method="post"></form>`

function buttons(leave: string, confirm: string): Markup {
  const leaveButton = html`<button form="leave" name="intent" value="leave">${leave}</button>`
  const confirmButton = html`<button class="main" name="intent" value="confirm">${confirm}</button>`
  return html`<div class="pair">${leaveButton}${confirmButton}</div>`
}

function amountList({ kind, won, fee }: PaymentMovement, language: Language): Markup {
  const { formatWon, payment: text } = sandboxTexts(language)
  const totalTerm = kind === 'deposit' ? text.creditedAmount : text.paidOutAmount
  const total = html`<div class="total"><dt>${totalTerm}</dt><dd class="money">${formatWon(won - fee)}</dd></div>`
  return html`<dl class="sum">${amountRow(text.amount, formatWon(won))}${feeRow(fee, language)}${total}</dl>`
}

function feeRow(fee: number, language: Language): Markup {
  const { formatWon, payment: text } = sandboxTexts(language)
  return amountRow(text.fee, fee === 0 ? text.noFee : formatWon(fee))
}

function alertMessage(message: string): Markup {
  return html`<p class="message bad" role="alert"><strong>${message}</strong></p>`
}

function inputField(about: { name: string; label: string; attributes: Markup; hint?: string; error?: string }): Markup {
  const { name, label, attributes, hint, error: wrong } = about
  const description = wrong ?? hint
  return html`<p class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes} required${
    description !== undefined && html` aria-describedby="${name}-note"`
  }${wrong !== undefined && html` aria-invalid="true" autofocus`}>${
    description !== undefined &&
    html`<small id="${name}-note"${wrong !== undefined && html` class="wrong"`}>${description}</small>`
  }</p>`
}
