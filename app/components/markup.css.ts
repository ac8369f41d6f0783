import { insideScreen, screen, typography } from '~/ui/layered'
import { stack } from '~/ui/layout/layout.css'
import { tokens } from '~/ui/tokens.css'

const { ink, line, size, space } = tokens

export const markup = screen([stack, { overflowWrap: 'anywhere', textAlign: 'start' }])
insideScreen(`${markup} :is(h2, h3, h4)`, typography.titleCard)
insideScreen(`${markup} :is(ul, ol)`, { paddingInlineStart: space.part, listStyle: 'revert' })
insideScreen(`${markup} blockquote`, {
  display: 'grid',
  gap: space.near,
  paddingInlineStart: space.base,
  borderInlineStart: `${size.hairline} solid ${line.hair}`,
  color: ink.soft,
})
insideScreen(`${markup} :is(section, figure)`, { overflowX: 'auto' })
insideScreen(`${markup} :is(td, th)`, {
  overflowWrap: 'break-word',
  padding: space.near,
  border: `${size.hairline} solid ${line.hair}`,
  textAlign: 'start',
})
insideScreen(`${markup} hr`, { border: 0, borderBlockStart: `${size.hairline} solid ${line.hair}` })
insideScreen(`${markup} img`, { maxInlineSize: '100%', blockSize: 'auto' })
