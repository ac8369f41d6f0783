import { useLocation } from 'react-router'

/** What a location keeps in its state when the page stayed though the connection was lost. */
export function placeState(place: string, state: unknown): { place: string } {
  return { ...(typeof state === 'object' ? state : {}), place }
}

/**
 * Names the page that is shown: another one after each answer, the same while the page merely stayed. The key of the
 * location alone changes then too; what is keyed by it would be drawn anew, without what was typed.
 */
export function usePlace(): string {
  const { key, state } = useLocation()
  return typeof state?.place === 'string' ? state.place : key
}
