import { screen } from '~/ui/layered'

export const picture = screen({ inlineSize: 'min(100%, 13rem)' })

/** What is typed letter by letter. */
export const code = screen({ fontFamily: 'monospace', overflowWrap: 'anywhere' })
