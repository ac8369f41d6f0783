import type { ReactNode } from 'react'
import { Fragment } from 'react'

/** Stands in a message where an element goes; no text that people write holds it. */
export const slot = '\u0001'

/**
 * A message with an element in place of a value, whatever order a language has:
 * `rich(t('strip.welcome', { userId: slot }), <strong>{id}</strong>)`.
 */
export function rich(message: string, element: ReactNode): ReactNode {
  const parts = message.split(slot)
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move.
    <Fragment key={at}>
      {at > 0 && element}
      {part}
    </Fragment>
  ))
}
