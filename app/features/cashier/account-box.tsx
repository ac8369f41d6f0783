import { useLayoutEffect, useRef } from 'react'
import { href } from 'react-router'
import { useIsSending } from '~/forms/use-is-sending'
import { useI18n } from '~/i18n/i18n'
import { Button } from '~/ui/button/button'
import { TextLink } from '~/ui/text-link/text-link'
import { hrefWithQuery } from '~/values/href-with-query'
import type { AccountRequest } from './account-request.server'
import { AccountToPay } from './account-to-pay'
import { panelNote, panelText } from './cashier.css'
import { FormPanel } from './money-form-parts'
import { useRevalidateOnReply } from './revalidate-on-reply'

/** The account to pay into: the button that asks for it, and the operator's answer. Part of the deposit form. */
export function AccountBox({ request }: { request: AccountRequest }) {
  const { dateTime, t } = useI18n()
  const isSending = useIsSending()
  useRevalidateOnReply(request.kind === 'waiting')
  const askButton = request.kind !== 'waiting' && (
    <Button
      variant="line"
      size="small"
      name="intent"
      value="ask-account"
      formNoValidate
      busy={isSending('ask-account')}
      busyText={t('common.sending')}
    >
      {t(request.kind === 'answered' ? 'deposit.account.askAgain' : 'deposit.account.ask')}
    </Button>
  )
  return (
    <FormPanel
      id="account"
      ref={useFocusWhenAsked(request.kind)}
      label={t('deposit.account.title')}
      end={request.kind !== 'answered' && askButton}
    >
      {request.kind === 'answered' && (
        <>
          <AccountToPay account={request.account ?? request.text} />
          <p className={panelNote}>
            {t('deposit.account.answered', { time: dateTime(request.at) })}{' '}
            <TextLink to={hrefWithQuery(href('/help'), { id: request.id ?? '' })}>
              {t('deposit.account.inquiry')}
            </TextLink>
          </p>
          <div>{askButton}</div>
        </>
      )}
      {request.kind === 'waiting' && (
        <p className={panelText}>
          {t('deposit.account.waiting')} <TextLink to={href('/deposit')}>{t('tracker.again')}</TextLink>
        </p>
      )}
      {request.kind === 'inquiries' && (
        <p className={panelText}>
          {t('deposit.account.inquiries')} <TextLink to={href('/help')}>{t('deposit.account.inquiry')}</TextLink>
        </p>
      )}
      <p className={panelText}>{t('deposit.account.text')}</p>
      <p className={panelNote}>{t('deposit.owner.hint')}</p>
    </FormPanel>
  )
}

/**
 * Moves the focus to the box when its button that had it is gone. Before effects, because a dialog that one of them opens
 * returns the focus to what had it.
 */
function useFocusWhenAsked(kind: AccountRequest['kind']) {
  const box = useRef<HTMLElement>(null)
  const before = useRef(kind)
  useLayoutEffect(() => {
    if (kind !== before.current && document.activeElement === document.body) box.current?.focus()
    before.current = kind
  }, [kind])
  return box
}
