import { createHash } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '~/brand/brand.server'
import { backofficeIcon } from '~/server/request-info/origin.server'
import type { RequestInfo } from '~/server/request-info/request-info.server'
import { dark as shippedDark, light as shippedLight } from '~/ui/palette'
import sheet from './backoffice.css?raw'
import script from './backoffice.js?raw'
import type { Operator } from './door.server'
import { A, Press, Tabs } from './parts'
import { type Page, pathOf, placeOf, places } from './screen'
import type { BackofficeTexts } from './texts'

type Colours = typeof shippedDark

function variables(colours: Colours): string {
  return Object.entries(colours)
    .flatMap(([group, shades]) => Object.entries(shades).map(([name, value]) => `--${group}-${name}:${value};`))
    .join('')
}

const dark = variables(brand.colours?.dark ?? shippedDark)
const light = variables(brand.colours?.light ?? shippedLight)
const styles =
  `:root{color-scheme:dark;${dark}}@media (prefers-color-scheme:only light){:root:not([data-theme=dark])` +
  `{color-scheme:only light;${light}}}:root[data-theme=light]{color-scheme:only light;${light}}${sheet}`

const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policy =
  `default-src 'none'; img-src 'self'; style-src ${cspHash(styles)}; script-src ${cspHash(script)}; connect-src 'self'; ` +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/** Renders a page of the back office. It is never stored, framed or indexed, and loads nothing but the site's icon. */
export function renderPage(page: Page, asked: { texts: BackofficeTexts; url: URL; info: RequestInfo }): Response {
  const { texts, url, info } = asked
  const { t } = texts
  const { operator } = page
  const markup = renderToStaticMarkup(
    <html lang={texts.locale} data-theme={info.theme === 'system' ? undefined : info.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href={backofficeIcon} />
        <title>{`${page.title} · ${t('desk')}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the site's own style sheet, which the policy has by its hash. */}
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body className={operator && 'inside'}>
        <A className="skip" to="#main" text={t('skip')} />
        {operator && <Head {...{ texts, operator, url }} place={placeOf(page.from ?? url.pathname)} />}
        <main id="main" tabIndex={-1}>
          {page.body}
          {!operator && <p className="login">{otherLanguage(texts, url)}</p>}
        </main>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the site's own script, which the policy has by its hash. */}
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>,
  )
  return new Response(`<!doctype html>${markup}`, {
    status: page.status ?? 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex',
      ...page.headers,
    },
  })
}

function otherLanguage({ locale }: BackofficeTexts, url: URL) {
  const [toLocale, text] = locale === 'ko' ? ['en', 'English'] : ['ko', '한국어']
  const address = new URL(url)
  address.searchParams.set('lng', toLocale)
  return <a {...{ href: address.pathname + address.search, lang: toLocale, hrefLang: toLocale, children: text }} />
}

type HeadProps = { texts: BackofficeTexts; operator: Operator; url: URL; place: ReturnType<typeof placeOf> }

function Head({ texts, operator, url, place }: HeadProps) {
  const { t, locale } = texts
  return (
    <header>
      <div className="head">
        <search>
          <form action="/backoffice/member">
            <input
              {...{ name: 'search', type: 'search', 'data-search': '' }}
              {...{ 'aria-label': t('search.label'), placeholder: t('search.placeholder') }}
            />
            <Press text={t('search')} />
          </form>
        </search>
        <details className="menu">
          <summary>
            {operator.name} <small>{t(`role.${operator.role}`)}</small>
          </summary>
          <div>
            <a href="/backoffice/factor">{t('factor.sessions')}</a>
            {otherLanguage(texts, url)}
            <form {...{ method: 'post', action: '/backoffice/logout' }}>
              <Press text={t('logout')} />
            </form>
          </div>
        </details>
      </div>
      <Tabs title={t('desk')} tabs={places.map((to) => [pathOf(to), t(`nav.${to}`), to === place])}>
        <p className="site">
          {brand.name(locale)} <small>{t('desk')}</small>
        </p>
      </Tabs>
    </header>
  )
}
