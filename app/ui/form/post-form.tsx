import { type FormEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { Form, type FormProps, useLocation } from 'react-router'

/**
 * A form that is posted without leaving the page where scripts run. The same press again counts once until the answer
 * stands on the page: a button looks busy only after it was drawn so, and a slow device takes a second press before that.
 * Another button of the form is another act, and goes through.
 */
export function PostForm(props: Omit<FormProps, 'method' | 'onSubmit'>) {
  // Every answer to a form, a failure's page too, comes with a new place in the history.
  const { key } = useLocation()
  const underWay = useRef<string | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place is the reason to run, it is not read.
  useLayoutEffect(() => {
    underWay.current = undefined
  }, [key])
  useEffect(() => {
    // A page that comes back as it was left has nothing under way.
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

/** What the pressed button asks for; '' for a form that was sent without one. */
function actOf(event: Event): string {
  const button = event instanceof SubmitEvent ? event.submitter : null
  return button ? `${button.getAttribute('name') ?? ''}=${button.getAttribute('value') ?? ''}` : ''
}
