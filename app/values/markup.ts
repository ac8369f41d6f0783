/** The elements of an operator's message, as data for React. */
export type MarkupElement = {
  tag: 'p' | 'h2' | 'h3' | 'ul' | 'ol' | 'li' | 'blockquote' | 'table' | 'tr' | 'td' | 'th' | 'br' | 'a' | 'img' | Mark
  /** An https URL, or a path on this site. */
  href?: string
  /** A path on this site. */
  src?: string
  alt?: string
  colSpan?: number
  rowSpan?: number
  children?: Markup[]
}
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
