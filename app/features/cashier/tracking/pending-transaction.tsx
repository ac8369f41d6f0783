import { href } from 'react-router'
import { useHasHelpDesk } from '~/frame/document-settings'
import { ContactLinks } from '~/frame/footer/contact-links'
import { UnreadableMoney } from '~/frame/parts/unreadable-money'
import { type I18n, useI18n } from '~/i18n/i18n'
import { ButtonLink } from '~/ui/button/button'
import { TextLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses/page-sections'
import { receiptHref } from '~/values/addresses/receipt'
import { acceptedMessages, netAmount, type Transaction } from '~/values/transaction'
import type { AccountRequest } from './account-request.server'
import { AccountToPay, nameOf, SumToSend } from './account-to-pay'
import { IntentButton } from './intent-button'
import * as css from './pending.css'
import { isUnderWay, type TransactionState, toTransactionState } from './state'
import { useMayNotDeposit } from './state-badge'

/** The form of the deposit page: asking for the account from there keeps what was typed in it. */
export const depositFormId = 'deposit-form'

/** What it is and its sum. */
export function formatTitle({ kind, amount }: Transaction, i18n: I18n): string {
  return `${i18n.t(`transaction.${kind}`)} ${i18n.won(amount)}`
}

/** Its title with its number, or without one its time: several may have one sum. */
export function formatName(transaction: Transaction, i18n: I18n): string {
  const { id, at } = transaction
  const mark = id === undefined ? i18n.dateTime(at) : `${i18n.t('receipt.number')} ${id}`
  return `${formatTitle(transaction, i18n)}, ${mark}`
}

interface PendingTransactionProps {
  transaction: Transaction
  account: AccountRequest | undefined
  /** Where it is looked at again. */
  refreshHref: string
  /** Whether the time and the number stand elsewhere on the page. */
  isBare?: boolean
  /**
   * Whether others may stand on the page: the names of its links and buttons then say which one they are of, and what could
   * not be read is said once for all.
   */
  isOneOfSeveral?: boolean
  /** Whether the account to pay into, or the button that asks for it, stands once for several. */
  isAccountShared?: boolean
}

/** What is true of a transaction now, and the one thing to do next. */
export function PendingTransaction({
  transaction,
  account,
  refreshHref,
  isBare = false,
  isOneOfSeveral = false,
  isAccountShared = false,
}: PendingTransactionProps) {
  const i18n = useI18n()
  const isExcluded = useMayNotDeposit() && transaction.kind === 'deposit'
  const state = toTransactionState(transaction, { account, isExcluded })
  const { kind, id, at } = transaction
  const settledAt = state.kind === 'arrived' || state.kind === 'cancelled' ? state.at : undefined
  return (
    <div className={css.pending}>
      <p className={css.sentence}>{formatState(state, transaction, isExcluded, i18n)}</p>
      <NextStep
        state={state}
        transaction={transaction}
        isExcluded={isExcluded}
        isBare={isBare}
        isAccountShared={isAccountShared}
        refreshHref={refreshHref}
        about={isOneOfSeveral ? formatName(transaction, i18n) : undefined}
      />
      {!isOneOfSeveral && <UnreadableMoney figures={[transaction.amount, transaction.fee, transaction.after]} />}
      {!isBare && (
        <p className={css.note}>
          {i18n.dateTime(settledAt ?? at)}
          {id !== undefined && (
            <>
              {` · ${i18n.t('receipt.number')} `}
              <TextLink to={receiptHref({ kind, id, at })}>{id}</TextLink>
            </>
          )}
        </p>
      )}
    </div>
  )
}

/** Where a transaction stands, in a sentence; with the estimated time where nothing is awaited from the member. */
function formatState(
  state: TransactionState,
  transaction: Transaction,
  isExcluded: boolean,
  { dateTime, sentences, t, won }: I18n,
): string {
  const { kind, estimatedTime } = transaction
  const amount = won(netAmount(transaction))
  switch (state.kind) {
    case 'account-unknown':
      return sentences(t('pending.accountUnknown'), t(`${acceptedMessages[kind]}.text`))
    case 'account-outdated':
      return t('pending.accountOutdated', { time: dateTime(state.at) })
    case 'account-asked':
      if (state.inquiry) return t('pending.accountAsked.inquiry')
      return state.at === '' ? t('deposit.account.waiting') : t('pending.accountAsked', { time: dateTime(state.at) })
    case 'send-money':
      return typeof transaction.amount === 'number'
        ? t(state.reply.account ? 'pending.sendMoney' : 'pending.sendMoney.inWords', {
            amount: won(transaction.amount),
          })
        : t('pending.answered')
    case 'unpaid':
      return sentences(
        t('pending.unpaid'),
        state.payUrl && state.expiresAt && t('pending.unpaid.until', { time: dateTime(state.expiresAt) }),
      )
    case 'arrived':
      return sentences(
        t(`tracker.${kind}.done`, { amount }),
        kind === 'deposit' && state.after !== undefined && t('pending.after', { amount: won(state.after) }),
      )
    case 'cancelled':
      return sentences(t(`tracker.${kind}.cancelled`, { amount: won(transaction.amount) }), state.reason)
    case 'crediting':
    case 'checking':
    case 'sent':
    case 'accepted':
    case 'paused':
    case 'other': {
      const goesElsewhere = kind === 'withdraw' && transaction.paidBy === 'payment'
      const accepted = goesElsewhere ? 'pending.accepted.byPayment' : (`${acceptedMessages[kind]}.text` as const)
      const text = {
        crediting: 'pending.crediting',
        checking: goesElsewhere ? accepted : (`pending.checking.${kind}` as const),
        sent: goesElsewhere ? 'pending.sent.byPayment' : 'pending.sent',
        accepted,
        paused: state.kind === 'paused' && state.isUnpaid ? 'pending.unpaid' : accepted,
        other: accepted,
      } as const
      return sentences(t(text[state.kind]), !isExcluded && isUnderWay(state, kind) && estimatedTime)
    }
    default:
      return state satisfies never
  }
}

function NextStep({
  state,
  transaction,
  isExcluded,
  isBare,
  isAccountShared,
  refreshHref,
  about,
}: {
  state: TransactionState
  isExcluded: boolean
  isBare: boolean
  isAccountShared: boolean
  transaction: Transaction
  refreshHref: string
  about: string | undefined
}) {
  const { t } = useI18n()
  const step = (to: string, text: string) => (
    <p className={css.step}>
      <TextLink to={to} aria-label={nameOf(text, about)}>
        {text}
      </TextLink>
    </p>
  )
  const toHelpDesk = useHasHelpDesk() ? step(href('/help'), t('nav.help')) : <ContactLinks />
  switch (state.kind) {
    case 'account-unknown':
    case 'account-outdated':
      return isAccountShared ? null : <AskForAccount refreshHref={refreshHref} about={about} />
    case 'send-money':
      return isAccountShared ? (
        <SumToSend amount={transaction.amount} about={about} />
      ) : (
        <AccountToPay reply={state.reply} amount={transaction.amount} about={about} />
      )
    case 'unpaid':
      return (
        state.payUrl !== undefined && (
          <div className={css.step}>
            <ButtonLink
              to={state.payUrl}
              reloadDocument
              variant="primary"
              size="small"
              aria-label={nameOf(t('pending.unpaid.pay'), about)}
            >
              {t('pending.unpaid.pay')}
            </ButtonLink>
          </div>
        )
      )
    case 'account-asked':
      return state.inquiry ? step(href('/help'), t('deposit.account.inquiry')) : step(refreshHref, t('tracker.again'))
    case 'arrived':
      // Its own page has the way back there.
      return !isBare && step(historySectionHref, t('receipt.history'))
    case 'cancelled':
      return transaction.kind === 'deposit' && transaction.paidBy !== 'transfer' && !isExcluded
        ? step(href('/deposit'), t('pending.anew'))
        : toHelpDesk
    case 'crediting':
    case 'checking':
    case 'sent':
    case 'accepted':
    case 'paused':
    case 'other':
      return transaction.listing !== 'no-list' ? step(refreshHref, t('tracker.again')) : toHelpDesk
    default:
      return state satisfies never
  }
}

/** Asks for the account: on the deposit page with the form there, so that it keeps what was typed. */
export function AskForAccount({ refreshHref, about }: { refreshHref: string; about?: string | undefined }) {
  const { t } = useI18n()
  return (
    <IntentButton
      intent="ask-account"
      variant="primary"
      text={t('deposit.account.ask')}
      label={nameOf(t('deposit.account.ask'), about)}
      form={refreshHref === href('/deposit') ? depositFormId : undefined}
      action={href('/deposit')}
    />
  )
}
