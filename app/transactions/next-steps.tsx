import type { ReactNode } from 'react'
import { href } from 'react-router'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { useHasPage, useHasSupport } from '~/session/page-settings'
import { useMayNotDeposit, useSession } from '~/session/session-context'
import { ContactLinks } from '~/shell/footer/contact-links'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { spreadRow, tightStack } from '~/ui/layout/layout.css'
import { plainText } from '~/ui/text.css'
import { TextLink } from '~/ui/text-link/text-link'
import { hrefWithQuery, writeInquiryHref } from '~/values/addresses'
import { minDeposit } from '~/values/amount'
import type { InquirySubject } from '~/values/status'
import { isAboutName, isDone, mayHaveBeenSent, type Transaction } from '~/values/transaction'

export type NewsPlace = '/' | '/deposit' | '/withdraw'

type NextStepsProps = { row: Transaction } & Partial<
  Record<'mayPlay' | 'isFirst' | 'isOnReceipt' | 'isOnForm', boolean>
>

/** What reasons call a bank account, in the site's languages. */
const bankAccount =
  /계좌|bank (?:account|details)|account (?:number|holder)|to your account|口座|银行|บัญชีธนาคาร|tài khoản ngân hàng/i

/** Returns whether a withdrawal failed because of the member's account, which only support can change. */
export const isAboutAccount = ({ kind, isAccountChanged, ...row }: Transaction): boolean =>
  kind === 'withdraw' && !isAccountChanged && (bankAccount.test(row.reason ?? '') || isAboutName(row))

/** Links to support about a failed transaction, in a sentence. */
export function InquiryLink({ row }: { row: Transaction }) {
  const { t } = useI18n()
  const { to, text } = inquiryAbout(row)
  if (!useHasSupport()) return null
  return (
    <span>
      {mayHaveBeenSent(row) && t('deposit.cancelled.sent')} <TextLink to={to}>{t(text)}</TextLink>
    </span>
  )
}

/** Explains how a member can withdraw to another account, after one was rejected. While that is news, it has the button. */
export function AccountSteps({ row, isNews }: { row: Transaction; isNews: boolean }) {
  const { t } = useI18n()
  if (!useHasSupport()) return null
  return (
    <Card title={t('withdraw.account.steps')}>
      <ol className={`${tightStack} ${plainText}`}>
        <li>{t('withdraw.account.step.1')}</li>
        <li>{t('withdraw.account.step.2')}</li>
        <li>{t('withdraw.account.step.3')}</li>
      </ol>
      {!isNews && <NextSteps row={row} />}
    </Card>
  )
}

function inquiryAbout(row: Transaction) {
  const needsAccount = isAboutAccount(row)
  const subject: InquirySubject = needsAccount ? 'account' : row.kind === 'withdraw' ? 'withdrawal' : 'deposit'
  const text = needsAccount ? 'withdraw.account.ask' : 'help.write.title'
  return { to: `${writeInquiryHref}&subject=${subject}`, text } as const
}

/**
 * Shows buttons for the next steps after a settlement. If the money for a cancelled deposit may have been sent, each
 * button has the case it is for, and support comes first if the name was wrong. Otherwise support comes first on a
 * receipt, and if a withdrawal failed because of the account or without a reason.
 * @param isFirst true if a button may be filled. If the page's form has an amount, only the form's button may be.
 * @param isOnForm true if the page has a form for the same request
 */
export function NextSteps({ row, isFirst = false, mayPlay, isOnReceipt, isOnForm }: NextStepsProps) {
  const { t } = useI18n()
  const { playLimits } = useSession()
  const mayNotDeposit = useMayNotDeposit()
  const hasSupport = useHasSupport()
  const game = [href('/casino'), href('/slot'), href('/sport')].find(useHasPage())
  const step = (to: string, text: string, isFilled: boolean, reloadDocument = false) => (
    <ButtonLink to={to} variant={isFilled ? 'primary' : 'line'} size="small" reloadDocument={reloadDocument}>
      {text}
    </ButtonLink>
  )
  const toCase = (text: MessageKey, button: ReactNode) => (
    <div className={`${spreadRow} ${plainText}`}>
      {t(text)} {button}
    </div>
  )
  if (isDone(row))
    return mayPlay && row.kind === 'deposit' && game ? step(game, t('news.play'), isFirst && !isOnForm) : null
  const { kind, amount, cancelledByMember } = row
  const inquiry = inquiryAbout(row)
  const mayRepeat =
    kind === 'withdraw' ||
    (!row.paidApart && !mayNotDeposit && (playLimits?.tightest?.left ?? minDeposit) >= minDeposit)
  const again = hrefWithQuery(href(`/${kind}`), { balance: amount ? String(amount) : '' })
  // Without a reason, the same request would only be refused again.
  const isUnexplained = kind === 'withdraw' && !row.reason
  const isUnclear = mayHaveBeenSent(row)
  const isContactFirst =
    !cancelledByMember && (isOnReceipt || isAboutAccount(row) || isUnexplained || isUnclear || !mayRepeat)
  const isRepeatFirst = mayRepeat && !isContactFirst
  const isName = isAboutName(row)
  const mayFill = isFirst && (!isUnclear || isName)
  // Where another step comes first, the form below is enough. On its own page, only a reload enters the amount.
  const hasRepeat = mayRepeat && !isAboutAccount(row) && !(isOnForm && (cancelledByMember || isUnclear))
  const repeat = hasRepeat && step(again, t('news.again'), mayFill && isRepeatFirst, isOnForm)
  const support = hasSupport ? step(inquiry.to, t(inquiry.text), mayFill && isContactFirst) : <ContactLinks />
  if (isUnclear && hasSupport) {
    const ifUnsent = repeat && (isOnReceipt || !cancelledByMember) && toCase('deposit.cancelled.unsent', repeat)
    return (
      <>
        {!isName && ifUnsent}
        {toCase('deposit.cancelled.sent', support)}
        {isName && ifUnsent}
      </>
    )
  }
  return (
    <>
      {isRepeatFirst && repeat}
      {support}
      {!isRepeatFirst && repeat}
    </>
  )
}
