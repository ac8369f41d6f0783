import { arranged, component, typography } from '../layered'
import { tightStack } from '../layout/layout.css'
import { tokens } from '../tokens.css'

const { ink, line, size, space } = tokens

export const list = tightStack

export const item = component({
  ...typography.label,
  ...arranged.spread,
  alignItems: 'baseline',
  columnGap: space.base,
  minBlockSize: '28px',
})

export const total = component([
  item,
  {
    borderBlockStart: `${size.hairline} solid ${line.hair}`,
    paddingBlockStart: space.snug,
    marginBlockStart: space.tight,
  },
])

export const term = component({ fontWeight: 400, color: ink.soft })

export const totalTerm = component([term, { color: ink.body, fontWeight: 600 }])
export const value = component({ fontWeight: 400, color: ink.body, textAlign: 'end', marginInlineStart: 'auto' })

export const strongValue = component([value, { fontWeight: 700 }])
