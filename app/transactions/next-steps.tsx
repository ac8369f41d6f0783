import { href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { useHasPage, useHasSupport } from '~/session/page-settings'
import { useMayNotDeposit, useSession } from '~/session/session-context'
import { ContactLinks } from '~/shell/footer/contact-links'
import { ButtonLink } from '~/ui/button/button'
import { hrefWithQuery, writeInquiryHref } from '~/values/addresses'
import { minDeposit } from '~/values/amount'
import type { InquirySubject } from '~/values/status'
import { isDone, mayHaveBeenSent, type Transaction } from '~/values/transaction'

export type NewsPlace = '/' | '/deposit' | '/withdraw'

/** Returns what to do if the money for a cancelled deposit is already on its way. */
export function useSentHint(row: Transaction): string | undefined {
  const { t } = useI18n()
  return useHasSupport() && mayHaveBeenSent(row) ? t('deposit.cancelled.sent') : undefined
}

type NextStepsProps = { row: Transaction; place?: NewsPlace; mayPlay?: boolean; isFirst?: boolean }

/** If a refusal's reason contains one of these words, the member needs another account, which support can set. */
const accountWords = /계좌|예금주|account|holder/i

/**
 * Shows buttons for the next steps after a settlement. Support comes first on a receipt, if a withdrawal failed because
 * of the account or without a reason, or if the money for a cancelled deposit may have been sent. The page of the form
 * needs no button to repeat.
 * @param isFirst true if a button may be filled. If the page's form has an amount, only the form's button may be.
 */
export function NextSteps({ row, place, isFirst = false, mayPlay = false }: NextStepsProps) {
  const { t } = useI18n()
  const { playLimits } = useSession()
  const mayNotDeposit = useMayNotDeposit()
  const hasSupport = useHasSupport()
  const form = href(`/${row.kind}`)
  const game = [href('/casino'), href('/slot'), href('/sport')].find(useHasPage())
  const step = (to: string, text: string, isFilled: boolean) => (
    <ButtonLink to={to} variant={isFilled ? 'primary' : 'line'} size="small">
      {text}
    </ButtonLink>
  )
  if (isDone(row)) return mayPlay && row.kind === 'deposit' && game ? step(game, t('news.play'), false) : null
  const { kind, amount } = row
  const isAboutAccount = kind === 'withdraw' && accountWords.test(row.reason ?? '')
  const subject: InquirySubject = isAboutAccount ? 'account' : kind === 'withdraw' ? 'withdrawal' : 'deposit'
  const mayRepeat =
    kind === 'withdraw' ||
    (!row.paidApart && !mayNotDeposit && (playLimits?.tightest?.left ?? minDeposit) >= minDeposit)
  const contact = `${writeInquiryHref}&subject=${subject}`
  const again = hrefWithQuery(form, { balance: amount ? String(amount) : '' })
  // Without a reason, the same request would only be refused again.
  const isUnexplained = kind === 'withdraw' && !row.reason
  const isContactFirst =
    !row.cancelledByMember &&
    (place === undefined || isAboutAccount || isUnexplained || mayHaveBeenSent(row) || !mayRepeat)
  const isRepeatFirst = mayRepeat && !isContactFirst
  const repeat = mayRepeat && place !== form && step(again, t('news.again'), isFirst && isRepeatFirst)
  return (
    <>
      {isRepeatFirst && repeat}
      {hasSupport ? step(contact, t('help.write.title'), isFirst && isContactFirst) : <ContactLinks />}
      {!isRepeatFirst && repeat}
    </>
  )
}
