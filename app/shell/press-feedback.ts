import { use, useEffect } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useNavigation } from 'react-router'
import { getPlainClickUrl } from './plain-click'

/**
 * Marks the pressed link or submit button with `data-pending` until its page is shown. Marked while the press is
 * handled, not by a render, which a slow device draws only later; base.css.ts and the components style the mark.
 */
export function usePressFeedback(): void {
  const router = use(RouterContext)?.router
  const isIdle = useNavigation().state === 'idle'
  useEffect(() => {
    if (isIdle) unmarkAll()
  }, [isIdle])

  useEffect(() => {
    let pressed: Element | null = null
    const recordPress = (event: Event) => {
      pressed = event instanceof SubmitEvent ? event.submitter : closestLink(event)
    }
    const markDocumentLoad = (event: Event) => {
      if (pressed && opensDocumentHere(event)) mark(pressed)
      pressed = null
    }
    const unmarkRestored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) unmarkAll()
    }
    const unsubscribe = router?.subscribe(({ navigation }) => {
      if (pressed && navigation.state !== 'idle') mark(pressed)
    })
    for (const name of ['click', 'submit']) {
      window.addEventListener(name, recordPress, true)
      window.addEventListener(name, markDocumentLoad)
    }
    window.addEventListener('pageshow', unmarkRestored)
    return () => {
      unsubscribe?.()
      for (const name of ['click', 'submit']) {
        window.removeEventListener(name, recordPress, true)
        window.removeEventListener(name, markDocumentLoad)
      }
      window.removeEventListener('pageshow', unmarkRestored)
    }
  }, [router])
}

function mark(pressed: Element): void {
  unmarkAll()
  pressed.setAttribute('data-pending', '')
}

function unmarkAll(): void {
  for (const element of document.querySelectorAll('[data-pending]')) element.removeAttribute('data-pending')
}

function closestLink({ target }: Event): Element | null {
  return target instanceof Element ? target.closest('a[href]') : null
}

/** Whether the browser itself now loads another document into this tab. */
function opensDocumentHere(event: Event): boolean {
  if (event.defaultPrevented) return false
  if (event instanceof SubmitEvent) return ['', '_self'].includes((event.target as HTMLFormElement).target)
  const url = event instanceof MouseEvent ? getPlainClickUrl(event) : null
  return url !== null && !url.hash && !closestLink(event)?.hasAttribute('download')
}
