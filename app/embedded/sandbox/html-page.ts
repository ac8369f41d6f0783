import { createHash } from 'node:crypto'
import { bcp47, isLocale, type Locale } from '~/i18n/locale'
import { lobbyPalettes, type Palette, paletteForCode, palettes } from '~/ui/artwork/palettes'
import { hrefWithQuery } from '~/values/addresses'
import { readBoundedBody } from '../bounded-body.server'
import { languageFor, localeFor, readerLocale } from '../member-language'
import { casinoProviders, type Provider, sportProviders } from '../seed/sandbox-games'
import { type SandboxColours, stylesheet } from './stylesheet'
import { playTexts, type TextKey } from './texts'

export function providerPalette({ code, kind }: Provider): Palette {
  const codes = (kind === 'casino' ? casinoProviders : sportProviders).map((provider) => provider.code)
  return palettes[lobbyPalettes(codes)[codes.indexOf(code)] ?? paletteForCode(code)]
}

export class Markup {
  constructor(readonly text: string) {}
}

type HtmlValue = Markup | string | number | readonly Markup[] | false | undefined

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
  locale: Locale
  title: string
  status?: number
  headers?: Readonly<Record<string, string>>
  isBranded?: boolean
  body: Markup
  styles?: string
  script?: string
}

function chosenTheme(request: Request): 'dark' | 'light' | undefined {
  const [, theme] = /(?:^|;\s*)(?:__Host-)?theme=(dark|light)(?:;|$)/.exec(request.headers.get('cookie') ?? '') ?? []
  return theme === 'dark' || theme === 'light' ? theme : undefined
}

export class SandboxPage {
  constructor(readonly parts: PageParts) {}

  /** The response forbids framing. It allows only the page's own styles, script and forms, and the site's icon. */
  toResponse(
    request: Request,
    { colours, siteName }: { colours: SandboxColours | undefined; siteName: Readonly<Record<Locale, string>> },
  ): Response {
    const { isBranded, locale, title, status = 200, body, headers } = this.parts
    const theme = chosenTheme(request)
    const { styles, script } = isFetched(request)
      ? {}
      : { script: this.parts.script, styles: stylesheet(colours) + (this.parts.styles ?? '') }
    const text = html`<!doctype html>
<html lang="${bcp47[locale]}"${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<link rel="icon" href="/favicon.svg">
<title>${title}</title>
${styles && new Markup(`<style>${styles}</style>`)}
</head>
<body>
${isBranded && html`<p class="brand"><img src="/favicon.svg" alt="" width="32" height="32">${siteName[locale]}</p>`}${body}
${script !== undefined && new Markup(`<script>${script}</script>`)}
</body>
</html>
`
    const policy = [
      "default-src 'none'",
      "img-src 'self'",
      ...(styles === undefined ? [] : [`style-src ${cspHash(styles)}`]),
      ...(script === undefined ? [] : [`script-src ${cspHash(script)}`, "connect-src 'self'"]),
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
        // The path is secret, so only the origin is sent. With `no-referrer`, forms would send `Origin: null`.
        'referrer-policy': 'strict-origin',
        'x-robots-tag': 'noindex',
        ...headers,
      },
    })
  }
}

export const isFetched = (request: Request): boolean => request.headers.get('sec-fetch-dest') === 'empty'

const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export function messagePage(about: {
  locale: Locale
  status: number
  title: TextKey
  text: TextKey
  values?: Readonly<Record<string, string>>
  link?: Markup
  headers?: Readonly<Record<string, string>>
}): SandboxPage {
  const { locale, status, text, values, link, headers } = about
  const { t } = playTexts(locale)
  const title = t(about.title)
  return new SandboxPage({
    locale,
    title,
    status,
    headers,
    isBranded: true,
    body: html`<main class="plain"><h1>${title}</h1><p>${t(text, values)}</p>${link}${backLink(locale)}</main>`,
  })
}

export function methodNotAllowedPage(locale: Locale, text: TextKey): SandboxPage {
  return messagePage({ locale, status: 405, title: 'method.title', text, headers: { allow: 'GET, HEAD, POST' } })
}

export const depositsPath = '/deposit'

export function amountRow(term: string, value: string): Markup {
  return html`<div><dt>${term}</dt><dd class="money">${value}</dd></div>`
}

export function backLink(locale: Locale): Markup {
  return linkButton('/', playTexts(locale).t('site.back'), { isBack: true, isMain: true })
}

export function linkButton(href: string, text: string, { isBack = false, isMain = false } = {}): Markup {
  return html`<p><a class="button${isMain && ' main'}" href="${href}"${isBack && html` data-back`}>${text}</a></p>`
}

/** Returns the fields of a submitted form, or undefined for another body. @throws BodyTooLarge above 64 KiB */
export async function readFormFields(request: Request): Promise<URLSearchParams | undefined> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return undefined
  return new URLSearchParams(new TextDecoder().decode(await readBoundedBody(request)))
}

/** Returns a page's language: the `lng` parameter, else the launch's language, else Accept-Language. */
export function localeOf(request: Request, openedIn?: Locale): Locale {
  const lng = new URL(request.url).searchParams.get('lng')
  if (isLocale(lng)) return lng
  const tag = lng || openedIn || request.headers.get('accept-language') || ''
  return readerLocale(tag.startsWith('*') ? '' : tag)
}

/** Returns a query such as `?lng=th`. The language is omitted if it equals the stored one. */
export function languageQuery(tag: string, stored: string = languageFor(tag), more: Record<string, string> = {}) {
  const locale = localeFor(tag) ?? ''
  return hrefWithQuery('', { lng: locale === stored ? '' : locale, ...more })
}

/** Returns the request's path with its `lng` parameter. Forms redirect there. */
export function currentHref(request: Request, spin = ''): string {
  const { pathname, searchParams } = new URL(request.url)
  return hrefWithQuery(pathname, { lng: searchParams.get('lng') ?? '', spin })
}
