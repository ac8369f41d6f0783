import { bcp47, type Locale } from '~/i18n/locale'
import { receiptHref } from '~/values/addresses'
import { formatNearTime } from '~/values/seoul'
import type { State } from '~/values/status'
import type { TransactionKind } from '../ledger/entries'
import { cancelReasonText, type ShownReason } from '../transactions/cancel-reasons'
import { formatTransactionNumber } from '../transactions/transaction-number'
import { amountRow, backLink, depositsPath, html, linkButton, type Markup, SandboxPage } from './html-page'
import { playTexts, type TextKey } from './texts'

export type PaymentTransaction = {
  id: bigint
  kind: TransactionKind
  state: State
  reason: ShownReason | null
  won: number
  fee: number
  /** The member's current balance, including money in games. */
  balanceWon: number
  /** True if the balance has not changed since the transaction was settled. */
  isBalanceUnchanged: boolean
  appliedAt: Date
}

export type PaymentFormError = {
  status: number
  field: 'balance' | 'exchange_pw' | 'page'
  message: Extract<TextKey, `pay.error.${string}`>
  headers?: Readonly<Record<string, string>>
}

export function depositPage(view: {
  locale: Locale
  name: string
  href: string
  transaction: PaymentTransaction
  endsAt: Date
  formError?: PaymentFormError
}): SandboxPage {
  const { locale, name, href, transaction, endsAt, formError } = view
  const { t, won } = playTexts(locale)
  return paymentPage(
    { locale, title: t('pay.deposit', { name }), status: formError?.status },
    html`${formError && alertMessage(t(formError.message))}
${amountList(transaction, locale)}
<form method="post" novalidate>
<p><button class="main" name="intent" value="confirm">${t('pay.confirm.deposit', {
      amount: won(transaction.won),
    })}</button></p>
<p><a class="button later" href="${depositsPath}">${t('pay.cancel.later')}</a></p>
</form>
<footer><p class="faint">${t('pay.later', { until: formatNearTime(endsAt.toISOString(), Date.now(), bcp47[locale]) })}</p>
<p><a href="${hrefToLeave(href)}">${t('pay.cancel')}</a></p></footer>`,
  )
}

export const hrefToLeave = (href: string) => `${href}${href.includes('?') ? '&' : '?'}leave`

export function leaveDepositPage(locale: Locale, transaction: PaymentTransaction, href: string): SandboxPage {
  const { t } = playTexts(locale)
  const about = { locale, title: t('pay.cancel.ask') }
  return leavePage(about, transaction, t('pay.cancel.text'), { href, text: t('pay.cancel.back') })
}

/** The page of a deposit during a break or self-exclusion. The deposit can only be cancelled. */
export function excludedDepositPage(locale: Locale, transaction: PaymentTransaction, endsAt: Date): SandboxPage {
  const { t } = playTexts(locale)
  const about = { locale, title: t('pay.excluded.title'), status: 403 }
  const text = t('pay.excluded.text', { until: formatNearTime(endsAt.toISOString(), Date.now(), bcp47[locale]) })
  return leavePage(about, transaction, text, { href: depositsPath, text: t('site.back') })
}

function leavePage(
  about: PaymentPage,
  { won: amount }: PaymentTransaction,
  message: string,
  back: { href: string; text: string },
): SandboxPage {
  const { t, won } = playTexts(about.locale)
  return paymentPage(
    about,
    html`<dl class="sum">${amountRow(t('pay.amount'), won(amount))}</dl><p class="message">${message}</p>
<form method="post">${pair(
      html`<a class="button" href="${back.href}">${back.text}</a>`,
      html`<button class="danger" name="intent" value="leave">${t('pay.cancel')}</button>`,
    )}</form>`,
  )
}

/** Returns a link to the deposit form, with the method preselected and a note that no money was taken. */
export function hrefAfterLeaving({ id }: PaymentTransaction, idx: string): string {
  return `${depositsPath}?${new URLSearchParams({ left: formatTransactionNumber(id), idx })}`
}

export function withdrawalPage(view: {
  locale: Locale
  name: string
  terms: { min: number; max: number; fee: number }
  cashWon: number
  enteredAmount: string
  formError?: PaymentFormError
}): SandboxPage {
  const { locale, name, terms, cashWon, enteredAmount, formError } = view
  const { t, won } = playTexts(locale)
  const errorOf = (field: PaymentFormError['field']) => (formError?.field === field ? t(formError.message) : undefined)
  const pageError = errorOf('page')
  return paymentPage(
    { locale, title: t('pay.withdrawal', { name }), status: formError?.status, headers: formError?.headers },
    html`${pageError !== undefined && alertMessage(pageError)}
<dl class="sum">${amountRow(t('pay.balance'), won(cashWon))}${feeRow(terms.fee, locale)}</dl>
<form method="post" novalidate>
${inputField({
  name: 'balance',
  label: t('pay.amountField'),
  attributes: html`type="text" inputmode="numeric" autocomplete="off" value="${enteredAmount}"`,
  hint: t('pay.amountHint', { least: won(terms.min), most: won(terms.max) }),
  error: errorOf('balance'),
})}
${inputField({
  name: 'exchange_pw',
  label: t('pay.password'),
  attributes: html`type="password" autocomplete="off"`,
  error: errorOf('exchange_pw'),
})}
${pair(
  html`<button form="leave" name="intent" value="leave">${t('pay.leave')}</button>`,
  html`<button class="main" name="intent" value="confirm">${t('pay.confirm.withdrawal')}</button>`,
)}
</form>
<form id="leave" method="post"></form>`,
  )
}

/** @param mayPlay true if the page may invite the member to play */
export function transactionStatePage(locale: Locale, transaction: PaymentTransaction, mayPlay: boolean): SandboxPage {
  const { t } = playTexts(locale)
  const { kind, state, reason } = transaction
  const { title, message } = {
    pending: { title: t('pay.submitted.title'), message: t('pay.submitted.text') },
    done: { title: t(`pay.done.${kind}`), message: undefined },
    cancelled: { title: t(`pay.cancelled.${kind}`), message: cancelledText(locale, reason) },
  }[state]
  return paymentPage(
    { locale, title, isDone: state === 'done' },
    html`${message !== undefined && html`<p class="message${state === 'pending' && ' good'}" role="status">${message}</p>`}${
      state !== 'cancelled' && amountList(transaction, locale)
    }${mayPlay && linkButton('/casino', t('pay.play'), { isMain: true })}${
      !mayPlay && linkButton('/', t('pay.home'), { isBack: true, isMain: true })
    }${state === 'done' && linkButton(hrefOfReceipt(transaction), t(`pay.receipt.${kind}`))}${
      mayPlay && html`<footer><p><a href="/" data-back>${t('pay.home')}</a></p></footer>`
    }`,
  )
}

function hrefOfReceipt({ id, kind, appliedAt }: PaymentTransaction): string {
  const listed = kind === 'deposit' ? kind : 'withdraw'
  return receiptHref({ kind: listed, id: formatTransactionNumber(id), at: appliedAt.toISOString() })
}

export function cancelledWithdrawalPage(locale: Locale): SandboxPage {
  const { t } = playTexts(locale)
  return paymentPage(
    { locale, title: t('pay.cancelled.withdrawal') },
    html`<p class="message" role="status">${cancelledText(locale, null)}</p>${backLink(locale)}`,
  )
}

function cancelledText(locale: Locale, reason: ShownReason | null): string {
  const { t } = playTexts(locale)
  return [
    reason !== null && cancelReasonText(reason, locale),
    (reason === null || reason === 'too-large') && t('pay.cancelled.nothing'),
    t('pay.cancelled.text'),
  ]
    .filter(Boolean)
    .join(' ')
}

type PaymentPage = {
  locale: Locale
  title: string
  isDone?: boolean
  status?: number
  headers?: Readonly<Record<string, string>>
}

function paymentPage(about: PaymentPage, body: Markup): SandboxPage {
  const { t } = playTexts(about.locale)
  return new SandboxPage({
    ...about,
    isBranded: true,
    body: html`<main class="narrow">
<header><div><h1${about.isDone && html` class="done"`}>${about.title}</h1><p class="faint">${t('pay.sandbox')}</p></div></header>
${body}</main>`,
  })
}

const pair = (second: Markup, first: Markup): Markup => html`<div class="pair">${second}${first}</div>`

function amountList(transaction: PaymentTransaction, locale: Locale): Markup {
  const { id, kind, state, won, fee, balanceWon, isBalanceUnchanged } = transaction
  const { t, won: formatWon } = playTexts(locale)
  const isDeposit = kind === 'deposit'
  const isDue = isDeposit && state === 'pending'
  const afterWon = isDue ? balanceWon + won - fee : balanceWon
  const after = t(isDue || isBalanceUnchanged ? 'pay.after' : 'pay.done.balance')
  const total = isDue
    ? { term: t('pay.amount'), amount: won }
    : isDeposit
      ? { term: after, amount: afterWon }
      : { term: t('pay.paidOut'), amount: won - fee }
  const sum = html`<dl class="sum"><div class="total"><dt>${total.term}</dt><dd class="money">${withSmallUnit(
    formatWon(total.amount),
  )}</dd></div></dl>`
  return html`${isDue && sum}<dl class="sum">${amountRow(t('pay.number'), formatTransactionNumber(id))}
${!isDue && amountRow(t(isDeposit ? 'pay.deposited' : 'pay.amountField'), formatWon(won))}${feeRow(fee, locale)}
${isDeposit && fee !== 0 && amountRow(t('pay.credited'), formatWon(won - fee))}${isDue && amountRow(after, formatWon(afterWon))}${
  isDeposit && !isDue && isBalanceUnchanged && amountRow(t('pay.before'), formatWon(balanceWon - won + fee))
}</dl>${!isDue && sum}`
}

function withSmallUnit(amount: string): Markup {
  const [, figure = amount, unit = ''] = /^([\d,]+)(\D+)$/.exec(amount) ?? []
  return html`${figure}<small>${unit}</small>`
}

function feeRow(fee: number, locale: Locale): Markup {
  const { t, won: formatWon } = playTexts(locale)
  return amountRow(t('pay.fee'), fee === 0 ? t('pay.noFee') : formatWon(fee))
}

function alertMessage(message: string): Markup {
  return html`<p class="message bad" role="alert"><strong>${message}</strong></p>`
}

function inputField(about: { name: string; label: string; attributes: Markup; hint?: string; error?: string }): Markup {
  const { name, label, attributes, hint, error: wrong } = about
  const description = [wrong, hint].filter((text) => text !== undefined).join(' ')
  return html`<p class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes} required${
    description !== '' && html` aria-describedby="${name}-note"`
  }${wrong !== undefined && html` aria-invalid="true" autofocus`}>${
    description !== '' &&
    html`<small id="${name}-note"${wrong !== undefined && html` class="wrong"`}>${description}</small>`
  }</p>`
}
