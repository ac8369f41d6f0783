import type { FormEvent } from 'react'
import { useI18n } from '~/i18n/i18n'
import { useToast } from '~/ui/toast/toast'

/**
 * Returns a handler of forms that store a preference of the browser, without loading a document.
 *
 * @returns whether it is stored. A lost response is said, and what the site refuses is shown by a native submission.
 */
export function useStorePreference(): (event: FormEvent<HTMLFormElement>) => Promise<boolean> {
  const { t } = useI18n()
  const toast = useToast()
  return async (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value))
    const response = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null)
    if (response?.type === 'opaqueredirect') return true
    if (response) submitNatively(form, submitter)
    else toast({ kind: 'warning', text: t('connection.press') })
    return false
  }
}

/** Submits a form as if no script had seen the press. */
function submitNatively(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (submitter instanceof HTMLButtonElement && submitter.name) {
    const { name, value } = submitter
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
  form.submit()
}
