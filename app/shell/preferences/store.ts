import type { FormEvent } from 'react'
import { useI18n } from '~/i18n/i18n'
import { useToast } from '~/ui/toast/toast'

/**
 * Returns a handler of forms that store a preference of the browser, without loading a document.
 *
 * @param along a form of the page that comes back as it was typed, at the URL of the handler's response.
 * @returns the site's response when it is stored. A lost one is said, and what the site refuses is shown by a native submission.
 */
export function useStorePreference(): (
  event: FormEvent<HTMLFormElement>,
  along?: HTMLFormElement,
) => Promise<Response | undefined> {
  const { t } = useI18n()
  const toast = useToast()
  return async (event, along) => {
    // The site says that nothing can be stored.
    if (!navigator.cookieEnabled) return undefined
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    const body = new URLSearchParams()
    for (const [name, value] of along ? new FormData(along) : []) body.append(name, String(value))
    for (const [name, value] of new FormData(form, submitter)) body.set(name, String(value))
    const redirect = along ? 'follow' : 'manual'
    const response = await fetch(form.action, { method: 'POST', body, redirect }).catch(() => null)
    if (response?.type === 'opaqueredirect' || response?.redirected) return response
    if (response) submitNatively(form, submitter)
    else toast({ kind: 'warning', text: t('connection.press') })
    return undefined
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
