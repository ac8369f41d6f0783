import { type Ref, useLayoutEffect, useRef } from 'react'
import { href } from 'react-router'
import { BankAccountDetails } from '~/components/bank-account'
import { useSectionFlash } from '~/components/flash-message'
import { IntentButton } from '~/components/submit-button'
import { useI18n } from '~/i18n/i18n'
import { SupportLink, useCanReachOperator } from '~/shell/footer/contact-links'
import type { BankAccountRequest } from '~/transactions/bank-account-request.server'
import { RefreshLink } from '~/transactions/transaction-progress'
import { Alert } from '~/ui/alert/alert'
import { Badge } from '~/ui/badge/badge'
import { visuallyHidden } from '~/ui/base.css'
import { Card } from '~/ui/card/card'
import { wrapRow } from '~/ui/layout/layout.css'
import { faintText, unbroken } from '~/ui/text.css'
import { TextLink } from '~/ui/text-link/text-link'
import { hrefWithQuery } from '~/values/addresses'
import { numberedMessages } from '~/values/numbered-messages'
import { panelText } from './cashier.css'

interface AccountProps {
  form: string
  request: BankAccountRequest
  /** What an answered account is for, or undefined if it isn't shown, because no transfer is due. */
  use: 'pending' | 'next' | undefined
  box: Ref<HTMLElement>
}

export function BankAccountBox({ form, request, use, box }: AccountProps) {
  const { sentences, t } = useI18n()
  const canReach = useCanReachOperator()
  const isWaiting = request.kind === 'waiting'
  const isAnswered = request.kind === 'answered' && use !== undefined
  const isRequested = isWaiting || isAnswered || request.kind === 'inquiries'
  const isOffered = request.kind !== 'not-offered'
  const askText = isRequested ? 'deposit.account.askAgain' : 'deposit.account.ask'
  const answered = use === 'next' ? 'deposit.account.next' : 'pending.answered'
  const inquiry = (
    <TextLink to={hrefWithQuery(href('/help'), { id: 'id' in request ? String(request.id ?? '') : '' })}>
      {t('deposit.account.inquiry')}
    </TextLink>
  )
  const first = isWaiting && use !== 'pending' && t('deposit.account.first')
  const text = isWaiting ? 'deposit.account.waiting' : 'deposit.account.inquiries'
  return (
    <Card
      id="account"
      ref={box}
      title={t('deposit.account.title')}
      end={isWaiting && <Badge kind="warn">{t('pending.turn.account')}</Badge>}
    >
      <AccountRequested isHidden={isWaiting} />
      {isRequested ? (
        <>
          <p className={panelText}>
            {sentences(first, t(request.kind === 'answered' ? answered : text))} {isWaiting && inquiry}{' '}
            {/* A pending deposit above has the link, too. */}
            {isWaiting && use !== 'pending' && <RefreshLink to={href('/deposit')} />}
          </p>
          {isWaiting && <Alert kind="warning" silent slim title={t('deposit.account.notYet')} />}
          {request.kind === 'answered' && <BankAccountDetails reply={request} isQuiet />}
        </>
      ) : (
        <>
          <p className={panelText}>
            {t(isOffered ? 'deposit.account.text' : `deposit.account.${canReach ? 'contact' : 'told'}`)}
          </p>
          {!isOffered && canReach && (
            <div>
              <SupportLink>{t('nav.help')}</SupportLink>
            </div>
          )}
          <p className={panelText}>
            {t('pending.payer')} <strong className={unbroken}>{t('pending.payer.text')}</strong>
          </p>
        </>
      )}
      {!isWaiting && (
        <div className={`${wrapRow} ${faintText}`}>
          {isOffered && <IntentButton intent="ask-account" variant="line" text={t(askText)} form={form} />}
          {isRequested && inquiry}
        </div>
      )}
    </Card>
  )
}

/** Confirms the request for the account, once. The badge of a waiting box already shows it, so there it is hidden. */
export function AccountRequested({ isHidden }: { isHidden?: boolean }) {
  const { t } = useI18n()
  const { message } = useSectionFlash() ?? {}
  if (message !== numberedMessages.accountRequested) return null
  const text = t(numberedMessages.accountRequested)
  if (isHidden)
    return (
      <p role="status" className={visuallyHidden}>
        {text}
      </p>
    )
  return <Alert kind="success" slim title={text} />
}

/** Focuses the box when the account is requested. With an ordinary effect, a closing dialog could take the focus. */
export function useFocusWhenAsked(kind: BankAccountRequest['kind'], isAskedElsewhere: boolean) {
  const box = useRef<HTMLElement>(null)
  const before = useRef(kind)
  useLayoutEffect(() => {
    // If the box was already waiting, the reply must not move the focus.
    const isRequested = kind !== before.current && before.current !== 'waiting'
    if (isRequested && !isAskedElsewhere && document.activeElement === document.body) box.current?.focus()
    before.current = kind
  }, [kind, isAskedElsewhere])
  return box
}
