import { createHash } from 'node:crypto'
import { bcp47, isLocale, type Locale } from '~/i18n/locale'
import { readBoundedBody } from '../body.server'
import { type Language, localeFor } from '../language'
import { type SandboxColours, stylesheet } from './stylesheet'
import { sandboxTexts } from './texts'
import { saferPlayTexts } from './texts-safer-play'

/** Escaped markup, which is inserted as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

type HtmlValue = Markup | string | number | readonly Markup[] | false | undefined

/** Template tag for HTML. Escapes every value that is not Markup; `undefined` and `false` render nothing. */
export function html(fixed: TemplateStringsArray, ...values: readonly HtmlValue[]): Markup {
  return new Markup(fixed.reduce((text, piece, index) => text + renderValue(values[index - 1]) + piece))
}

function renderValue(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

type PageParts = {
  language: Locale
  /** Plain text. */
  title: string
  status?: number
  headers?: Readonly<Record<string, string>>
  body: Markup
}

/** A page of the sandbox, which needs no script. */
export class SandboxPage {
  constructor(readonly parts: PageParts) {}

  /** The policy allows its own style sheet, the site's icon and forms only, and no framing. @param colours default: the shipped ones */
  toResponse(colours?: SandboxColours): Response {
    const { language, title, status = 200, body, headers } = this.parts
    const sheet = stylesheet(colours)
    const text = html`<!doctype html>
<html lang="${bcp47[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<link rel="icon" href="/favicon.svg">
<title>${title}</title>
${new Markup(`<style>${sheet}</style>`)}
</head>
<body>
${body}
</body>
</html>
`
    const policy = [
      "default-src 'none'",
      // The icon of the site.
      "img-src 'self'",
      `style-src 'sha256-${createHash('sha256').update(sheet).digest('base64')}'`,
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]
    return new Response(text.text, {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy.join('; '),
        'cache-control': 'no-store',
        // The path is the key of a game or a payment. Not no-referrer, which makes browsers send forms with `Origin: null`.
        'referrer-policy': 'strict-origin',
        'x-robots-tag': 'noindex',
        ...headers,
      },
    })
  }
}

/** Renders a page with one message, a link back to the site and perhaps a link before it. */
export function messagePage(about: {
  language: Locale
  status: number
  title: string
  message: string
  link?: Markup
  headers?: Readonly<Record<string, string>>
}): SandboxPage {
  const { language, title, message, status, link, headers } = about
  return new SandboxPage({
    language,
    title,
    status,
    headers,
    body: html`<main class="plain"><h1>${title}</h1><p>${message}</p>${link}${backLink(language)}</main>`,
  })
}

/** Refuses every method but GET, HEAD and POST. @param message what this kind of page takes */
export function methodNotAllowedPage(language: Language, message: string): SandboxPage {
  const { methodTitle: title } = sandboxTexts(language)
  return messagePage({ language, status: 405, title, message, headers: { allow: 'GET, HEAD, POST' } })
}

/** Renders a row of a `dl` of class `sum`. */
export function amountRow(term: string, value: string): Markup {
  return html`<div><dt>${term}</dt><dd class="money">${value}</dd></div>`
}

/** Links back to the site. @param path of the page that goes on from here. */
export function backLink(language: Locale, path = '/'): Markup {
  return linkButton(path, saferPlayTexts[language].backToSite)
}

/** Links to a page of the site. */
export function linkButton(href: string, text: string): Markup {
  return html`<p><a class="button" href="${href}">${text}</a></p>`
}

/** Redirects with 303 to a sandbox page. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

/** Reads the fields of a submitted form; undefined when the body is no form. @throws BodyTooLarge past 64 KiB. */
export async function readFormFields(request: Request): Promise<URLSearchParams | undefined> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return undefined
  return new URLSearchParams(new TextDecoder().decode(await readBoundedBody(request)))
}

/**
 * Returns the language of a page: the `lng` parameter, else the language in which it was opened from the site, else
 * Accept-Language. Korean when none is set; English for every other language.
 */
export function languageOf(request: Request, openedIn?: Language): Language {
  const requested =
    new URL(request.url).searchParams.get('lng') || openedIn || request.headers.get('accept-language') || 'ko'
  return /^\s*(ko\b|\*)/i.test(requested) ? 'ko' : 'en'
}

/**
 * Returns the language of a reality check or of a page that a break or self-exclusion closes, which are in every
 * language of the site: the `lng` parameter, where the site has it, else that of other pages.
 */
export function saferPlayLanguageOf(request: Request, openedIn?: Language): Locale {
  const lng = new URL(request.url).searchParams.get('lng')
  return isLocale(lng) ? lng : languageOf(request, openedIn)
}

/**
 * The query that opens a page of the sandbox in a language that it has no column for: `?lng=th`. Empty for Korean and
 * English, which are stored.
 *
 * @param tag BCP 47.
 */
export function languageQuery(tag: string): string {
  const locale = localeFor(tag)
  return locale === undefined || locale === 'ko' || locale === 'en' ? '' : `?lng=${locale}`
}

/** Returns the path of the request with its `lng` parameter, to redirect to after a form. */
export function currentHref(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const lng = searchParams.get('lng')
  return lng ? `${pathname}?lng=${encodeURIComponent(lng)}` : pathname
}
