import { component } from './layered'
import { tokens } from './tokens.css'
import { typography } from './typography'

const { ink } = tokens

export const softText = component({ ...typography.small, color: ink.soft })
export const faintText = component({ ...typography.tiny, color: ink.faint })
export const plainText = component({ ...typography.label, fontWeight: 400, color: ink.soft })
