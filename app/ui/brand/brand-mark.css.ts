import { component } from '../layered'
import { tokens } from '../tokens.css'

export const lamp = component({ fill: tokens.accent.fill })
