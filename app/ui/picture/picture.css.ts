import { componentVariants } from '../layered'
import { tokens } from '../tokens.css'

const { radius, surface } = tokens

export const shapes = componentVariants(
  { display: 'block', inlineSize: '100%', blockSize: 'auto', background: surface.raised, objectFit: 'cover' },
  {
    game: { aspectRatio: '1', borderRadius: radius.control },
    provider: { aspectRatio: '16 / 9', borderRadius: radius.mark },
  },
)
