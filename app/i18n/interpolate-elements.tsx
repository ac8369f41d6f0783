import type { ReactNode } from 'react'
import { Fragment } from 'react'

/** Placeholders for the elements in a message: control characters that no text contains. */
export const elementPlaceholders = ['\u0001', '\u0002'] as const

const anyPlaceholder = new RegExp(`([${elementPlaceholders.join('')}])`)

/** Replaces each placeholder in a message by its element, so that the translation decides the word order. */
export function interpolateElements(message: string, ...elements: readonly ReactNode[]): ReactNode {
  return message.split(anyPlaceholder).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message are never reordered.
    <Fragment key={index}>
      {elements[elementPlaceholders.findIndex((placeholder) => placeholder === part)] ?? (part && <span>{part}</span>)}
    </Fragment>
  ))
}
