import { createHash } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { brand } from '~/brand/brand.server'
import type { RequestInfo } from '~/server/request-info/request-info.server'
import { Button } from '~/ui/button/button'
import { input } from '~/ui/field/field.css'
import { skip } from '~/ui/skip-link/skip-link.css'
import { faviconPath } from '~/values/addresses'
import script from './backoffice.js?raw'
import type { Operator } from './command-client.server'
import { type Page, pathOf, placeOf, places } from './screen'
import { styles } from './sheet.server'
import type { BackofficeTexts } from './texts'

const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policy =
  `default-src 'none'; img-src 'self'; style-src ${cspHash(styles)}; script-src ${cspHash(script)}; connect-src 'self'; ` +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/** Renders a page of the back office. It is never stored, framed or indexed, and loads only the site's icons. */
export function renderPage(page: Page, asked: { texts: BackofficeTexts; url: URL; info: RequestInfo }): Response {
  const { texts, url, info } = asked
  const { t } = texts
  const { operator } = page
  const markup = renderToStaticMarkup(
    <html lang={texts.locale} data-theme={info.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href={faviconPath} />
        <title>{`${page.title} · ${t('desk')}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the site's own style sheet, which the policy has by its hash. */}
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body className={operator && 'inside'}>
        <a className={skip} href="#main">
          {t('skip')}
        </a>
        {operator && <Head {...{ texts, operator, url }} place={placeOf(page.from ?? url.pathname)} />}
        <main id="main" tabIndex={-1}>
          {/* Fields ask the router which page they are on. */}
          <StaticRouter location={url.pathname}>{page.body}</StaticRouter>
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
              {...{ name: 'search', type: 'search', 'data-search': '', className: input() }}
              {...{ 'aria-label': t('search.label'), placeholder: t('search.placeholder') }}
            />
            <Button>{t('search')}</Button>
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
              <Button variant="ghost">{t('logout')}</Button>
            </form>
          </div>
        </details>
      </div>
      <nav aria-label={t('desk')}>
        <p className="site">
          {brand.name(locale)} <small>{t('desk')}</small>
        </p>
        {places.map((to) => (
          <a key={to} href={pathOf(to)} aria-current={to === place ? 'page' : undefined}>
            {t(`nav.${to}`)}
          </a>
        ))}
      </nav>
    </header>
  )
}
