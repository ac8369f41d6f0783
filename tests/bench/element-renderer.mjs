// @ts-check
// Renders the elements of an HTML page by React alone: no components, no data, no router, no server.
// node tests/bench/element-renderer.mjs FILE
// A message is how many times to render; the response is the processor time of one page, in milliseconds.
import { readFileSync } from 'node:fs'
import { parseHTML } from 'linkedom'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

/** Attributes whose presence counts, which HTML writes with an empty value and React as `true`. */
const presenceAttributes = new Set(
  'async autofocus checked defer disabled hidden inert multiple nomodule readonly required selected'.split(' '),
)

/**
 * @param {Element} element
 * @param {number} index
 * @returns {import('react').ReactElement}
 */
function toReactElement(element, index) {
  const attributes = [...element.attributes].map(({ name, value }) => [
    name,
    presenceAttributes.has(name.toLowerCase()) ? true : value,
  ])
  const { style: _style, ...props } = Object.fromEntries(attributes)
  /** @type {import('react').ReactNode[]} */
  const children = [...element.childNodes].map((node, at) => {
    if (node.nodeType === 1) return toReactElement(/** @type {Element} */ (node), at)
    return node.nodeType === 3 ? node.textContent : null
  })
  return createElement(element.localName, { ...props, key: index }, ...children)
}

const page = toReactElement(parseHTML(readFileSync(process.argv[2] ?? '', 'utf8')).document.documentElement, 0)

process.on('message', (/** @type {number} */ count) => {
  const before = process.cpuUsage()
  for (let at = 0; at < count; at++) renderToString(page)
  const { user, system } = process.cpuUsage(before)
  process.send?.((user + system) / 1_000 / count)
})
process.send?.(renderToString(page).length)
