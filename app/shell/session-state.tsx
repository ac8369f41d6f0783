import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { useFetchers, useNavigation, useRevalidator } from 'react-router'
import type { SessionLeft } from '~/upstream/session-left'
import type { ShellData, ShellMember } from './data'

/** `loading` while a login, a logout or a return from the back-forward cache is being checked; never on the server. */
export type SessionState = 'loading' | 'unauthenticated' | 'authenticated'

export type Session = {
  state: SessionState
  /** Null while loading, true with no session, false with one. Source: docs/product.md, session states. */
  isLoggedOut: boolean | null
  /** The member's data, from the page or from a later health check. */
  member: ShellMember | null
  /** How long the session still lasted when the page was rendered. */
  left: SessionLeft | null
  /** Set once the session was found expired; `hasUnsentInput`: the page stays open because something was typed into it. */
  over: { typed: boolean } | null
  /** False on an error page without the root loader's data. */
  known: boolean
  /**
   * Updates the member's data from a health check. Ignored once the page has loaded data newer than this function;
   * equal data causes no render.
   */
  renew(member: ShellMember): void
  /** Shows the page as signed out, because its session has expired, until the root loader's data changes. */
  end(why: { typed: boolean }): void
  /** Sets the state to `loading` until the given promise settles. */
  during<Result>(work: Promise<Result>): Promise<Result>
}

const SessionContext = createContext<Session | null>(null)

/** The session of the current page. @throws Error outside the shell. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs the shell above it')
  return session
}

/** The session's state alone, with the flag `isLoggedOut`. Source: docs/product.md, session states. */
export function useSessionState(): Pick<Session, 'state' | 'isLoggedOut'> {
  const { state, isLoggedOut } = useSession()
  return { state, isLoggedOut }
}

/** Whether two states of a member are equal in every field. */
export function sameMember(one: ShellMember, other: ShellMember): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof ShellMember>
  return [...names].every((name) => one[name] === other[name])
}

/** The session's state by its member; `loading` while it is being checked. */
export function sessionStateOf(member: ShellMember | null, checking: boolean): Pick<Session, 'state' | 'isLoggedOut'> {
  if (checking) return { state: 'loading', isLoggedOut: null }
  return member ? { state: 'authenticated', isLoggedOut: false } : { state: 'unauthenticated', isLoggedOut: true }
}

/** Provides the session to everything inside the shell. */
export function SessionProvider({ data, children }: { data: ShellData | null; children: ReactNode }) {
  // An action's 401 leaves the root loader's data unchanged, so the expiry is stored with the data it overrides.
  const [ended, setEnded] = useState<{ data: ShellData | null; typed: boolean } | null>(null)
  const over = ended?.data === data ? ended : null
  const end = useCallback(({ typed }: { typed: boolean }) => setEnded({ data, typed }), [data])

  const loaded = over ? null : (data?.member ?? null)
  // A health check's data is valid until the page loads newer data.
  const [renewed, setRenewed] = useState<{ over: ShellMember; member: ShellMember } | null>(null)
  const member = loaded && renewed?.over === loaded ? renewed.member : loaded

  const renew = useCallback(
    (next: ShellMember) => {
      if (!loaded) return
      setRenewed((now) => {
        const shown = now?.over === loaded ? now.member : loaded
        return sameMember(shown, next) ? now : { over: loaded, member: next }
      })
    },
    [loaded],
  )

  const [works, setWorks] = useState(0)
  const during = useCallback(<Result,>(work: Promise<Result>) => {
    setWorks((count) => count + 1)
    return work.finally(() => setWorks((count) => count - 1))
  }, [])

  const submitting = useSubmittingSession()
  const returning = useReturnFromCache()
  const { state, isLoggedOut } = sessionStateOf(member, works > 0 || submitting || returning)
  const known = data !== null
  const left = over ? null : (data?.session ?? null)

  const session = useMemo(
    () => ({ state, isLoggedOut, member, left, over, known, renew, end, during }),
    [state, isLoggedOut, member, left, over, known, renew, end, during],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Whether a form is being submitted to /login or /logout. */
function useSubmittingSession(): boolean {
  const navigation = useNavigation()
  const fetchers = useFetchers()
  return [navigation, ...fetchers].some(
    ({ state, formAction }) =>
      state !== 'idle' && formAction !== undefined && /^\/log(?:in|out)(?:\?|$)/.test(formAction),
  )
}

/** Revalidates a page restored from the back-forward cache, perhaps from before a logout. True until that is done. */
function useReturnFromCache(): boolean {
  const { revalidate } = useRevalidator()
  const [returning, setReturning] = useState(false)
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setReturning(true)
      revalidate().finally(() => setReturning(false))
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [revalidate])
  return returning
}
