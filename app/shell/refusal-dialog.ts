import { useEffect, useRef } from 'react'
import { useWords } from '~/i18n/words'
import { type DialogKind, useAsk } from '~/ui/dialog/ask'
import type { Said } from './said'

export type Refusal = Said & { kind?: Exclude<DialogKind, 'loading' | 'question'> }

/**
 * Says why a form was refused by a dialog as well, when the answer came while scripts run: the eye is still where the
 * button was. Without scripts the page itself says it, and an answer that came with the document is in it already.
 *
 * @param answer what the action handed back; each is told of once.
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
