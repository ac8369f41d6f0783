import { grid, plain } from '~/ui/game-card/game-card.css'
import { arranged, insideScreen, screen } from '~/ui/layered'
import { closed } from '~/ui/provider-card/provider-card.css'
import { media, tokens } from '~/ui/tokens.css'

const { ink, space } = tokens

export const title = screen({ ...arranged.row, gap: space.snug })
export const providerPicture = screen({ inlineSize: '44px', flex: 'none', display: 'flex' })

export const search = screen({ display: 'block', flex: '1 10rem', maxInlineSize: '21rem' })

export const six = screen([
  grid,
  { '@media': { [media.from600]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' } } },
])

insideScreen(`ul:has(> * > ${plain})`, {
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))',
  rowGap: 0,
})

export const unavailable = screen([closed, { color: ink.soft }])
