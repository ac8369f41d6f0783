import { createContext, use } from 'react'

/** What a figure that is not known is called, for screen readers: they pass over its dash. */
export const UnknownFigureContext = createContext('')

/** A formatted figure; where it is –, with a word for it. Anything else as it is. */
export function FigureText<Content>({ children }: { children: Content }) {
  const unknown = use(UnknownFigureContext)
  if (children !== '–') return children
  return (
    <span role="img" aria-label={unknown}>
      –
    </span>
  )
}
