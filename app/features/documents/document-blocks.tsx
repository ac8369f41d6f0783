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

/** Parts of a document never change their order, so their index is their key. */
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
        <h3 key={index} id={block.id} className={css.subheading}>
          <DocumentText content={block.content} />
        </h3>
      )
    case 'list':
      return block.start === undefined ? (
        <ul key={index} className={css.bulleted}>
          {block.items.map((item, place) => renderItem(item, place, css.bulletedItem))}
        </ul>
      ) : (
        <ol key={index} className={css.numbered} start={block.start}>
          {block.items.map((item, place) => renderItem(item, place))}
        </ol>
      )
    case 'quote':
      return (
        <blockquote key={index} className={css.quote}>
          {block.blocks.map(renderBlock)}
        </blockquote>
      )
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard.
        <section key={index} className={css.tableBox} tabIndex={0} aria-label={block.head.map(textOf).join(', ')}>
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

function renderItem(blocks: readonly Block[], index: number, className?: string) {
  return (
    <li key={index} className={className}>
      {blocks.map(renderBlock)}
    </li>
  )
}

function renderCell(content: readonly Inline[], index: number, Cell: 'th' | 'td') {
  const attributes = Cell === 'th' ? { scope: 'col', className: css.headCell } : { className: css.cell }
  return (
    <Cell key={index} {...attributes}>
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
