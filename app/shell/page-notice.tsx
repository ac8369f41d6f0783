import { useEffect, useRef } from 'react'
import { useWords, type Words } from '~/i18n/words'
import { useAsk } from '~/ui/dialog/ask'
import { Say } from '~/ui/say/say'
import { useConnection } from './connection'
import type { Notice } from './data'
import { type Said, said } from './said'

const aMinuteSeconds = 60

/**
 * Stores a one-time message for the document that a script is about to load, in the cookie that the server's redirects
 * use. Without cookies the message is lost.
 */
export function sayOnNextPage(notice: Notice): void {
  const bytes = new TextEncoder().encode(JSON.stringify(notice))
  const text = btoa(String.fromCharCode(...bytes))
  const inCookie = text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  // The server's own view of https decides the name: behind a proxy the page's URL may differ.
  const { https } = document.documentElement.dataset
  const [name, secure] = https === undefined ? ['notice', ''] : ['__Host-notice', '; Secure']
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser the site serves.
  document.cookie = `${name}=${inCookie}; Path=/; Max-Age=${aMinuteSeconds}; SameSite=Lax${secure}`
}

/** Whether a message also opens a dialog: those of the product's catalogue (msg*), of comp and of registration. */
function isForDialog({ message }: Notice): boolean {
  return (
    message.startsWith('msg') ||
    message === 'comp.done' ||
    message === 'register.done' ||
    message === 'register.welcome'
  )
}

/** The text of a one-time message; null for an unknown key. */
function noticeText(words: Words, { message, values: { amount, reference, userId } = {} }: Notice): Said | null {
  return said(words, message, {
    ...(amount === undefined ? {} : { amount: words.won(amount) }),
    ...(reference === undefined ? {} : { reference }),
    ...(userId === undefined ? {} : { userId }),
  })
}

/**
 * Alert with the one-time message, at the top of the page. When it arrived without a new document, important messages
 * open a dialog as well, because the member may have scrolled down to the form.
 */
export function PageNotice({ notice }: { notice: Notice | null }) {
  const words = useWords()
  const { tell } = useAsk()
  const { form: lost } = useConnection()
  // The message that came with the document opens no dialog.
  const told = useRef(notice)
  useEffect(() => {
    if (told.current === notice) return
    told.current = notice
    const message = notice && noticeText(words, notice)
    if (!message || !isForDialog(notice)) return
    tell({ kind: notice.kind, ...message, button: words.t('common.ok') })
  }, [notice, words, tell])

  const message = notice && noticeText(words, notice)
  // An earlier success would read as the outcome of the unanswered form.
  if (!message || lost) return null
  return (
    <Say kind={notice.kind} title={message.title}>
      {message.text && <p>{message.text}</p>}
    </Say>
  )
}
