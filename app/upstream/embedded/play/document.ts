import { createHash } from 'node:crypto'
import { boundedBody } from '../body.server'
import { sheet } from './sheet'
import { type Language, words } from './words'

/** Markup that may be sent as it is: everything put into it was escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | readonly Markup[] | false | undefined

/** A piece of a page; what is put into it is escaped unless it is markup itself. */
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

/** Headers of the house's own pages: nothing but their own style and their own forms, never stored, never framed. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${sheetHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}

/** A whole page, in one language, that needs no script. `title` is plain text. */
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

/** A page with one thing to say and a way back to the site. */
export function plainPage(about: { language: Language; status: number; title: string; says: string }): Response {
  const { language, title, says, status } = about
  return page({
    language,
    title,
    status,
    body: html`<main class="plain"><h1>${title}</h1><p>${says}</p>${backLink(language)}</main>`,
  })
}

export function backLink(language: Language): Markup {
  return html`<p><a class="button" href="/">${words(language).back}</a></p>`
}

/** 303 to a page of this house. */
export function seeOther(address: string): Response {
  return new Response(null, { status: 303, headers: { location: address, 'cache-control': 'no-store' } })
}

/** A form's fields; undefined when what was sent is no form. @throws TooLarge past 64 KiB. */
export async function formOf(request: Request): Promise<URLSearchParams | undefined> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return undefined
  return new URLSearchParams(new TextDecoder().decode(await boundedBody(request)))
}

/**
 * The language of a page: asked for in its address, else the one its visitor came in, else the browser's. Korean unless
 * the first of them is another language.
 */
export function languageOf(request: Request, cameIn?: Language): Language {
  const asked = new URL(request.url).searchParams.get('lng') || cameIn || request.headers.get('accept-language') || 'ko'
  return /^\s*(ko\b|\*)/i.test(asked) ? 'ko' : 'en'
}

/** Where a form was sent from: the same path, with the language that was asked for. */
export function sameAddress(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const lng = searchParams.get('lng')
  return lng ? `${pathname}?lng=${encodeURIComponent(lng)}` : pathname
}
