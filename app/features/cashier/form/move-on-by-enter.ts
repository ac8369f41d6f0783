import type { KeyboardEvent } from 'react'

/**
 * Moves the focus to the next field when Enter is pressed in one, and from the last to the submit button: only the
 * button sends a money form. Without script its first, disabled button keeps Enter from sending it.
 */
export function moveOnByEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { target, currentTarget, nativeEvent } = event
  // A key that is held down would go on to the button and press it.
  if (event.key === 'Enter' && event.repeat) return event.preventDefault()
  if (event.key !== 'Enter' || event.defaultPrevented || nativeEvent.isComposing) return
  if (!(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const fields = [...currentTarget.elements].filter(
    (element) =>
      element instanceof HTMLInputElement &&
      element.name !== target.name &&
      (element.type !== 'radio' || element.checked) &&
      element.getClientRects().length > 0,
  )
  const submit = [...currentTarget.querySelectorAll('button')].at(-1)
  const next =
    fields.find((field) => target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) ?? submit
  if (next instanceof HTMLElement) next.focus()
}
