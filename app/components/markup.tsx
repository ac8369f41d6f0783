import type { ReactNode } from 'react'
import { useI18n } from '~/i18n/i18n'
import { visuallyHidden } from '~/ui/base.css'
import { srcSetOf } from '~/ui/picture/picture-widths'
import { textLink } from '~/ui/text.css'
import type { Markup } from '~/values/markup'
import * as css from './markup.css'

interface OperatorTextProps {
  nodes: readonly Markup[]
  level: 2 | 3
  lang?: string | undefined
}

export function OperatorText({ nodes, level, lang }: OperatorTextProps) {
  if (nodes.length === 0) return null
  return (
    <div className={css.markup} lang={lang}>
      {renderNodes(nodes, level)}
    </div>
  )
}

export const InlineMarkup = ({ nodes }: { nodes: readonly Markup[] }) => renderNodes(nodes, 2)

function renderNodes(nodes: readonly Markup[], level: 2 | 3): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never move.
  return nodes.map((node, index) => <Node key={index} node={node} level={level} />)
}

function Node({ node, level }: { node: Markup; level: 2 | 3 }) {
  const { t } = useI18n()
  if (typeof node === 'string') return node
  const { tag: Tag, id, label, src = '', alt = '', href = '', start, colSpan, rowSpan, children = [] } = node
  const content = renderNodes(children, level)
  switch (Tag) {
    case 'br':
    case 'hr':
      return <Tag />
    case 'img':
      return <img alt={alt} loading="lazy" decoding="async" srcSet={srcSetOf(src)} sizes="480px" src={src} />
    case 'a': {
      const isOwn = !href.startsWith('https:')
      return (
        <a href={href} className={textLink} target={isOwn ? undefined : '_blank'} rel="noopener nofollow">
          {content}
          {!isOwn && <span className={visuallyHidden}> ({t('common.newWindow')})</span>}
        </a>
      )
    }
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard.
        <figure tabIndex={0} aria-label={label ?? t('message.table')}>
          <table>
            <tbody>{content}</tbody>
          </table>
        </figure>
      )
    default: {
      const heading = { h2: `h${level}`, h3: `h${level + 1}` }[Tag as string]
      // The cast allows the attributes that only lists or table cells have.
      const Element = (heading ?? Tag) as 'td'
      const attributes = { id, start, colSpan, rowSpan, dir: heading || Tag === 'p' ? 'auto' : undefined }
      return <Element {...attributes}>{content}</Element>
    }
  }
}
