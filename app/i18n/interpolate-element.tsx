import type { ReactNode } from 'react'
import { Fragment } from 'react'

/** Placeholder for an element in a message: a control character that no text contains. */
export const elementPlaceholder = '\u0001'

/** Replaces each placeholder in a formatted message by an element, so that the translation decides the word order. */
export function interpolateElement(message: string, element: ReactNode): ReactNode {
  const parts = message.split(elementPlaceholder)
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message are never reordered.
    <Fragment key={index}>
      {index > 0 && element}
      {part}
    </Fragment>
  ))
}
