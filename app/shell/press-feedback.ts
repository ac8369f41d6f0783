import { useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Marks the pressed link or submit button with `data-pending` while its page is loading; base.css.ts and the components
 * style the mark.
 */
export function usePressFeedback(): void {
  const target = useNavigation().location?.key
  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    const recordPress = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      pressed.current = event instanceof SubmitEvent ? event.submitter : link
    }
    for (const name of ['click', 'submit']) window.addEventListener(name, recordPress, true)
    return () => {
      for (const name of ['click', 'submit']) window.removeEventListener(name, recordPress, true)
    }
  }, [])
  useLayoutEffect(() => {
    const element = pressed.current
    if (target === undefined || !element) return
    element.setAttribute('data-pending', '')
    return () => element.removeAttribute('data-pending')
  }, [target])
}
