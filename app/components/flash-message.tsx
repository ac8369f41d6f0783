import { useEffect, useRef, useState } from 'react'
import { href, useLocation, useRouteLoaderData } from 'react-router'
import { type I18n, useI18n } from '~/i18n/i18n'
import { type MessageText, messageText } from '~/i18n/message-text'
import { useRouteHandle } from '~/navigation/current-page'
import { useSession } from '~/session/session-context'
import type { PageFlash, ShellData } from '~/session/shell-data'
import { Alert } from '~/ui/alert/alert'
import { useDialogs } from '~/ui/dialog/dialogs'
import { softText } from '~/ui/text.css'
import { ofDocument } from '~/ui/toast/toast.css'
import { numberedMessages } from '~/values/numbered-messages'
import { flashCookie } from '~/values/request'

/** Stores a one-time message in a cookie for the next document. If cookies are disabled, the message is lost. */
export function setFlashCookie(flash: Pick<PageFlash, 'kind' | 'message'>): void {
  writeCookie(flashCookie.name, btoa(JSON.stringify(flash)), flashCookie.maxAgeSeconds)
}

type ShownFlash = { flash: PageFlash | null; key?: string; replies?: number | undefined }

/** Sets a cookie that the server can read. @param value may contain only characters allowed in cookies */
function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  // Behind a proxy, the page's URL may differ from the public one, so the server reports whether the site uses https.
  const [prefix, secure] = document.documentElement.dataset.https === undefined ? ['', ''] : ['__Host-', '; Secure']
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API.
  document.cookie = `${prefix}${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}

const isShownInDialog = ({ message }: PageFlash) => message.startsWith('user.password.done.')

function formatFlash(i18n: I18n, { message, values: { amount, from, reference } = {} }: PageFlash): MessageText | null {
  return messageText(i18n, message, {
    ...(amount === undefined ? {} : { amount: i18n.won(amount) }),
    ...(from === undefined ? {} : { time: i18n.dateTime(from) }),
    ...(reference === undefined ? {} : { reference }),
  })
}

/** Returns the one-time message for pages that render it themselves (`flashesInPage` in the route's handle). */
export function useSectionFlash(): PageFlash | null {
  const flash = useCurrentFlash(useRouteLoaderData<ShellData>('root')?.flash ?? null)
  return useIsShownInPage(flash) ? flash : null
}

function useIsShownInPage(flash: PageFlash | null): boolean {
  const flashesInPage: readonly string[] = useRouteHandle().flashesInPage ?? []
  return flash !== null && flashesInPage.includes(flash.message)
}

/** Shows the one-time message at the top of the page. After a password change, an open page shows a dialog instead. */
export function FlashMessage({ flash: latest }: { flash: PageFlash | null }) {
  const flash = useCurrentFlash(useIsShownInPage(latest) ? null : latest)
  const i18n = useI18n()
  const { showMessage } = useDialogs()
  // A message that was already in the document doesn't open a dialog.
  const [documentFlash] = useState(flash)
  const lastShown = useRef(flash)
  const { pathname } = useLocation()
  const { member } = useSession()
  useEffect(() => {
    if (lastShown.current === flash) return
    lastShown.current = flash
    const message = flash && formatFlash(i18n, flash)
    if (!message || !isShownInDialog(flash)) return
    showMessage({ kind: flash.kind, ...message, button: i18n.t('common.ok') })
  }, [flash, i18n, showMessage])

  const message = flash && formatFlash(i18n, flash)
  if (!message || (flash !== documentFlash && isShownInDialog(flash))) return null
  // After a login, the welcome message is less prominent than news about the member's money.
  if (member?.unseenSettled && flash.kind === 'success' && flash.values?.from)
    return <p className={softText}>{message.text}</p>
  const text = !(flash.message === 'register.welcome' && pathname === href('/deposit')) && message.text
  const alert = (
    <Alert kind={flash.kind} title={message.title} slim={!text}>
      {text && <p>{text}</p>}
    </Alert>
  )
  return flash.isBrief ? <div className={ofDocument}>{alert}</div> : alert
}

/** Returns the message until the next page or form response. */
function useCurrentFlash(latest: PageFlash | null): PageFlash | null {
  const { key } = useLocation()
  const replies = useSession().member?.unreadReplies
  const [shown, setShown] = useState<ShownFlash>({ flash: latest, key, replies })
  if (latest !== null && shown.flash !== latest) setShown({ flash: latest, key, replies })
  // Hides "account requested" when support has answered, because the page then shows the account.
  else if (shown.flash?.message === numberedMessages.accountRequested && shown.replies !== replies)
    setShown({ flash: shown.flash, replies })
  return shown.key === key ? shown.flash : null
}
