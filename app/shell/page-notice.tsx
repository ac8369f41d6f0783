import { useEffect, useRef, useState } from 'react'
import { useWords, type Words } from '~/i18n/words'
import { useAsk } from '~/ui/dialog/ask'
import { Say } from '~/ui/say/say'
import type { Notice } from './data'

const leftOver = 'notice'

/** Leaves a notice for the page that a script is about to load. Where storage is forbidden the page comes without. */
export function sayOnNextPage(notice: Notice): void {
  try {
    sessionStorage.setItem(leftOver, JSON.stringify(notice))
  } catch {}
}

function takeLeftOver(): Notice | null {
  try {
    const text = sessionStorage.getItem(leftOver)
    sessionStorage.removeItem(leftOver)
    return text ? (JSON.parse(text) as Notice) : null
  } catch {
    return null
  }
}

/** A notice in the reader's words: a sentence, and a second one where the message has it. Null for an unknown message. */
export function noticeWords({ t, has }: Words, { message, values }: Notice): { title: string; text?: string } | null {
  if (!has(message)) return null
  const more = `${message}.text`
  return { title: t(message, values), text: has(more) ? t(more, values) : undefined }
}

/**
 * What the page before left to be said: first in the page, next to nothing but the title. When a form brought it without
 * a new document, it is said by a dialog as well, because the reader's eye is still where the form was.
 */
export function PageNotice({ notice }: { notice: Notice | null }) {
  const words = useWords()
  const { tell } = useAsk()
  const [kept, setKept] = useState<Notice | null>(null)
  useEffect(() => setKept(takeLeftOver()), [])

  // The notice of the document itself is in it already; only what comes later opens a dialog.
  const told = useRef(notice)
  useEffect(() => {
    if (told.current === notice) return
    told.current = notice
    const said = notice && noticeWords(words, notice)
    if (!said) return
    setKept(null)
    tell({ kind: notice.kind, ...said, button: words.t('common.ok') })
  }, [notice, words, tell])

  const shown = notice ?? kept
  const said = shown && noticeWords(words, shown)
  if (!shown || !said) return null
  return (
    <Say kind={shown.kind} title={said.title}>
      {said.text}
    </Say>
  )
}
