import { createHash } from 'node:crypto'
import { config } from '~/platform/settings/config.server'
import { launchSources } from '~/upstream/client/launch-url.server'

/** Returns a page's CSP. @param scripts allows inline scripts by nonce, or by hash on shared pages */
export function cspFor(scripts: ({ nonce: string } | { hashes: readonly string[] }) & { https: boolean }): string {
  const inline = 'nonce' in scripts ? [`'nonce-${scripts.nonce}'`] : scripts.hashes.map((hash) => `'${hash}'`)
  const directives = [
    "default-src 'none'",
    `script-src ${["'self'", ...inline].join(' ')}`,
    "script-src-attr 'none'",
    "style-src 'self'",
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // Chromium applies this directive to redirects after a form submission as well.
    `form-action ${["'self'", ...allowedLaunchSources].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(scripts.https ? ['upgrade-insecure-requests'] : []),
  ]
  return directives.join('; ')
}

/** The allowed sources of games and payment pages. Launch URLs are checked against the same list. */
const allowedLaunchSources = launchSources({
  embedded: config.upstream.url === undefined,
  https: config.https,
  launchOrigins: config.launchOrigins,
})

export const strictCsp = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * Replaces the nonce in a rendered page with script hashes, so that the page can be shared. Injected markup can't
 * contain the nonce, because the nonce is random.
 */
export function replaceNonceWithHashes(html: string, nonce: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  const parts: string[] = []
  let index = 0
  for (const found of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
    const [element, attributes = '', content = ''] = found
    parts.push(html.slice(index, found.index).replaceAll(attribute, ''))
    index = found.index + element.length
    if (!attributes.includes(attribute)) {
      parts.push(element)
      continue
    }
    if (content !== '') hashes.add(`sha256-${createHash('sha256').update(content).digest('base64')}`)
    parts.push(`<script${attributes.replaceAll(attribute, '')}>${content}</script>`)
  }
  parts.push(html.slice(index).replaceAll(attribute, ''))
  return { html: parts.join(''), hashes: [...hashes] }
}
