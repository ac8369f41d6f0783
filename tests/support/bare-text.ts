export const bareTextMark = 'A page translator would break this text:'

/**
 * Runs in the page, before its scripts: reports when React changes or removes a text beside elements, or puts an element
 * before it. Page translators replace such a text by elements, and React then fails or changes a text that nobody sees.
 * A text that is its element's only child is safe: React sets the content of the element.
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

/** Runs in the page, as page translators do: changes its language and puts elements in place of each text. */
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
