import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { useFetchers, useNavigation, useRevalidator } from 'react-router'
import type { SessionLeft } from '~/upstream/session-left'
import type { ShellData, ShellMember } from './data'

/** `loading` only while a login, a logout or a return from the back-forward cache is being checked; never on a server. */
export type SessionState = 'loading' | 'unauthenticated' | 'authenticated'

export type Session = {
  state: SessionState
  /** Null while loading, true with no session, false with one. Source: docs/product.md, session states. */
  isLoggedOut: boolean | null
  /** The member as last heard of, by the page or by a health check since. */
  member: ShellMember | null
  /** How long the session still lasted when the page was made. */
  left: SessionLeft | null
  /** That the session was found dead since the page came; `typed`: the page stays, for something was typed into it. */
  over: { typed: boolean } | null
  /** False on an error page that came before anything was known of the visitor. */
  known: boolean
  /**
   * Takes what a health check brought, over the page's figures that stood when this function was taken; nothing once the
   * page brought newer ones. Nothing is drawn again when nothing differs.
   */
  renew(member: ShellMember): void
  /**
   * Makes the page a visitor's, because its session is dead: nothing of the member is shown any more, until the next page
   * says who looks at it.
   */
  end(why: { typed: boolean }): void
  /** Says `loading` until the given work is over. */
  during<Result>(work: Promise<Result>): Promise<Result>
}

const SessionContext = createContext<Session | null>(null)

/** The session of the page being shown. @throws Error outside the shell. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs the shell above it')
  return session
}

/** The three states alone, with the flag that older parts of a brand may ask for. */
export function useSessionState(): Pick<Session, 'state' | 'isLoggedOut'> {
  const { state, isLoggedOut } = useSession()
  return { state, isLoggedOut }
}

/** Whether two looks at a member show the same. */
export function sameMember(one: ShellMember, other: ShellMember): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof ShellMember>
  return [...names].every((name) => one[name] === other[name])
}

/** What a session says of itself. */
export function sessionStateOf(member: ShellMember | null, checking: boolean): Pick<Session, 'state' | 'isLoggedOut'> {
  if (checking) return { state: 'loading', isLoggedOut: null }
  return member ? { state: 'authenticated', isLoggedOut: false } : { state: 'unauthenticated', isLoggedOut: true }
}

/** Holds the session for everything inside the shell. */
export function SessionProvider({ data, children }: { data: ShellData | null; children: ReactNode }) {
  // The answer to a form of a dead session leaves the page's own figures as they were: what was found stands over them.
  const [ended, setEnded] = useState<{ data: ShellData | null; typed: boolean } | null>(null)
  const over = ended?.data === data ? ended : null
  const end = useCallback(({ typed }: { typed: boolean }) => setEnded({ data, typed }), [data])

  const loaded = over ? null : (data?.member ?? null)
  // What a health check brought stands until the page itself brings something newer.
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

/** A form to /login or /logout is on its way. */
function useSubmittingSession(): boolean {
  const navigation = useNavigation()
  const fetchers = useFetchers()
  return [navigation, ...fetchers].some(
    ({ state, formAction }) =>
      state !== 'idle' && formAction !== undefined && /^\/log(?:in|out)(?:\?|$)/.test(formAction),
  )
}

/** The page came back as it was left, perhaps from before a logout: asks the server, and is true until it answered. */
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
