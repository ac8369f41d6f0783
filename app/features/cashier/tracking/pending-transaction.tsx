import { href } from 'react-router'
import { ContactLinks } from '~/frame/contact-links'
import { useHasHelpDesk } from '~/frame/document-settings'
import { UnreadableMoney } from '~/frame/parts/unreadable-money'
import { useExclusion, useSession } from '~/frame/session-state'
import { type I18n, useI18n } from '~/i18n/i18n'
import { ButtonLink } from '~/ui/button/button'
import { TextLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/page-sections'
import { receiptHref } from '~/values/receipt-href'
import { acceptedMessages } from '~/values/transaction-status'
import type { AccountRequest } from '../deposit/account-request.server'
import { AccountToPay, nameOf } from '../deposit/account-to-pay'
import { IntentButton } from '../form/intent-button'
import { arrivingWon, type TrackedTransaction } from './pending'
import * as css from './pending.css'
import { isUnderWay, type TransactionState, toTransactionState } from './state'

/** The form of the deposit page: asking for the account from there keeps what was typed in it. */
export const depositFormId = 'deposit-form'

/** What it is and its sum. */
export function threadTitle({ list, won }: TrackedTransaction, i18n: I18n): string {
  return `${i18n.t(`transaction.${list}`)} ${i18n.won(won)}`
}

/** Its title with its number, or without one its time: several may have one sum. */
export function threadName({ id, at, ...transaction }: TrackedTransaction, i18n: I18n): string {
  const mark = id === undefined ? i18n.dateTime(at) : `${i18n.t('receipt.number')} ${id}`
  return `${threadTitle({ id, at, ...transaction }, i18n)}, ${mark}`
}

interface ThreadProps {
  transaction: TrackedTransaction
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
}

/** Whether the member may send no money: during a break or self-exclusion, and where the country is not served. */
export function useMayNotDeposit(): boolean {
  const exclusion = useExclusion()
  const { isCountryServed } = useSession()
  return exclusion !== null || !isCountryServed
}

/** What is true of a transaction now, and the one thing to do next. */
export function Thread({ transaction, account, refreshHref, isBare = false, isOneOfSeveral = false }: ThreadProps) {
  const i18n = useI18n()
  const isExcluded = useMayNotDeposit() && transaction.list === 'deposit'
  const state = toTransactionState(transaction, { account, isExcluded })
  const { list, id, at } = transaction
  const settledAt = state.kind === 'arrived' || state.kind === 'cancelled' ? state.at : undefined
  return (
    <div className={css.thread}>
      <p className={css.sentence}>{formatState(state, transaction, isExcluded, i18n)}</p>
      <NextStep
        state={state}
        transaction={transaction}
        isExcluded={isExcluded}
        isBare={isBare}
        refreshHref={refreshHref}
        about={isOneOfSeveral ? threadName(transaction, i18n) : undefined}
      />
      {!isOneOfSeveral && <UnreadableMoney figures={[transaction.won, transaction.fee, transaction.after]} />}
      {!isBare && (
        <p className={css.note}>
          {i18n.dateTime(settledAt ?? at)}
          {id !== undefined && (
            <>
              {` · ${i18n.t('receipt.number')} `}
              <TextLink to={receiptHref({ list, id, at })}>{id}</TextLink>
            </>
          )}
        </p>
      )}
    </div>
  )
}

/** Where a transaction stands, in a sentence; with the usual time where nothing is awaited from the member. */
function formatState(
  state: TransactionState,
  { list, usual, ...transaction }: TrackedTransaction,
  isExcluded: boolean,
  { dateTime, sentences, t, won }: I18n,
): string {
  const amount = won(arrivingWon(transaction))
  switch (state.kind) {
    case 'account-unknown':
      return sentences(t('thread.accountUnknown'), t(`${acceptedMessages[list]}.text`))
    case 'account-outdated':
      return t('thread.accountOutdated', { time: dateTime(state.at) })
    case 'account-asked':
      if (state.inquiry) return t('thread.accountAsked.inquiry')
      return state.at === '' ? t('deposit.account.waiting') : t('thread.accountAsked', { time: dateTime(state.at) })
    case 'send-money':
      return state.reply.account && typeof transaction.won === 'number'
        ? t('thread.sendMoney', { amount: won(transaction.won) })
        : t('thread.answered')
    case 'unpaid':
      return sentences(
        t('thread.unpaid'),
        state.payUrl && state.expiresAt && t('thread.unpaid.until', { time: dateTime(state.expiresAt) }),
      )
    case 'arrived':
      return sentences(
        t(`tracker.${list}.done`, { amount }),
        list === 'deposit' && state.after !== undefined && t('thread.after', { amount: won(state.after) }),
      )
    case 'cancelled':
      return sentences(t(`tracker.${list}.cancelled`, { amount: won(transaction.won) }), state.reason)
    case 'crediting':
    case 'checking':
    case 'sent':
    case 'accepted':
    case 'paused':
    case 'other': {
      const goesElsewhere = list === 'withdraw' && transaction.by === 'payment'
      const accepted = goesElsewhere ? 'thread.accepted.byPayment' : (`${acceptedMessages[list]}.text` as const)
      const text = {
        crediting: 'thread.crediting',
        checking: goesElsewhere ? accepted : (`thread.checking.${list}` as const),
        sent: goesElsewhere ? 'thread.sent.byPayment' : 'thread.sent',
        accepted,
        paused: state.kind === 'paused' && state.isUnpaid ? 'thread.unpaid' : accepted,
        other: accepted,
      } as const
      return sentences(t(text[state.kind]), !isExcluded && isUnderWay(state, list) && usual)
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
  refreshHref,
  about,
}: {
  state: TransactionState
  isExcluded: boolean
  isBare: boolean
  transaction: TrackedTransaction
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
  const toDesk = useHasHelpDesk() ? step(href('/help'), t('nav.help')) : <ContactLinks />
  switch (state.kind) {
    case 'account-unknown':
    case 'account-outdated':
      return <AskForAccount refreshHref={refreshHref} about={about} />
    case 'send-money':
      return <AccountToPay reply={state.reply} won={transaction.won} about={about} />
    case 'unpaid':
      return (
        state.payUrl !== undefined && (
          <div className={css.step}>
            <ButtonLink
              to={state.payUrl}
              reloadDocument
              size="small"
              aria-label={nameOf(t('thread.unpaid.pay'), about)}
            >
              {t('thread.unpaid.pay')}
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
      return transaction.list === 'deposit' && transaction.by !== 'transfer' && !isExcluded
        ? step(href('/deposit'), t('thread.anew'))
        : toDesk
    case 'crediting':
    case 'checking':
    case 'sent':
    case 'accepted':
    case 'paused':
    case 'other':
      return transaction.isListed ? step(refreshHref, t('tracker.again')) : toDesk
    default:
      return state satisfies never
  }
}

/** Asks for the account: on the deposit page with the form there, so that it keeps what was typed. */
function AskForAccount({ refreshHref, about }: { refreshHref: string; about: string | undefined }) {
  const { t } = useI18n()
  return (
    <IntentButton
      intent="ask-account"
      text={t('deposit.account.ask')}
      label={nameOf(t('deposit.account.ask'), about)}
      form={refreshHref === href('/deposit') ? depositFormId : undefined}
      action={href('/deposit')}
    />
  )
}
