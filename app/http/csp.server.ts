import { createHash } from 'node:crypto'
import { config } from '~/config.server'
import { launchSources } from '~/upstream/launch.server'

/**
 * The content security policy of a page: only our own scripts and styles, no inline styles, no frames around it.
 *
 * @param scripts inline scripts of this one answer by its nonce, or those of a shared page by their hashes
 *   (`sha256-…`).
 */
export function cspFor(scripts: ({ nonce: string } | { hashes: readonly string[] }) & { https: boolean }): string {
  const inline = 'nonce' in scripts ? [`'nonce-${scripts.nonce}'`] : scripts.hashes.map((hash) => `'${hash}'`)
  const directives = [
    "default-src 'none'",
    `script-src ${["'self'", ...inline].join(' ')}`,
    "script-src-attr 'none'",
    "style-src 'self'",
    "style-src-attr 'none'",
    `img-src ${["'self'", 'data:', ...config.imageOrigins].join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // Chromium asks this also where a form's answer sends on to, with and without script.
    `form-action ${["'self'", ...launchable].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(scripts.https ? ['upgrade-insecure-requests'] : []),
  ]
  return directives.join('; ')
}

/** Where games and payment pages may open: the same list that the addresses themselves are checked against. */
const launchable = launchSources({
  embedded: config.upstream.url === undefined,
  https: config.https,
  launchOrigins: config.launchOrigins,
})

/** The policy of answers that are no page: nothing may run, load, be sent or frame it. */
export const strictCsp = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * Makes a page that was rendered with a nonce fit to be shared: the nonce goes, its inline scripts are known by their
 * hashes. Only scripts that carry this very nonce count; it is random, so no text from outside can claim it.
 *
 * @returns the page without the nonce, and the hashes (`sha256-…`) for the policy.
 */
export function hashesOfNoncedScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  const parts: string[] = []
  let at = 0
  for (const found of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
    const [element, attributes = '', content = ''] = found
    parts.push(html.slice(at, found.index).replaceAll(attribute, ''))
    at = found.index + element.length
    if (!attributes.includes(attribute)) {
      parts.push(element)
      continue
    }
    if (content !== '') hashes.add(`sha256-${createHash('sha256').update(content).digest('base64')}`)
    parts.push(`<script${attributes.replaceAll(attribute, '')}>${content}</script>`)
  }
  parts.push(html.slice(at).replaceAll(attribute, ''))
  return { html: parts.join(''), hashes: [...hashes] }
}
