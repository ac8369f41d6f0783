import { useEffect, useState } from 'react'
import { minutes } from '~/values/durations'
import { type KeptForm, keptFormKey } from './form-kept-in-tab'
import { useSession } from './session-context'

/** Values expire after this time, because someone else may be using the browser. */
const validMs = minutes(10)

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
    // Only keepFormInTab of this site writes the entry, so its type is known without a schema in the browser.
    const kept: KeptForm | null = JSON.parse(sessionStorage.getItem(keptFormKey) ?? 'null')
    sessionStorage.removeItem(keptFormKey)
    return kept && Date.now() - kept.atMs < validMs ? kept : undefined
  } catch {
    return undefined
  }
}
