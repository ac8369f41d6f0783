import type { FormEvent } from 'react'
import { useI18n } from '~/i18n/i18n'
import { useToast } from '~/ui/toast/toast'

/**
 * Returns a submit handler for forms that store a preference without a document load. If the response is lost, a toast
 * reports it. If the site refuses, the form is submitted natively to show the reason. The handler returns the site's
 * response if the preference was stored. It can also submit another form (`along`), whose input the site restores.
 */
export function useStorePreference(): (
  event: FormEvent<HTMLFormElement>,
  along?: HTMLFormElement,
) => Promise<Response | undefined> {
  const { t } = useI18n()
  const toast = useToast()
  return async (event, along) => {
    // Without cookies, a native submission leads to a page that explains that nothing can be stored.
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

/** Submits a form natively, which runs no submit handlers. */
function submitNatively(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (submitter instanceof HTMLButtonElement && submitter.name) {
    const { name, value } = submitter
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
  form.submit()
}
