import { arranged, insideScreen, screen } from '~/ui/layered'
import { stack } from '~/ui/layout/layout.css'
import { plainText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'

const { space } = tokens

export const page = screen([stack, { '@media': { [media.from768]: { gap: space.part } } }])

export const cards = screen({
  ...arranged.column,
  gap: space.base,
  '@media': { [media.from960]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: space.part } },
})

insideScreen(`${cards} > *`, { display: 'grid' })
insideScreen(`${cards} > :last-child:nth-child(odd)`, { gridColumn: '1 / -1' })

/** A card's text and its fold, which is at the end of the card. */
export const textAndFold = screen([stack, { alignContent: 'space-between' }])
insideScreen(`${cards} > :has(> ${textAndFold})`, { gridTemplateRows: 'auto 1fr' })

export const text = plainText

export const disclosure = screen({ selectors: { '[open] + &': { marginBlockStart: space.part } } })

export const form = screen({ ...arranged.column, gap: space.roomy, paddingBlockStart: space.near })
