import { component } from './layered'
import { tokens } from './tokens.css'
import { typography } from './typography'

const { ink } = tokens

/** A text that explains what stands beside it. */
export const softText = component({ ...typography.small, color: ink.soft })
/** A remark that few need. */
export const faintText = component({ ...typography.tiny, color: ink.faint })
/** A sentence in the size of a label. */
export const plainText = component({ ...typography.label, fontWeight: 400, color: ink.soft })
