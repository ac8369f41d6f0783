import { useI18n } from '~/i18n/i18n'
import { useHasSupport } from '~/session/page-settings'
import { Card } from '~/ui/card/card'
import { tightStack } from '~/ui/layout/layout.css'
import { softText } from '~/ui/text.css'
import { TextLink } from '~/ui/text-link/text-link'
import { writeInquiryHref } from '~/values/addresses'

/** Explains withdrawals. A pending one explains itself. @param isBrief true if nothing can be withdrawn */
export function Guide({ usualTime, isBrief }: { usualTime: string | undefined; isBrief?: boolean }) {
  const { sentences, t } = useI18n()
  const hasSupport = useHasSupport()
  return (
    <Card title={t('withdraw.guide')}>
      <p className={softText}>{sentences(t('pending.checking.withdraw'), usualTime)}</p>
      {hasSupport && !isBrief && (
        <p>
          <TextLink to={writeInquiryHref}>{t('user.profile.change')}</TextLink>
        </p>
      )}
    </Card>
  )
}

/** Explains how to withdraw after a bank account was rejected. */
export function AccountSteps() {
  const { t } = useI18n()
  if (!useHasSupport()) return null
  const steps = [t('withdraw.account.step.1'), t('withdraw.account.step.2'), t('withdraw.account.step.3')]
  return (
    <Card title={t('withdraw.account.steps')}>
      <ol className={`${softText} ${tightStack}`}>
        {steps.map((text, index) => (
          <li key={text}>{`${index + 1}. ${text}`}</li>
        ))}
      </ol>
    </Card>
  )
}
