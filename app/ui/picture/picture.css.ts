import { component } from '../layered'
import { tokens } from '../tokens.css'

const { radius, surface } = tokens

const picture = component({
  inlineSize: '100%',
  blockSize: 'auto',
  background: surface.raised,
  objectFit: 'cover',
})

export const shapes = {
  game: component([picture, { aspectRatio: '1', borderRadius: radius.picture }]),
  provider: component([picture, { aspectRatio: '16 / 9', borderRadius: radius.provider }]),
}
