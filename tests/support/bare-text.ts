export const bareTextMark = 'A page translator would break this text:'

/**
 * Runs in the page before its scripts. Reports when React changes or removes text that has sibling elements, or inserts
 * an element before it. Page translators replace such text with elements, and React then fails or changes text that is
 * no longer visible. Text that is its element's only child is safe, because React sets the element's content.
 */
export function reportBareTexts(mark: string): void {
  const report = (node: unknown, what: string) => {
    if (
      !(node instanceof Text) ||
      node.data.trim() === '' ||
      !Object.keys(node).some((key) => key.startsWith('__reactFiber'))
    )
      return
    const parent = node.parentElement?.cloneNode(true) as Element | undefined
    console.warn(mark, what, JSON.stringify(node.data), parent?.outerHTML.slice(0, 300), location.pathname)
  }
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <T extends Node>(added: T, next: Node | null) {
    report(next, 'element put before')
    return insertBefore.call(this, added, next) as T
  }
  Node.prototype.removeChild = function <T extends Node>(child: T) {
    report(child, 'removed')
    return removeChild.call(this, child) as T
  }
  const { get, set } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') ?? {}
  Object.defineProperty(Node.prototype, 'nodeValue', {
    get,
    set(value: string | null) {
      if (value !== this.nodeValue) report(this, 'changed')
      set?.call(this, value)
    },
  })
}

/** Runs in the page and acts like a page translator: changes the language and replaces each text with elements. */
export function translatePage(): void {
  document.documentElement.lang = 'en'
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) found.push(texts.currentNode as Text)
  for (const text of found) {
    if (text.data.trim() === '' || text.parentElement?.closest('script, style, textarea, option, [translate=no]'))
      continue
    const outer = document.createElement('font')
    outer.append(document.createElement('font'))
    outer.firstChild?.appendChild(document.createTextNode(text.data))
    text.replaceWith(outer)
  }
}
