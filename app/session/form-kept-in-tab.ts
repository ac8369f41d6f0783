import { useEffectEvent, useLayoutEffect } from 'react'
import { notRedisplayedFields } from '~/values/form-owner'

/** The values of a help request or registration, without passwords. The tab stores them until the form is shown. */
export type KeptForm = {
  name: string | undefined
  userId?: string | undefined
  atMs: number
  submitted: Record<string, string>
}

export const keptFormKey = 'typed'

export function keepFormInTab(userId: string | undefined): void {
  const form = document.querySelector<HTMLFormElement>('main form[data-kept]')
  if (!form) return
  const fields = [...new FormData(form)].filter(([name]) => name === 'code' || !notRedisplayedFields.has(name))
  const submitted = Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))
  try {
    const kept: KeptForm = { name: form.dataset.kept, userId, atMs: Date.now(), submitted }
    sessionStorage.setItem(keptFormKey, JSON.stringify(kept))
  } catch {
    // Without storage, the input is lost.
  }
}

/** Stores the form's values if an error page replaces the page. Used once, around all pages except error pages. */
export function useKeepFormOverErrors(userId: string | undefined): void {
  const keep = useEffectEvent(() => keepFormInTab(userId))
  useLayoutEffect(() => () => keep(), [])
}
