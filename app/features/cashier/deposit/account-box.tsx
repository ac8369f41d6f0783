import { useLayoutEffect, useRef } from 'react'
import { href } from 'react-router'
import { useIsSending } from '~/forms/use-is-sending'
import { HelpDeskLink, useCanReachOperator } from '~/frame/parts/help-desk-link'
import { useI18n } from '~/i18n/i18n'
import { Button } from '~/ui/button/button'
import { TextLink } from '~/ui/text-link/text-link'
import { hrefWithQuery } from '~/values/addresses/with-query'
import { panelNote, panelText } from '../form/cashier.css'
import { FormPanel } from '../form/money-form'
import type { AccountRequest } from '../tracking/account-request.server'
import { AccountToPay } from '../tracking/account-to-pay'

interface AccountBoxProps {
  request: AccountRequest
  /** Whether a deposit under way on the same page says which account to pay into, or asks for it. */
  isInPending: boolean
}

/**
 * The account to pay into: the button that asks for it, and the operator's answer. Part of the deposit form. What a deposit
 * under way says is not said again here; only asking anew is left.
 */
export function AccountBox({ request, isInPending }: AccountBoxProps) {
  const { t } = useI18n()
  const isSending = useIsSending()
  const isAnswered = request.kind === 'answered'
  const asksHere = (isAnswered || !isInPending) && request.kind !== 'not-offered'
  const askButton = asksHere && request.kind !== 'waiting' && (
    <Button
      variant="line"
      size="small"
      name="intent"
      value="ask-account"
      formNoValidate
      busy={isSending('ask-account')}
      busyText={t('common.sending')}
    >
      {t(isAnswered ? 'deposit.account.askAgain' : 'deposit.account.ask')}
    </Button>
  )
  return (
    <FormPanel
      id="account"
      ref={useFocusWhenAsked(request.kind, isInPending)}
      label={t('deposit.account.title')}
      end={(!isAnswered || isInPending) && askButton}
    >
      {!isInPending && <Reply request={request} />}
      {isAnswered && !isInPending && (
        <>
          <p className={panelNote}>
            <TextLink to={hrefWithQuery(href('/help'), { id: request.id ?? '' })}>
              {t('deposit.account.inquiry')}
            </TextLink>
          </p>
          {askButton && <div>{askButton}</div>}
        </>
      )}
      {asksHere && <p className={panelText}>{t('deposit.account.text')}</p>}
      <p className={panelNote}>{t('deposit.owner.hint')}</p>
    </FormPanel>
  )
}

/** The operator's answer, or where it will be. */
function Reply({ request }: { request: AccountRequest }) {
  const { t } = useI18n()
  switch (request.kind) {
    case 'none':
    case 'outdated':
      return null
    case 'not-offered':
      return <AccountFromOperator />
    case 'answered':
      return <AccountToPay reply={request} />
    case 'waiting':
      return (
        <p className={panelText}>
          {t('deposit.account.waiting')} <TextLink to={href('/deposit')}>{t('tracker.again')}</TextLink>
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

/** How to get the account where it can't be asked for here. */
function AccountFromOperator() {
  const { t } = useI18n()
  const canReach = useCanReachOperator()
  return (
    <>
      <p className={panelText}>{t(canReach ? 'deposit.account.contact' : 'deposit.account.told')}</p>
      {canReach && (
        <div>
          <HelpDeskLink>{t('nav.help')}</HelpDeskLink>
        </div>
      )}
    </>
  )
}

/**
 * Moves the focus to the box when its button that had it is gone; the place of a button elsewhere on the page is kept. Before
 * effects, because a dialog that one of them opens returns the focus to what had it.
 */
function useFocusWhenAsked(kind: AccountRequest['kind'], isAskedElsewhere: boolean) {
  const box = useRef<HTMLElement>(null)
  const before = useRef(kind)
  useLayoutEffect(() => {
    const isOwnButtonGone = kind !== before.current && !isAskedElsewhere && document.activeElement === document.body
    if (isOwnButtonGone) box.current?.focus()
    before.current = kind
  }, [kind, isAskedElsewhere])
  return box
}
