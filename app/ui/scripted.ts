import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while hydrating, true once scripts run: for controls that do nothing without them. */
export function useScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
