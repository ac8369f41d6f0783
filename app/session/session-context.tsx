import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import { href, useNavigation } from 'react-router'
import type { PlayLimitsSummary } from '~/limits/names'
import type { ShellData, ShellMember } from './shell-data'
import type { SessionTimeLeft } from './time-left'

type Session = {
  state: 'loading' | 'unauthenticated' | 'authenticated'
  isLoggingOut: boolean
  member: ShellMember | null
  /** False if the request's country is not served. Play and deposits are then blocked. */
  isCountryServed: boolean
  playLimits: PlayLimitsSummary | null
  helpLines: ShellData['helpLines']
  timeLeft: SessionTimeLeft | null
  /** Set when the session is known to have expired. If `hasUnsentInput`, the page stays open to preserve the input. */
  expired: { hasUnsentInput: boolean } | null
  /** False on an error page without the root loader's data. */
  hasShellData: boolean
  /** Updates the member's data from a health check, unless the page has loaded newer data. */
  updateMember(member: ShellMember): void
  /** Runs a health check immediately, because the member's money or counts have changed. */
  refreshMember(): void
  setRefresh(refresh: (() => void) | null): void
  /** Renders the page as logged out, until the root loader's data changes. */
  markExpired(why: { hasUnsentInput: boolean }): void
  withLoadingState<Result>(work: Promise<Result>): Promise<Result>
}

const SessionContext = createContext<Session | null>(null)

/** @throws Error outside the shell */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs the shell above it')
  return session
}

/** Returns the current break or self-exclusion, or null if there is none. @throws Error outside the shell */
export const useExclusion = (): PlayLimitsSummary['exclusion'] => useSession().playLimits?.exclusion ?? null

interface SessionProviderProps {
  data: ShellData | null
  /** True until a page from the back/forward cache has reloaded its data. */
  isReturning: boolean
  children: ReactNode
}

export function SessionProvider({ data, isReturning, children }: SessionProviderProps) {
  // An action's 401 doesn't update the root loader's data, so the expiry applies until that data changes.
  const [expiry, setExpiry] = useState<{ data: ShellData | null; hasUnsentInput: boolean } | null>(null)
  const expired = expiry?.data === data ? expiry : null
  const markExpired = useCallback(
    ({ hasUnsentInput }: { hasUnsentInput: boolean }) => setExpiry({ data, hasUnsentInput }),
    [data],
  )

  const loaded = expired ? null : (data?.member ?? null)
  // A health check's data is used until the page loads newer data.
  const [renewed, setRenewed] = useState<{ loaded: ShellMember; member: ShellMember } | null>(null)
  const member = loaded && renewed?.loaded === loaded ? renewed.member : loaded

  const updateMember = useCallback(
    (next: ShellMember) => {
      // Equal data must not trigger a render, because React would overwrite form fields.
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

  const isLoading = pendingCount > 0 || isLoggingOut || isReturning
  const session: Session = {
    state: isLoading ? 'loading' : member ? 'authenticated' : 'unauthenticated',
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

/** Returns whether the member can't deposit because of a break, a self-exclusion or a country that is not served. */
export function useMayNotDeposit(): boolean {
  const exclusion = useExclusion()
  const { isCountryServed } = useSession()
  return exclusion !== null || !isCountryServed
}
