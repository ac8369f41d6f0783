import { type FormEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { Form, type FormProps, useLocation } from 'react-router'

/**
 * A POST form that with script is submitted without a page load. Repeated presses of one button are ignored until the
 * response is rendered, because a slow device accepts a second press before the busy state is drawn. Another button
 * of the form still submits.
 */
export function PostForm(props: Omit<FormProps, 'method' | 'onSubmit'>) {
  // Every response to a submission, including an error page, comes with a new location key.
  const { key } = useLocation()
  const underWay = useRef<string | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs for a new location without reading it.
  useLayoutEffect(() => {
    underWay.current = undefined
  }, [key])
  useEffect(() => {
    // A page restored from the back/forward cache has no submission in progress.
    const letGo = () => {
      underWay.current = undefined
    }
    window.addEventListener('pageshow', letGo)
    return () => window.removeEventListener('pageshow', letGo)
  }, [])

  function takeOnce(event: FormEvent<HTMLFormElement>) {
    const act = actOf(event.nativeEvent)
    if (underWay.current === act) return event.preventDefault()
    underWay.current = act
  }

  return <Form {...props} method="post" onSubmit={takeOnce} />
}

/** Name and value of the pressed button; '' for a form that was submitted without one. */
function actOf(event: Event): string {
  const button = event instanceof SubmitEvent ? event.submitter : null
  return button ? `${button.getAttribute('name') ?? ''}=${button.getAttribute('value') ?? ''}` : ''
}
