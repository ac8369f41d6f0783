// @ts-check
import { brotliCompressSync, constants } from 'node:zlib'
import { parseHTML } from 'linkedom'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

/**
 * What React alone needs for a page's markup, rendered once and compressed once. A process of its own for each page,
 * because renders of one page would make those of the next faster. It is sent the page first, and then numbers of
 * renders, which it answers with the ms of processor time that each took.
 */

const warmUpRenders = 300
/** As app/server/responses/compress.server.ts has it. */
const brotliQuality = 4

/** Attributes whose names React spells otherwise. @type {Record<string, string>} */
const reactNames = {
  class: 'className',
  for: 'htmlFor',
  autofocus: 'autoFocus',
  autocomplete: 'autoComplete',
  tabindex: 'tabIndex',
  maxlength: 'maxLength',
  readonly: 'readOnly',
  enctype: 'encType',
  srcset: 'srcSet',
  crossorigin: 'crossOrigin',
  inputmode: 'inputMode',
  popovertarget: 'popoverTarget',
  popovertargetaction: 'popoverTargetAction',
}
/** React would ask for a handler beside these, or takes an object. */
const leftOut = /^on|^style$|^value$|^checked$|^selected$/

/**
 * A page's markup as React elements: tags, attributes and texts, without scripts.
 * @param {Node} node
 * @returns {import('react').ReactNode}
 */
function toReact(node, key = 0) {
  if (node.nodeType === 3) return node.textContent
  if (node.nodeType !== 1) return null
  const element = /** @type {Element} */ (node)
  const tag = element.localName
  if (tag === 'script' || tag === 'style') return null
  /** @type {Record<string, unknown>} */
  const props = { key }
  for (const { name, value } of element.attributes) {
    if (!leftOut.test(name))
      props[reactNames[name] ?? name] = value === '' && !/^(?:alt|href|data-)/.test(name) ? true : value
  }
  const children = [...element.childNodes].map((child, index) => toReact(child, index))
  // An element that can't have any must not be given an empty list either.
  return children.length === 0 ? createElement(tag, props) : createElement(tag, props, children)
}

/** @type {import('react').ReactNode} */
let markup
/** @param {number} count */
function render(count) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  for (let index = 0; index < count; index += 1) brotliCompressSync(renderToString(markup), { params })
}

process.on('message', (/** @type {string | number} */ message) => {
  if (typeof message === 'string') {
    markup = toReact(parseHTML(message).document.documentElement)
    render(warmUpRenders)
    process.send?.(0)
  } else {
    const began = process.cpuUsage()
    render(message)
    const { user, system } = process.cpuUsage(began)
    process.send?.((user + system) / 1_000 / message)
  }
})
