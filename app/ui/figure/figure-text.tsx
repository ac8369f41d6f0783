import { createContext, type ReactNode, use } from 'react'

/** What a figure that is not known is called, for screen readers: they pass over its dash. */
export const UnknownFigureContext = createContext('')

const beginsWithNumber = /^[+−]?\d/

/** A text in an element of its own: a figure that page translators leave as it is, – with a word for it, or words. */
export function FigureText({ children }: { children: ReactNode }) {
  const unknown = use(UnknownFigureContext)
  if (typeof children !== 'string') return children
  if (children === '–')
    return (
      <span role="img" aria-label={unknown}>
        –
      </span>
    )
  return <span translate={beginsWithNumber.test(children) ? 'no' : undefined}>{children}</span>
}
