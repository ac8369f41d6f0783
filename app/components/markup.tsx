import type { ReactNode } from 'react'
import { useI18n } from '~/i18n/i18n'
import { visuallyHidden } from '~/ui/base.css'
import { srcSetOf } from '~/ui/picture/picture-widths'
import { textLink } from '~/ui/text.css'
import type { Markup } from '~/values/markup'
import * as css from './markup.css'

/** Renders the markup of an operator's text. @param level the heading level to start from */
export function MessageMarkup({ nodes, level }: { nodes: readonly Markup[]; level: 2 | 3 }) {
  return <div className={css.markup}>{renderNodes(nodes, level)}</div>
}

function renderNodes(nodes: readonly Markup[], level: 2 | 3): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never move.
  return nodes.map((node, index) => <Node key={index} node={node} level={level} />)
}

function Node({ node, level }: { node: Markup; level: 2 | 3 }) {
  const { t } = useI18n()
  if (typeof node === 'string') return node
  const { tag: Tag, src = '', alt = '', href = '', colSpan, rowSpan, children = [] } = node
  const content = renderNodes(children, level)
  switch (Tag) {
    case 'br':
      return <br />
    case 'img':
      return <img alt={alt} loading="lazy" decoding="async" srcSet={srcSetOf(src)} sizes="480px" src={src} />
    case 'a': {
      const isOwn = href.startsWith('/')
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
        <figure tabIndex={0} aria-label={t('message.table')}>
          <table>
            <tbody>{content}</tbody>
          </table>
        </figure>
      )
    default: {
      const heading = { h2: `h${level}`, h3: `h${level + 1}` }[Tag as string]
      // The cast allows `colSpan` and `rowSpan`, which only table cells have.
      const Element = (heading ?? Tag) as 'td'
      return (
        <Element dir={heading || Tag === 'p' ? 'auto' : undefined} colSpan={colSpan} rowSpan={rowSpan}>
          {content}
        </Element>
      )
    }
  }
}
