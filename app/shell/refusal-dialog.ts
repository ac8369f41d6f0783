import { useEffect, useRef } from 'react'
import { useWords } from '~/i18n/words'
import { type DialogKind, useAsk } from '~/ui/dialog/ask'
import type { Said } from './said'

export type Refusal = Said & { kind?: Exclude<DialogKind, 'loading' | 'question'> }

/**
 * Shows the refusal of a form in a dialog, in addition to the page's own alert. An answer that came with the document
 * opens none.
 *
 * @param answer the action's data; each object opens one dialog at most.
 */
export function useRefusalDialog(answer: unknown, refusal: Refusal | null | undefined): void {
  const { t } = useWords()
  const { tell } = useAsk()
  const told = useRef(answer)
  useEffect(() => {
    if (told.current === answer) return
    told.current = answer
    if (refusal) void tell({ ...refusal, kind: refusal.kind ?? 'error', button: t('common.ok') })
  }, [answer, refusal, tell, t])
}
