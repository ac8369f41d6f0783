import { type ReactNode, useEffect, useState } from 'react'
import { href } from 'react-router'
import { BankAccountDetails, Copied, nameOf } from '~/components/bank-account'
import { account } from '~/components/bank-account.css'
import { IntentButton } from '~/components/submit-button'
import { UnreadableMoney } from '~/components/unreadable-money'
import { type I18n, useI18n } from '~/i18n/i18n'
import { useHasSupport } from '~/session/page-settings'
import { useMayNotDeposit, useSession } from '~/session/session-context'
import { ContactLinks } from '~/shell/footer/contact-links'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { wrapRow } from '~/ui/layout/layout.css'
import { notPrinted } from '~/ui/print.css'
import { TextLink } from '~/ui/text-link/text-link'
import { receiptHref, writeInquiryHref } from '~/values/addresses'
import { type ParsedAmount, sumKnown } from '~/values/balance'
import { days, minutes, seconds } from '~/values/durations'
import { acceptedMessages } from '~/values/numbered-messages'
import { formatNearTime } from '~/values/seoul'
import type { InquirySubject } from '~/values/status'
import { netAmount, type Transaction } from '~/values/transaction'
import type { BankAccountRequest } from './bank-account-request.server'
import { CancelLink } from './cancel-deposit'
import { ProgressSteps } from './progress-steps'
import { formatAgo, hasEstimatedTime, type TransactionState, toTransactionState } from './state'
import { formatName } from './state-badge'
import * as css from './transactions.css'

interface ProgressProps {
  transaction: Transaction
  accountRequest: BankAccountRequest | undefined
  refreshHref: string
}

/** Shows the progress of a pending transaction on its receipt, which gives the number, the account and the time. */
export function TransactionProgress({ transaction, accountRequest, refreshHref }: ProgressProps) {
  const i18n = useI18n()
  const state = toTransactionState(transaction, { accountRequest, isExcluded: useMayNotDeposit() })
  const nextStep = <NextStep {...{ transaction, state }} isBare />
  const isAccountFirst = state.kind === 'send-money' && state.reply.account !== undefined
  return (
    <div className={css.pending}>
      <ProgressSteps transaction={transaction} state={state} />
      {isAccountFirst && nextStep}
      <p className={css.sentence}>
        <span>{formatState(state, transaction, i18n)}</span> <RefreshLink to={refreshHref} />
      </p>
      {!isAccountFirst && nextStep}
      <UnreadableMoney figures={[transaction.amount, transaction.fee, transaction.after]} />
      {transaction.cancellable && <CancelLink deposit={transaction} label={undefined} />}
    </div>
  )
}

/** Links to the page itself. With JavaScript, the page refreshes automatically, so the link is hidden. */
export function RefreshLink({ to }: { to: string }) {
  const { t } = useI18n()
  return (
    <span className={`${css.withoutScript} ${css.nowrap}`}>
      <TextLink to={to}>{t('pending.refresh')}</TextLink>
    </span>
  )
}

/** Returns the balance before and after a change in won, or undefined if it is unknown or has changed since. */
export function useBalanceChange(after: ParsedAmount, change: ParsedAmount): string | undefined {
  const { won } = useI18n()
  const total = useSession().member?.totalWon
  if (total === undefined || total !== after || change == null) return undefined
  return `${won(total - change)} → ${won(total)}`
}

/** Shows the account that pending withdrawals are sent to, and that their sum is already deducted. */
export function PayoutAccount({ transactions }: { transactions: readonly Transaction[] }) {
  const { t, won } = useI18n()
  const [{ paidTo, stage, after } = {}] = transactions
  const sum = sumKnown(transactions.map(({ amount }) => amount))
  const deductedWon = stage === 'sent' ? undefined : sum
  const change = useBalanceChange(transactions.length === 1 ? after : undefined, deductedWon && -deductedWon)
  if (!paidTo) return null
  return (
    <div className={account}>
      <Copied term={t('withdraw.account.title')} value={paidTo} />
      {change && <Copied term={t('strip.money')} value={change} />}
      {deductedWon !== undefined && !change && (
        <p className={css.sentence}>{t('pending.deducted', { amount: won(deductedWon) })}</p>
      )}
    </div>
  )
}

type LinksProps = { transaction: Transaction; state: TransactionState; name?: string; children?: ReactNode }

/** Shows a transaction's number and link to cancel it. @param name set if the page can show several transactions */
export function TransactionLinks({ transaction, state, name, children }: LinksProps) {
  const { t } = useI18n()
  const { kind, id, at, cancelUrl, cancellable } = transaction
  const label = nameOf(t('deposit.cancel'), name)
  const contact = t('pending.contact.withdraw')
  const cancelLink =
    cancelUrl && (state.kind === 'unpaid' || state.kind === 'paused') ? (
      <TextLink to={cancelUrl} reloadDocument aria-label={label}>
        {t('deposit.cancel')}
      </TextLink>
    ) : (
      cancellable && id !== undefined && <CancelLink deposit={transaction} label={label} />
    )
  const isOpen = state.kind !== 'arrived' && state.kind !== 'cancelled'
  const contactLink = useHasSupport() && isOpen && kind === 'withdraw' && (
    <TextLink to={`${writeInquiryHref}&subject=withdrawal`} aria-label={nameOf(contact, name)}>
      {contact}
    </TextLink>
  )
  return (
    <div className={css.oneLine}>
      {children}
      {id !== undefined && (
        <TextLink to={receiptHref({ kind, id, at })}>
          {t('receipt.number')} <span translate="no">{id}</span>
        </TextLink>
      )}
      <span className={notPrinted}>{cancelLink || contactLink}</span>
    </div>
  )
}

/** Shows how long ago a request was made, and updates it. Shows the time instead in the first minute and after a day. */
export function RequestAge({ at, pendingMs }: Pick<Transaction, 'at' | 'pendingMs'>) {
  const i18n = useI18n()
  const [elapsedMs, setElapsedMs] = useState(0)
  useEffect(() => {
    const startMs = performance.now()
    const timer = setInterval(() => setElapsedMs(performance.now() - startMs), seconds(30))
    return () => clearInterval(timer)
  }, [])
  const agoMs = (pendingMs ?? 0) + elapsedMs
  const isRecent = agoMs >= minutes(1) && agoMs < days(1)
  const time = isRecent ? formatAgo(agoMs, i18n.lang) : formatNearTime(at, nowOf({ at, pendingMs }), i18n.lang)
  // The browser may word the time differently from the server.
  return (
    <span className={css.note} suppressHydrationWarning>
      {i18n.t('pending.at', { time })}
    </span>
  )
}

/** Returns the server's time at which a transaction was listed, for identical formatting during hydration. */
const nowOf = ({ at, pendingMs = Number.NaN }: Pick<Transaction, 'at' | 'pendingMs'>) => Date.parse(at) + pendingMs

export function formatState(state: TransactionState, transaction: Transaction, i18n: I18n): string {
  const { sentences, t, won } = i18n
  const { kind, estimatedTime } = transaction
  switch (state.kind) {
    case 'account-unknown':
      return sentences(t('pending.accountUnknown'), t(`${acceptedMessages[kind]}.text`))
    case 'account-outdated':
      return t('pending.accountOutdated', { time: formatNearTime(state.at, nowOf(transaction), i18n.lang) })
    case 'account-asked':
      return sentences(
        t(state.inquiry ? 'pending.accountAsked.inquiry' : 'deposit.account.waiting'),
        !state.inquiry && t('withdraw.guide.text'),
        transaction.isLate && estimatedTime,
      )
    case 'send-money':
      if (typeof transaction.amount !== 'number') return t('pending.answered')
      return sentences(
        state.reply.account
          ? t('pending.sendMoney')
          : t('pending.sendMoney.inWords', { amount: won(transaction.amount) }),
        t('pending.afterTransfer'),
      )
    case 'unpaid':
      return sentences(
        t('pending.unpaid'),
        state.payUrl &&
          state.expiresAt &&
          t('pending.unpaid.until', { time: formatNearTime(state.expiresAt, nowOf(transaction), i18n.lang) }),
      )
    case 'arrived':
      return t(`tracker.${kind}.done`, { amount: won(netAmount(transaction)) })
    case 'cancelled':
      return (
        state.reason ??
        t(kind === 'withdraw' ? 'news.withdraw.returned' : 'tracker.deposit.cancelled', {
          amount: won(transaction.amount),
        })
      )
    default: {
      const goesElsewhere = kind === 'withdraw' && transaction.paidBy === 'payment'
      const accepted = goesElsewhere ? 'pending.accepted.byPayment' : (`${acceptedMessages[kind]}.text` as const)
      const text = {
        crediting: 'pending.crediting',
        checking: goesElsewhere ? accepted : (`pending.checking.${kind}` as const),
        sent: goesElsewhere ? 'pending.sent.byPayment' : 'pending.sent',
        accepted,
        paused: state.kind === 'paused' && state.isUnpaid ? 'pending.unpaid' : 'pending.paused',
        other: accepted,
      } as const
      return sentences(
        t(text[state.kind]),
        state.kind === 'paused' && state.isUnpaid && t('pending.paused.unpaid'),
        (hasEstimatedTime(state, kind) || (state.kind === 'accepted' && transaction.isLate)) && estimatedTime,
        kind === 'withdraw' && t('withdraw.guide.text'),
      )
    }
  }
}

interface NextStepProps {
  transaction: Transaction
  state: TransactionState
  form?: string | undefined
  /** True if the page shows several transactions. The accessible name of each link then names its transaction. */
  isOneOfSeveral?: boolean
  isSecond?: boolean
  isBare?: boolean | undefined
}

/** Shows the link or button for what the member can do in a state. */
export function NextStep({ state, transaction, form, isOneOfSeveral, isSecond, isBare }: NextStepProps) {
  const i18n = useI18n()
  const { t } = i18n
  const hasSupport = useHasSupport()
  const about = isOneOfSeveral ? formatName(transaction, i18n) : undefined
  const { kind, listing, isLate } = transaction
  const isWithdrawal = kind === 'withdraw'
  const subject: InquirySubject = isWithdrawal ? 'withdrawal' : 'deposit'
  // A withdrawal with a line of links has this link there.
  const contact = (isWithdrawal ? isBare || !hasSupport : listing === 'no-list' || isLate) && (
    <div className={css.step}>
      {hasSupport ? (
        <TextLink to={`${writeInquiryHref}&subject=${subject}`}>
          {t(isWithdrawal ? 'pending.contact.withdraw' : 'help.write.title')}
        </TextLink>
      ) : (
        <ContactLinks />
      )}
    </div>
  )
  switch (state.kind) {
    case 'account-unknown':
    case 'account-outdated':
      // A deposit form on the page is submitted too, so that its input isn't lost.
      return (
        <IntentButton
          intent="ask-account"
          variant="primary"
          text={t('deposit.account.ask')}
          label={nameOf(t('deposit.account.ask'), about)}
          form={form}
          action={href('/deposit')}
        />
      )
    case 'send-money':
      return <BankAccountDetails reply={state.reply} amount={transaction.amount} isSecond={isSecond} />
    case 'unpaid':
      return state.payUrl === undefined ? null : (
        <div className={css.step}>
          <ButtonLink
            to={state.payUrl}
            reloadDocument
            variant={isSecond ? 'quiet' : 'primary'}
            size="small"
            aria-label={nameOf(t('pending.unpaid.pay'), about)}
          >
            {t('pending.unpaid.pay')}
          </ButtonLink>
        </div>
      )
    case 'account-asked':
      return state.inquiry ? (
        <p className={css.step}>
          <TextLink to={href('/help')} aria-label={nameOf(t('deposit.account.inquiry'), about)}>
            {t('deposit.account.inquiry')}
          </TextLink>
        </p>
      ) : (
        <>
          <div className={wrapRow}>
            <Alert kind="warning" silent slim title={t('deposit.account.notYet')} />
          </div>
          {contact}
        </>
      )
    case 'arrived':
    case 'cancelled':
      return null
    default:
      return contact
  }
}
