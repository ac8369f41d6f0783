/** The elements of an operator's message or document, as data for React, so that its text is never parsed as HTML. */
export type MarkupElement = {
  tag: Mark | Block | 'tr' | 'td' | 'th' | 'br' | 'a' | 'img' | 'code'
  id?: string
  /** A table's accessible name. */
  label?: string
  /** An https URL, or a path on this site. In documents, also mailto, tel or a fragment. */
  href?: string
  /** The first number of an `ol`. */
  start?: number
  /** A path on this site. */
  src?: string
  alt?: string
  colSpan?: number
  rowSpan?: number
  children?: Markup[]
}
type Block = 'p' | 'h2' | 'h3' | 'ul' | 'ol' | 'li' | 'blockquote' | 'table' | 'hr'
export type Mark = 'strong' | 'em' | 'u' | 's'
export type Markup = string | MarkupElement

export type MessageBody = string | readonly Markup[]

export function textOfBody(body: MessageBody): string {
  if (typeof body === 'string') return body
  const texts = body.map((node) => {
    if (typeof node === 'string') return node
    const text = node.alt ?? textOfBody(node.children ?? [])
    return /^(?:p|h\d|br|tr)$/.test(node.tag) ? `${text.trim()}\n` : text
  })
  return texts.join('')
}
