import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { href, useNavigation, useRevalidator } from 'react-router'
import type { PlayLimitsSummary } from '~/limits/names'
import type { ShellData, ShellMember } from './shell-data'
import type { SessionTimeLeft } from './time-left'

/** `loading` while a login, a logout or a return from the back-forward cache is being checked; never on the server. */
type SessionState = 'loading' | 'unauthenticated' | 'authenticated'

type Session = {
  state: SessionState
  /** Null while loading, true with no session, false with one. Source: docs/product.md, session states. */
  isLoggedOut: boolean | null
  /** A log-out is on its way: nothing more is fetched for the member. */
  isLoggingOut: boolean
  /** The member's data, from the page or from a later health check. */
  member: ShellMember | null
  /** False for a member whose country is not served: they can neither play nor deposit. */
  isCountryServed: boolean
  /** The member's play limits when the page was rendered. */
  playLimits: PlayLimitsSummary | null
  /** Who helps during a break or self-exclusion. */
  helpLines: ShellData['helpLines']
  /** How long the session still lasted when the page was rendered. */
  timeLeft: SessionTimeLeft | null
  /** Set once the session was found expired; `hasUnsentInput`: the page stays open because something was typed into it. */
  expired: { hasUnsentInput: boolean } | null
  /** False on an error page without the root loader's data. */
  hasShellData: boolean
  /** Updates the member's data from a health check if it differs. Ignored once the page has loaded newer data than this function. */
  updateMember(member: ShellMember): void
  /** Runs a health check at once: the member's money has changed. */
  refreshMember(): void
  /** Sets what `refreshMember` runs. */
  setRefresh(refresh: (() => void) | null): void
  /** Shows the page as signed out, because its session has expired, until the root loader's data changes. */
  markExpired(why: { hasUnsentInput: boolean }): void
  /** Sets the state to `loading` until the given promise settles. */
  withLoadingState<Result>(work: Promise<Result>): Promise<Result>
}

const SessionContext = createContext<Session | null>(null)

/** The session of the current page. @throws Error outside the shell. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs the shell above it')
  return session
}

/** The break or self-exclusion that runs; null when none does, and for a visitor. @throws Error outside the shell. */
export function useExclusion(): PlayLimitsSummary['exclusion'] {
  return useSession().playLimits?.exclusion ?? null
}

/** The session's state by its member; `loading` while it is being checked. */
export function getSessionState(member: ShellMember | null, checking: boolean): Pick<Session, 'state' | 'isLoggedOut'> {
  if (checking) return { state: 'loading', isLoggedOut: null }
  return member ? { state: 'authenticated', isLoggedOut: false } : { state: 'unauthenticated', isLoggedOut: true }
}

/** Provides the session to everything inside the shell. */
export function SessionProvider({ data, children }: { data: ShellData | null; children: ReactNode }) {
  // An action's 401 leaves the root loader's data unchanged, so the expiry is stored with the data it overrides.
  const [expiry, setExpiry] = useState<{ data: ShellData | null; hasUnsentInput: boolean } | null>(null)
  const expired = expiry?.data === data ? expiry : null
  const markExpired = useCallback(
    ({ hasUnsentInput }: { hasUnsentInput: boolean }) => setExpiry({ data, hasUnsentInput }),
    [data],
  )

  const loaded = expired ? null : (data?.member ?? null)
  // A health check's data is valid until the page loads newer data.
  const [renewed, setRenewed] = useState<{ loaded: ShellMember; member: ShellMember } | null>(null)
  const member = loaded && renewed?.loaded === loaded ? renewed.member : loaded

  const updateMember = useCallback(
    (next: ShellMember) => {
      // Drawn again, forms would touch their fields.
      if (loaded && JSON.stringify(next) !== JSON.stringify(member)) setRenewed({ loaded, member: next })
    },
    [loaded, member],
  )

  const refresh = useRef<(() => void) | null>(null)
  const refreshMember = useCallback(() => refresh.current?.(), [])
  const setRefresh = useCallback((next: (() => void) | null) => {
    refresh.current = next
  }, [])

  const [pendingCount, setPendingCount] = useState(0)
  const isLoggingOut = useNavigation().formAction?.split('?')[0] === href('/logout')
  const returning = useIsReturningFromCache()

  const session: Session = {
    ...getSessionState(member, pendingCount > 0 || isLoggingOut || returning),
    isLoggingOut,
    member,
    isCountryServed: data?.isCountryServed ?? true,
    playLimits: expired ? null : (data?.playLimits ?? null),
    helpLines: data?.helpLines ?? [],
    timeLeft: expired ? null : (data?.sessionLeft ?? null),
    expired,
    hasShellData: data !== null,
    updateMember,
    refreshMember,
    setRefresh,
    markExpired,
    withLoadingState(work) {
      setPendingCount((count) => count + 1)
      return work.finally(() => setPendingCount((count) => count - 1))
    },
  }
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Revalidates a page restored from the back-forward cache, perhaps from before a logout. True until that is done. */
function useIsReturningFromCache(): boolean {
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

/** Whether the member may send no money: during a break or self-exclusion, and where the country is not served. */
export function useMayNotDeposit(): boolean {
  const exclusion = useExclusion()
  const { isCountryServed } = useSession()
  return exclusion !== null || !isCountryServed
}
