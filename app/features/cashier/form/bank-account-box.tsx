import { useLayoutEffect, useRef } from 'react'
import { href } from 'react-router'
import { BankAccountDetails } from '~/components/bank-account'
import { IntentButton } from '~/components/intent-button'
import { useI18n } from '~/i18n/i18n'
import { SupportLink, useCanReachOperator } from '~/shell/footer/contact-links'
import type { BankAccountRequest } from '~/transactions/bank-account-request.server'
import { withoutScript } from '~/transactions/tracking.css'
import { TextLink } from '~/ui/text-link/text-link'
import { hrefWithQuery } from '~/values/addresses'
import { panelNote, panelText } from './cashier.css'
import { FormPanel } from './money-form'

interface BankAccountBoxProps {
  form: string
  request: BankAccountRequest
  /** Whether a pending deposit on the page shows or requests the account: then this does neither. */
  isInPending: boolean
}

export function BankAccountBox({ form, request, isInPending }: BankAccountBoxProps) {
  const { t } = useI18n()
  const box = useFocusWhenAsked(request.kind, isInPending)
  const ownerHint = <p className={panelNote}>{t('deposit.owner.hint')}</p>
  if (isInPending) return ownerHint
  const isAnswered = request.kind === 'answered'
  const isOffered = request.kind !== 'not-offered'
  const askButton = isOffered && request.kind !== 'waiting' && (
    <IntentButton
      intent="ask-account"
      variant="line"
      text={t(isAnswered ? 'deposit.account.askAgain' : 'deposit.account.ask')}
      form={form}
    />
  )
  return (
    <FormPanel id="account" ref={box} label={t('deposit.account.title')}>
      <Reply request={request} />
      {isAnswered && (
        <p className={panelNote}>
          <TextLink to={hrefWithQuery(href('/help'), { id: request.id ?? '' })}>
            {t('deposit.account.inquiry')}
          </TextLink>
        </p>
      )}
      {isOffered && <p className={panelText}>{t(isAnswered ? 'deposit.account.first' : 'deposit.account.text')}</p>}
      {ownerHint}
      {askButton}
    </FormPanel>
  )
}

function Reply({ request }: { request: BankAccountRequest }) {
  const { t } = useI18n()
  switch (request.kind) {
    case 'none':
    case 'outdated':
      return null
    case 'not-offered':
      return <AccountFromOperator />
    case 'answered':
      return <BankAccountDetails reply={request} />
    case 'waiting':
      return (
        <p className={panelText}>
          {t('deposit.account.waiting')}{' '}
          <span className={withoutScript}>
            <TextLink to={href('/deposit')}>{t('pending.refresh')}</TextLink>
          </span>
        </p>
      )
    case 'inquiries':
      return (
        <p className={panelText}>
          {t('deposit.account.inquiries')} <TextLink to={href('/help')}>{t('deposit.account.inquiry')}</TextLink>
        </p>
      )
    default:
      return request satisfies never
  }
}

function AccountFromOperator() {
  const { t } = useI18n()
  const canReach = useCanReachOperator()
  return (
    <>
      <p className={panelText}>{t(canReach ? 'deposit.account.contact' : 'deposit.account.told')}</p>
      {canReach && (
        <div>
          <SupportLink>{t('nav.help')}</SupportLink>
        </div>
      )}
    </>
  )
}

/**
 * Moves the focus to the box when its focused button disappears. Before effects, because a dialog returns the focus to
 * the element that had it.
 */
function useFocusWhenAsked(kind: BankAccountRequest['kind'], isAskedElsewhere: boolean) {
  const box = useRef<HTMLElement>(null)
  const before = useRef(kind)
  useLayoutEffect(() => {
    const isOwnButtonGone = kind !== before.current && !isAskedElsewhere && document.activeElement === document.body
    if (isOwnButtonGone) box.current?.focus()
    before.current = kind
  }, [kind, isAskedElsewhere])
  return box
}
