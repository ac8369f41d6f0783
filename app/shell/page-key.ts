import { useLocation } from 'react-router'

/** Location state that carries the page's key over a navigation that failed, so that the key stays the same. */
export function withPageKey(pageKey: string, state: unknown): { place: string } {
  return { ...(typeof state === 'object' ? state : {}), place: pageKey }
}

/**
 * Key of the shown page: new after each navigation, the same when a failed navigation left the page in place. The
 * location's own key changes then too, and elements keyed by it would remount and lose what was typed.
 */
export function usePageKey(): string {
  const { key, state } = useLocation()
  return typeof state?.place === 'string' ? state.place : key
}
