import type { MouseEvent } from 'react'
import { useSubmit } from 'react-router'
import { type QuestionDialog, useDialogs } from '~/ui/dialog/dialogs'
import { isPlainClick } from '~/ui/link/link'
import { ownerField } from '~/values/form-owner'
import { useOwner } from './post-form'

/** Returns a click handler for links to a confirmation page. It asks in a dialog instead, and then posts the form. */
export function usePostAfterQuestion() {
  const { ask } = useDialogs()
  const submit = useSubmit()
  const owner = useOwner()
  return async (event: MouseEvent, question: QuestionDialog, action: string, fields: Record<string, string>) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    const choice = await ask(question)
    if (choice === 'yes') submit({ ...fields, ...ownerField(owner) }, { method: 'post', action })
  }
}
