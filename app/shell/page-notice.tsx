import { useEffect, useRef } from 'react'
import { useWords, type Words } from '~/i18n/words'
import { useAsk } from '~/ui/dialog/ask'
import { Say } from '~/ui/say/say'
import { useConnection } from './connection'
import type { Notice } from './data'
import { type Said, said } from './said'

const aMinuteSeconds = 60

/**
 * Leaves a notice for the page that a script is about to load: in the cookie that the server's own redirects use, so that
 * the next page has it from its first line on. Where cookies are forbidden the page comes without.
 */
export function sayOnNextPage(notice: Notice): void {
  const bytes = new TextEncoder().encode(JSON.stringify(notice))
  const text = btoa(String.fromCharCode(...bytes))
  const inCookie = text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  // The server reads the name that it would have set itself, whatever a proxy makes of the page's own address.
  const { https } = document.documentElement.dataset
  const [name, secure] = https === undefined ? ['notice', ''] : ['__Host-notice', '; Secure']
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser the site serves.
  document.cookie = `${name}=${inCookie}; Path=/; Max-Age=${aMinuteSeconds}; SameSite=Lax${secure}`
}

/**
 * Messages of the product's own catalogue (msg2010 and the like), and what moved money or opened an account, are dialogs
 * where scripts run; others stay quiet.
 */
function isForDialog({ message }: Notice): boolean {
  return (
    message.startsWith('msg') ||
    message === 'comp.done' ||
    message === 'register.done' ||
    message === 'register.welcome'
  )
}

/** A notice in words; null for what is no message of ours. */
function noticeText(words: Words, { message, values: { amount, reference, userId } = {} }: Notice): Said | null {
  return said(words, message, {
    ...(amount === undefined ? {} : { amount: words.won(amount) }),
    ...(reference === undefined ? {} : { reference }),
    ...(userId === undefined ? {} : { userId }),
  })
}

/**
 * What the page before left to be said: first in the page. When a form brought it without a new document, the messages
 * of the catalogue are said by a dialog as well, because the reader's eye is still where the form was.
 */
export function PageNotice({ notice }: { notice: Notice | null }) {
  const words = useWords()
  const { tell } = useAsk()
  const { form: lost } = useConnection()
  // The notice of the document itself is in it already; only what comes later opens a dialog.
  const told = useRef(notice)
  useEffect(() => {
    if (told.current === notice) return
    told.current = notice
    const message = notice && noticeText(words, notice)
    if (!message || !isForDialog(notice)) return
    tell({ kind: notice.kind, ...message, button: words.t('common.ok') })
  }, [notice, words, tell])

  const message = notice && noticeText(words, notice)
  // A success from before would read as the outcome of the form whose answer was lost.
  if (!message || lost) return null
  return (
    <Say kind={notice.kind} title={message.title}>
      {message.text && <p>{message.text}</p>}
    </Say>
  )
}
