import { Fragment, type ReactNode } from 'react'
import { TextLink } from '~/ui/text-link/text-link'
import { type Block, type Inline, textOf } from './document'
import * as css from './document.css'

export function DocumentBlocks({ blocks, lang }: { blocks: readonly Block[]; lang?: string | undefined }) {
  if (blocks.length === 0) return null
  return (
    <div className={css.blocks} lang={lang}>
      {blocks.map(renderBlock)}
    </div>
  )
}

export function DocumentText({ content }: { content: readonly Inline[] }) {
  return content.map(renderInline)
}

/** Renders a block. The index is a stable key, because a document's parts never change their order. */
function renderBlock(block: Block, index: number): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p key={index}>
          <DocumentText content={block.content} />
        </p>
      )
    case 'subheading':
      return (
        <h3 key={index} id={block.id}>
          <DocumentText content={block.content} />
        </h3>
      )
    case 'list':
      return block.start === undefined ? (
        <ul key={index}>{block.items.map(renderItem)}</ul>
      ) : (
        <ol key={index} start={block.start}>
          {block.items.map(renderItem)}
        </ol>
      )
    case 'quote':
      return <blockquote key={index}>{block.blocks.map(renderBlock)}</blockquote>
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard.
        <section key={index} tabIndex={0} aria-label={block.head.map(textOf).join(', ')}>
          <table>
            <thead>
              <tr>{block.head.map((cell, column) => renderCell(cell, column, 'th'))}</tr>
            </thead>
            <tbody>
              {block.rows.map((row, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                <tr key={place}>{row.map((cell, column) => renderCell(cell, column, 'td'))}</tr>
              ))}
            </tbody>
          </table>
        </section>
      )
    case 'rule':
      return <hr key={index} className={css.rule} />
    default:
      return block satisfies never
  }
}

function renderItem(blocks: readonly Block[], index: number) {
  return <li key={index}>{blocks.map(renderBlock)}</li>
}

function renderCell(content: readonly Inline[], index: number, Cell: 'th' | 'td') {
  return (
    <Cell key={index} scope={Cell === 'th' ? 'col' : undefined}>
      <DocumentText content={content} />
    </Cell>
  )
}

const inlineTags = { strong: 'strong', emphasis: 'em', deleted: 's', code: 'code' } as const

function renderInline(inline: Inline, index: number): ReactNode {
  if (typeof inline === 'string') return <Fragment key={index}>{inline}</Fragment>
  if (inline.kind === 'break') return <br key={index} />
  const content = <DocumentText content={inline.content} />
  if (inline.kind === 'link') {
    return (
      <TextLink key={index} to={inline.href} reloadDocument>
        {content}
      </TextLink>
    )
  }
  const Tag = inlineTags[inline.kind]
  return <Tag key={index}>{content}</Tag>
}
