import { useEffect, useLayoutEffect, useRef } from 'react'
import { href, useRevalidator } from 'react-router'
import { useIsSending } from '~/forms/use-is-sending'
import { useSession } from '~/frame/session-state'
import { useI18n } from '~/i18n/i18n'
import { Button } from '~/ui/button/button'
import { useHydrated } from '~/ui/hydrated'
import { TextLink } from '~/ui/text-link/text-link'
import { useToast } from '~/ui/toast/toast'
import { hrefWithQuery } from '~/values/href-with-query'
import * as css from './account-box.css'
import type { AccountRequest } from './account-request.server'
import { panelNote, panelText } from './cashier.css'
import { FormPanel } from './money-form-parts'

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
          <p className={css.answer} dir="auto">
            {request.text}
          </p>
          <p className={panelNote}>
            {t('deposit.account.answered', { time: dateTime(request.at) })}{' '}
            <TextLink to={hrefWithQuery(href('/help'), { id: request.id ?? '' })}>
              {t('deposit.account.inquiry')}
            </TextLink>
          </p>
          <div className={css.buttons}>
            <CopyButton text={request.text} />
            {askButton}
          </div>
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

/** Loads the page's data anew when a health check says that an inquiry was answered. */
function useRevalidateOnReply(isWaiting: boolean) {
  const { member } = useSession()
  const { revalidate } = useRevalidator()
  const unread = member?.unreadReplies ?? 0
  const before = useRef(unread)
  useEffect(() => {
    if (isWaiting && unread > before.current) revalidate()
    before.current = unread
  }, [isWaiting, unread, revalidate])
}

/**
 * Copies a text. Without script, and where the browser has no clipboard, its place stays empty; a press selects the text.
 */
function CopyButton({ text }: { text: string }) {
  const { t } = useI18n()
  const toast = useToast()
  const isHydrated = useHydrated()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ kind: 'success', text: t('deposit.account.copied') }),
      () => toast({ kind: 'warning', text: t('deposit.account.notCopied') }),
    )
  return (
    <div className={isHydrated && 'clipboard' in navigator ? undefined : css.unseen}>
      <Button type="button" size="small" onClick={copy}>
        {t('deposit.account.copy')}
      </Button>
    </div>
  )
}
