import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { minutes } from '~/values/durations'
import { notRedisplayedFields } from '~/values/form-owner'
import { useSession } from './session-context'

/** The values of a help request or registration, without passwords. The tab stores them until the form is shown. */
type KeptForm = {
  name: string | undefined
  userId?: string | undefined
  atMs: number
  submitted: Record<string, string>
}

const storageKey = 'typed'
/** Values expire after this time, because someone else may be using the browser. */
const validMs = minutes(10)

export function keepFormInTab(userId: string | undefined): void {
  const form = document.querySelector<HTMLFormElement>('main form[data-kept]')
  if (!form) return
  const fields = [...new FormData(form)].filter(([name]) => name === 'code' || !notRedisplayedFields.has(name))
  const submitted = Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))
  try {
    const kept: KeptForm = { name: form.dataset.kept, userId, atMs: Date.now(), submitted }
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // Without storage, the input is lost.
  }
}

/** Stores the form's values if an error page replaces the page. Used once, around all pages except error pages. */
export function useKeepFormOverErrors(userId: string | undefined): void {
  const keep = useEffectEvent(() => keepFormInTab(userId))
  useLayoutEffect(() => () => keep(), [])
}

/** Returns the member's recent values for the form with this `data-kept`, and a key that remounts the form. */
export function useFormKeptInTab(name: string) {
  const userId = useSession().member?.userId
  const [state, setState] = useState<Pick<KeptForm, 'submitted'> & { fields: Record<string, never> }>()
  useEffect(() => {
    const kept = takeForm()
    if (kept?.name === name && kept.userId === userId) setState({ submitted: kept.submitted, fields: {} })
  }, [name, userId])
  return { state, key: state && 'kept' }
}

function takeForm(): KeptForm | undefined {
  try {
    const kept: KeptForm | null = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    sessionStorage.removeItem(storageKey)
    return kept && Date.now() - kept.atMs < validMs ? kept : undefined
  } catch {
    return undefined
  }
}
