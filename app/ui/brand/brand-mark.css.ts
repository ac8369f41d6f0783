import { component } from '../layered'
import { tokens } from '../tokens.css'

/** A picture, which forced colours leave as it is, unlike a background colour. */
export const lamp = component({
  background: `linear-gradient(${tokens.accent.fill} 0 0) center / 6px 6px no-repeat`,
})
