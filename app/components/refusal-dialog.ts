import { useEffect, useRef } from 'react'
import { useI18n } from '~/i18n/i18n'
import type { MessageText } from '~/i18n/message-text'
import { type DialogKind, useDialogs } from '~/ui/dialog/dialogs'

export type Refusal = MessageText & { kind?: Exclude<DialogKind, 'loading' | 'question'> }

/**
 * Shows the refusal of a form in a dialog, in addition to the page's own alert. An answer that came with the document
 * opens none.
 *
 * @param answer the action's data; each object opens one dialog at most.
 */
export function useRefusalDialog(answer: unknown, refusal: Refusal | null | undefined): void {
  const { t } = useI18n()
  const { showMessage } = useDialogs()
  const lastShown = useRef(answer)
  useEffect(() => {
    if (lastShown.current === answer) return
    lastShown.current = answer
    if (refusal) void showMessage({ ...refusal, kind: refusal.kind ?? 'error', button: t('common.ok') })
  }, [answer, refusal, showMessage, t])
}
