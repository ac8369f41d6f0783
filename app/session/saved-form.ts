import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { notRedisplayedFields } from '~/server/session/not-redisplayed'
import { minutes } from '~/values/durations'
import { useSession } from './state'

/**
 * What is typed into a help request or a registration, kept in this tab until its form is shown again: over an error page,
 * such as after a lost connection, and over the document in another language. Passwords are typed again.
 */
type KeptForm = {
  name: string | undefined
  userId?: string | undefined
  atMs: number
  submitted: Record<string, string>
}

const storageKey = 'typed'
/** Longer than that, somebody else may sit there. */
const validMs = minutes(10)

/** Keeps the page's form that `useKeptForm` shows again, if it has one. */
export function keepForm(userId: string | undefined): void {
  const form = document.querySelector<HTMLFormElement>('main form[data-kept]')
  if (!form) return
  const fields = [...new FormData(form)].filter(([name]) => name === 'code' || !notRedisplayedFields.has(name))
  const submitted = Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))
  try {
    const kept: KeptForm = { name: form.dataset.kept, userId, atMs: Date.now(), submitted }
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // The browser has no storage to give: what was typed is lost.
  }
}

/** Keeps the page's form when an error takes the place of the page. Used once, around the pages, where no error page is. */
export function useKeepFormOverErrors(userId: string | undefined): void {
  const keep = useEffectEvent(() => keepForm(userId))
  useLayoutEffect(() => () => keep(), [])
}

/** What this member typed lately into the form with this name in `data-kept`; it is another form then, by its key. */
export function useKeptForm(name: string) {
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
