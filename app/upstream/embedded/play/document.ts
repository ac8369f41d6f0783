import { createHash } from 'node:crypto'
import { boundedBody } from '../body.server'
import { sheet } from './sheet'
import { type Language, words } from './words'

/** Escaped markup, which is inserted as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | readonly Markup[] | false | undefined

/** Template tag for HTML. Escapes every value that is not Markup; `undefined` and `false` render nothing. */
export function html(fixed: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(fixed.reduce((text, piece, index) => text + written(parts[index - 1]) + piece))
}

function written(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(({ text }) => text).join('')
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const sheetHash = createHash('sha256').update(sheet).digest('base64')

/** Headers of the sandbox pages. The policy allows their own style sheet and forms only, and no framing. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${sheetHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}

/** Renders a whole page, which needs no script. `title` is plain text. */
export function page(about: {
  language: Language
  title: string
  status?: number
  headers?: Readonly<Record<string, string>>
  body: Markup
}): Response {
  const { language, title, status = 200, body } = about
  const text = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>${title}</title>
${new Markup(`<style>${sheet}</style>`)}
</head>
<body>
${body}
</body>
</html>
`
  return new Response(text.text, { status, headers: { ...headers, ...about.headers } })
}

/** Renders a page with one message and a link back to the site. */
export function plainPage(about: { language: Language; status: number; title: string; says: string }): Response {
  const { language, title, says, status } = about
  return page({
    language,
    title,
    status,
    body: html`<main class="plain"><h1>${title}</h1><p>${says}</p>${backLink(language)}</main>`,
  })
}

/** Links to the site's home page. */
export function backLink(language: Language): Markup {
  return html`<p><a class="button" href="/">${words(language).back}</a></p>`
}

/** Redirects with 303 to a sandbox page. */
export function seeOther(address: string): Response {
  return new Response(null, { status: 303, headers: { location: address, 'cache-control': 'no-store' } })
}

/** Reads the fields of a submitted form; undefined when the body is no form. @throws TooLarge past 64 KiB. */
export async function formOf(request: Request): Promise<URLSearchParams | undefined> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return undefined
  return new URLSearchParams(new TextDecoder().decode(await boundedBody(request)))
}

/**
 * Returns the language of a page: the `lng` parameter, else the language in which it was opened from the site, else
 * Accept-Language. Korean when none is set; English for every other language.
 */
export function languageOf(request: Request, cameIn?: Language): Language {
  const asked = new URL(request.url).searchParams.get('lng') || cameIn || request.headers.get('accept-language') || 'ko'
  return /^\s*(ko\b|\*)/i.test(asked) ? 'ko' : 'en'
}

/** Returns the path of the request with its `lng` parameter, to redirect to after a form. */
export function sameAddress(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const lng = searchParams.get('lng')
  return lng ? `${pathname}?lng=${encodeURIComponent(lng)}` : pathname
}
