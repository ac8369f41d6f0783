import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, type FormProps, useLocation } from 'react-router'
import { ownerFieldName, unsentFieldName } from '~/values/form-owner'
import { useSession } from './session-context'

/**
 * A POST form with a hidden field for the page's member. With JavaScript, it is submitted without a page load, and
 * further clicks are ignored until the response is rendered.
 */
export function PostForm({ children, ...props }: Omit<FormProps, 'method' | 'onSubmit' | 'ref'>) {
  // Every response to a submission, including an error page, changes the location key.
  const { key } = useLocation()
  const pending = useRef({ key: '', submitter: '' })
  useEffect(() => {
    // A page restored from the back/forward cache has no submission in progress.
    const reset = () => {
      pending.current.key = ''
    }
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [])

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    const button = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
    const submitter = button ? `${button.getAttribute('name') ?? ''}=${button.getAttribute('value') ?? ''}` : ''
    if (pending.current.key === key && pending.current.submitter === submitter) return event.preventDefault()
    pending.current = { key, submitter }
  }

  return (
    <Form {...props} method="post" onSubmit={handleSubmit}>
      <OwnerField />
      {children}
    </Form>
  )
}

export function OwnerField() {
  const owner = useOwner()
  if (owner === undefined) return null
  return (
    <>
      <input type="hidden" name={unsentFieldName(owner)} disabled />
      <input type="hidden" name={ownerFieldName} value={owner} autoComplete="off" />
    </>
  )
}

export function useOwner(): string | undefined {
  const { member } = useSession()
  const [owner, setOwner] = useState(member?.userId)
  if (member && member.userId !== owner) setOwner(member.userId)
  return owner
}
