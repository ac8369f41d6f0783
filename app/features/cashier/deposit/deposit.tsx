import { type ReactNode, useState } from 'react'
import { href } from 'react-router'
import { unreadableNote } from '~/components/unreadable-money'
import { DepositQuestion } from '~/features/play-limits/deposit-question'
import { useI18n } from '~/i18n/i18n'
import type { RouteHandle } from '~/server/middleware/route.server'
import { useSession } from '~/session/session-context'
import type { BankAccountRequest } from '~/transactions/bank-account-request.server'
import { PendingTransactions } from '~/transactions/pending-transactions'
import { useTransactionNews } from '~/transactions/poll'
import { SettlementNews } from '~/transactions/settlement-news'
import { toTransactionState } from '~/transactions/state'
import { describePhase } from '~/transactions/state-badge'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { label as labelText } from '~/ui/field/field.css'
import { footnote } from '~/ui/form/form.css'
import { MoreLink, TextLink } from '~/ui/text-link/text-link'
import { limitsSectionHref } from '~/values/addresses'
import { minDeposit, parseAmount, type Won } from '~/values/amount'
import { numberedMessages } from '~/values/numbered-messages'
import { dot } from '~/values/parts'
import { netAmount } from '~/values/transaction'
import { checkDeposit } from '../form/amount-problems'
import { AccountRequested, BankAccountBox, useFocusWhenAsked } from '../form/bank-account-box'
import { panel, panelContent, panelGroup, panelText } from '../form/cashier.css'
import { CashierPage, type MoneyFormView, MoneyInGames, useIsFormReplaced, useMoneyForm } from '../form/cashier-page'
import { needsAnswer } from '../form/form.css'
import { MethodChoice, useChosenMethod } from '../form/method-choice'
import { MoneyForm, useTotalAfter } from '../form/money-form'
import { RecentTransactions, rowsOf } from '../form/recent-transactions'
import { AmountBox, useAmount } from '../form/use-amount'
import type { Route } from './+types/deposit'
import { formatLimit, MissingLimitAnswers, NothingToDeposit } from './limit'

const formId = 'deposit-form'

export const handle = {
  requiresConsent: true,
  closedWhileExcluded: true,
  flashesInPage: ['deposit.cancel.done.of', numberedMessages.accountRequested],
  NewsWhileExcluded: NewsOfDeposits,
  movesMoney: true,
  restoresForm: formId,
  servedCountriesOnly: true,
} satisfies RouteHandle

/** During a break, replaces the form with pending and settled deposits. */
function NewsOfDeposits({ news: loaded }: { news: unknown }) {
  const { news, pending } = loaded as Pick<Loaded, 'news' | 'pending'>
  return (
    <>
      <PendingTransactions place="home" pending={pending} refreshHref={href('/deposit')} />
      <SettlementNews news={news} place="/deposit" listed={[]} requests={pending.transactions} />
    </>
  )
}

export { clientAction } from '../form/money-form'

export { action, loader } from './deposit.server'

export default function Deposit({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const labels = {
    balance: t('deposit.amount.label'),
    limit: t('deposit.limit.label'),
    ...{ day: t('limits.day'), week: t('limits.week'), month: t('limits.month') },
    idx: t('deposit.method.label'),
    funds: t('funds.title'),
  }
  const form = useMoneyForm(actionData, loaderData, labels)
  const { expired, member, playLimits } = useSession()
  const limit = playLimits?.tightest
  const isUsedUp = useIsFormReplaced(form, limit != null && limit.left < minDeposit)
  // After the session has ended, the page shows no member data, and the account may be outdated.
  const accountRequest: BankAccountRequest = expired ? { kind: 'none' } : loaderData.accountRequest
  const { transactions, further } = loaderData.pending
  useTransactionNews(transactions, accountRequest)
  const states = transactions.map((row) => toTransactionState(row, { accountRequest, isExcluded: false }).kind)
  const mayBePaidByBank = transactions.some(({ paidBy }) => paidBy !== 'payment')
  const asked = accountRequest.kind === 'waiting' ? [{ kind: 'deposit', at: accountRequest.at } as const] : []
  const requests = [...transactions, ...asked]
  const toPayCount = states.filter((kind) => kind === 'send-money').length
  const isBankAccountInPending = !expired && states.some((kind) => statesAboutAccount.includes(kind))
  const accountBox = useFocusWhenAsked(accountRequest.kind, isBankAccountInPending)
  const pageForm = isUsedUp ? undefined : formId
  const use = mayBePaidByBank ? 'pending' : loaderData.isAccountAskedByMember ? 'next' : undefined
  const box = !isUsedUp && !isBankAccountInPending && (
    <BankAccountBox form={formId} request={accountRequest} use={use} box={accountBox} />
  )
  // What the member has requested comes before the form.
  const isBoxFirst = ['waiting', 'inquiries', use === 'next' && 'answered'].includes(accountRequest.kind)
  const below = (
    <>
      <MoneyInGames won={member?.inGameWon} canTransfer={loaderData.canTransferToWallet} form={pageForm} />
      {!isUsedUp && !loaderData.isFundsQuestion && <FundsNote funds={loaderData.funds} />}
      <RecentTransactions kind="deposit" transactions={loaderData.recent} requests={requests} />
    </>
  )
  return (
    <CashierPage
      kind="deposit"
      rows={rowsOf(loaderData)}
      form={form}
      pending={
        <>
          {isBankAccountInPending && <AccountRequested />}
          {isBoxFirst && box}
          <PendingTransactions
            place="form"
            pending={{ transactions, further, accountRequest }}
            refreshHref={href('/deposit')}
            form={pageForm}
          />
        </>
      }
      news={<SettlementNews news={loaderData.news} place="/deposit" listed={rowsOf(loaderData)} requests={requests} />}
    >
      {isUsedUp && limit ? (
        <NothingToDeposit limit={limit} below={below} />
      ) : (
        <DepositForm
          key={form.code}
          {...loaderData}
          {...{ form, labels, toPayCount, below }}
          accountBox={!isBoxFirst && box}
        />
      )}
    </CashierPage>
  )
}

const statesAboutAccount = ['account-unknown', 'account-asked', 'account-outdated', 'send-money']

type Loaded = Route.ComponentProps['loaderData']

interface DepositFormProps extends Loaded {
  form: MoneyFormView
  labels: { balance: string }
  toPayCount: number
  accountBox: ReactNode
  below: ReactNode
}

function DepositForm(props: DepositFormProps) {
  const { form, labels, payments, funds, isFundsQuestion, isLimitQuestion } = props
  const { recent, accountRequest, toPayCount, accountBox, below } = props
  const i18n = useI18n()
  const { t, won } = i18n
  const [method, chooseMethod] = useChosenMethod(form, payments)
  const { playLimits, expired } = useSession()
  const pending = expired ? [] : props.pending.transactions
  const [first] = pending
  const circumstances = { accountRequest, isExcluded: false }
  const check = (amount: Won) => checkDeposit(amount, method, playLimits?.tightest)
  const [limitChoice, onChoose] = useState(form.submitted('limit'))
  const [day, onDay] = useState(form.submitted('day'))
  const dayLimit = limitChoice === 'set' ? parseAmount(day) : undefined
  const amount = useAmount({ name: 'balance', form, check, recent })
  const ownLimit = i18n.sentences(
    playLimits?.tightest ? formatLimit(playLimits.tightest, i18n) : undefined,
    playLimits?.isUnreadable && unreadableNote(i18n),
  )
  // The error replaces the note about the limit, so for a used-up limit it also says when the limit resets.
  const isUsedUp = (playLimits?.tightest?.left ?? minDeposit) < minDeposit
  const error = amount.error && isUsedUp ? ownLimit : amount.error
  const isSame = pending.some((row) => row.amount === amount.sum)
  const isNeeded = form.isShownAgain || !amount.isMissing
  const arriving = amount.sum === undefined ? undefined : (netAmount({ amount: amount.sum, fee: method?.fee }) ?? null)
  const sent = { term: t('deposit.sum.amount'), amount: amount.sum }
  const credited = method?.fee ? { term: t('deposit.sum.arrives'), amount: arriving } : sent
  const totalAfter = useTotalAfter('deposit', arriving)
  // The balance after this deposit would leave out the pending ones.
  const total = first ? credited : totalAfter
  const detail = total.amount === arriving ? sent : credited
  return (
    <MoneyForm
      id={formId}
      code={form.code}
      recent={below}
      fields={
        <>
          {/* On phones, pending deposits are out of view above the open form. */}
          {first && (
            <div className={panelText}>
              <strong>
                {pending.length > 1
                  ? t('pending.waiting', { count: pending.length })
                  : `${t('pending.open')} ${won(first.amount)}${dot}${describePhase(first, circumstances, i18n)?.word}`}
              </strong>
              {/* Several pending deposits already say above that each is sent separately. */}
              {toPayCount === 1 && <p>{t('deposit.second')}</p>}
            </div>
          )}
          <AmountBox
            label={labels.balance}
            amount={{ ...amount, error }}
            min={minDeposit}
            max={Math.min(method?.max ?? Infinity, playLimits?.tightest?.left ?? Infinity)}
            aside={
              playLimits &&
              !isLimitQuestion && (
                <MoreLink to={limitsSectionHref}>
                  {t(playLimits.tightest ? 'deposit.limit.change' : 'deposit.limit.set')}
                </MoreLink>
              )
            }
            note={ownLimit}
          />
          {isLimitQuestion && <DepositQuestion {...{ form, day, onDay, onChoose }} amount={amount.sum} />}
          <MethodChoice kind="deposit" form={form} methods={payments} onChoose={chooseMethod} />
          {isFundsQuestion && funds && (
            <section className={panelGroup} aria-label={t('funds.title')}>
              <h2 className={labelText}>{t('funds.title')}</h2>
              <div className={panel}>
                <div className={panelContent}>
                  <FundsNote funds={funds} className={panelText} />
                  <Checkbox
                    name="funds"
                    value={funds.version}
                    required
                    label={t('funds.acknowledge')}
                    error={form.error('funds')}
                    defaultChecked={form.submitted('funds') === funds.version}
                  />
                </div>
              </div>
            </section>
          )}
        </>
      }
      fold={{ kind: 'deposit', isNeeded, pending: props.pending }}
      account={accountBox}
      paymentHint={t('deposit.payment.hint')}
      summary={{
        details: [
          ...(dayLimit || total === sent ? [] : [{ term: detail.term, value: won(detail.amount) }]),
          {
            term: method?.name ?? t('payment.transfer'),
            value: method && method.fee !== 0 ? t('payment.fee', { amount: won(method.fee) }) : t('payment.fee.none'),
          },
          ...(dayLimit ? [{ term: t('limits.day'), value: won(dayLimit) }] : []),
        ],
        total,
        note: isUsedUp ? t('deposit.limit.none') : isSame && <strong role="status">{t('deposit.same')}</strong>,
        needs: t(amount.isMissing ? 'form.needs.amount' : 'form.needs.mend'),
        needsBesides: (
          <>
            {isLimitQuestion && <MissingLimitAnswers />}
            {isFundsQuestion && <span className={needsAnswer.rest}>{t('form.needs.funds')}</span>}
          </>
        ),
      }}
      submit={{
        intent: 'deposit',
        text: t('deposit.submit'),
        paymentText: t('payment.open'),
        onClick: amount.blockInvalidSubmit,
      }}
    />
  )
}

/** Shows how customers' funds are protected, if the operator states it. Source: UKGC LCCP 4.2.1. */
function FundsNote({ funds, className = footnote }: Pick<Loaded, 'funds'> & { className?: string }) {
  const { t } = useI18n()
  if (!funds) return null
  return (
    <p className={className}>
      {t(`funds.level.${funds.level}`)} {funds.text}{' '}
      <TextLink to={`${href('/terms')}#funds`} target="_blank">
        {t('funds.title')}
      </TextLink>
    </p>
  )
}
