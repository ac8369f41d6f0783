/** A legal document as plain data. It is rendered as React elements, so its text is never parsed as HTML. */

export type Inline =
  | string
  | { kind: 'strong' | 'emphasis' | 'deleted' | 'code'; content: Inline[] }
  | { kind: 'link'; href: string; content: Inline[] }
  | { kind: 'break' }

export type Block =
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'subheading'; id: string; content: Inline[] }
  /** Numbered from `start`, or bulleted if that is missing. */
  | { kind: 'list'; start?: number; items: Block[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }

export type LegalDocument = {
  /** Undefined if the Markdown does not start with a first-level heading. */
  title?: string
  intro: Block[]
  sections: { id: string; title: Inline[]; blocks: Block[] }[]
}

export function textOf(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (typeof inline === 'string') return inline
      return inline.kind === 'break' ? ' ' : textOf(inline.content)
    })
    .join('')
}
