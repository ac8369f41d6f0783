import { useEffect, useRef, useState } from 'react'
import { useI18n } from '~/i18n/i18n'
import type { MessageText } from '~/i18n/message-text'
import type { DialogKind } from '~/ui/dialog/dialog'
import { useDialogs } from '~/ui/dialog/dialogs'

export type Refusal = MessageText & { kind?: Exclude<DialogKind, 'loading' | 'question'> }

/**
 * Shows the refusal of a form in a dialog. A response that came with the document opens none.
 *
 * @param result the action's data; each object opens one dialog at most.
 * @returns whether the page's own alert must wait: it says the same and stays once the dialog is closed.
 */
export function useRefusalDialog(result: unknown, refusal: Refusal | null | undefined): boolean {
  const { t } = useI18n()
  const { showMessage } = useDialogs()
  const lastShown = useRef(result)
  const [closedResult, setClosedResult] = useState(result)
  useEffect(() => {
    if (lastShown.current === result) return
    lastShown.current = result
    const dialog = refusal && showMessage({ ...refusal, kind: refusal.kind ?? 'error', button: t('common.ok') })
    void Promise.resolve(dialog).then(() => setClosedResult(result))
  }, [result, refusal, showMessage, t])
  return Boolean(refusal) && result !== closedResult
}
