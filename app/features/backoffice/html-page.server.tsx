import { createHash } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { matchPath, StaticRouter } from 'react-router'
import { brand } from '~/brand/brand.server'
import { renderPalettes } from '~/brand/colours.server'
import { formatSetCookie } from '~/server/cookies/cookie.server'
import type { RequestInfo } from '~/server/request-info/request-info.server'
import { Alert } from '~/ui/alert/alert'
import { Button } from '~/ui/button/button'
import { DescriptionList } from '~/ui/description-list/description-list'
import { input } from '~/ui/field/field.css'
import { Icon } from '~/ui/icon/icon'
import { skip } from '~/ui/skip-link/skip-link.css'
import { tokens } from '~/ui/tokens.css'
import { faviconPath } from '~/values/addresses'
import alert from '/app/ui/alert/alert.css.ts.vanilla.css?inline'
import badge from '/app/ui/badge/badge.css.ts.vanilla.css?inline'
import base from '/app/ui/base.css.ts.vanilla.css?inline'
import button from '/app/ui/button/button.css.ts.vanilla.css?inline'
import card from '/app/ui/card/card.css.ts.vanilla.css?inline'
import checkbox from '/app/ui/checkbox/checkbox.css.ts.vanilla.css?inline'
import descriptionList from '/app/ui/description-list/description-list.css.ts.vanilla.css?inline'
import field from '/app/ui/field/field.css.ts.vanilla.css?inline'
import layout from '/app/ui/layout/layout.css.ts.vanilla.css?inline'
import chips from '/app/ui/link-row/chips.css.ts.vanilla.css?inline'
import pageTitle from '/app/ui/page-title/page-title.css.ts.vanilla.css?inline'
import pager from '/app/ui/pager/pager.css.ts.vanilla.css?inline'
import skipLink from '/app/ui/skip-link/skip-link.css.ts.vanilla.css?inline'
import textLink from '/app/ui/text.css.ts.vanilla.css?inline'
import tokenSheet from '/app/ui/tokens.css.ts.vanilla.css?inline'
import own from './backoffice.css?raw'
import script from './backoffice.js?raw'
import { maintenanceText, siteMaintenance } from './closures.server'
import type { Operator } from './command-client.server'
import { Commands, Hidden, note } from './parts'
import { hrefWith, icons, type Page, type Place, pathOf, pendingCounts, placeOf, places } from './screen'
import type { BackofficeTexts } from './texts'
import { transactionHref } from './values'

const shared = [
  ...[tokenSheet, base, layout, alert, badge, button, card, checkbox, chips, descriptionList],
  ...[field, pageTitle, pager, skipLink, textLink],
]

/** Replaces token names in the back office's style sheet, such as `--space-near`, with their names in the build. */
const named = own.replace(/--(\w+(?:-\w+)+)/g, (_, path: string) => {
  const token = path.split('-').reduce<unknown>((group, name) => (group as Record<string, unknown>)[name], tokens)
  if (!String(token).startsWith('var(')) throw new Error(`the token ${path} is not a variable`)
  return String(token).slice(4, -1)
})

const styles = [...shared, brand.colours ? renderPalettes(brand.colours) : '', named].join('')

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)
const sheetPath = `/backoffice/sheet-${hashOf(styles)}.css`
const scriptPath = `/backoffice/script-${hashOf(script)}.js`
const files = [
  { path: sheetPath, text: styles, type: 'text/css' },
  { path: scriptPath, text: script, type: 'text/javascript' },
]

/** Returns the style sheet or script. During an update, pages of another release get this release's file, uncached. */
export function findFile(pathname: string): Response | undefined {
  const file = files.find(({ path }) => pathname.startsWith(path.slice(0, path.indexOf('-') + 1)))
  if (!file) return undefined
  const cache = pathname === file.path ? 'private, max-age=31536000, immutable' : 'no-store'
  return new Response(file.text, { headers: { 'Content-Type': `${file.type}; charset=utf-8`, 'Cache-Control': cache } })
}

const policy =
  "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; " +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

const scriptTexts = {
  ...({ copy: 'copy', copied: 'copied', close: 'keys.close', working: 'form.working', leave: 'form.leave' } as const),
  ...({ added: 'list.added', gone: 'list.gone', lost: 'list.lost', refresh: 'list.refresh' } as const),
}

const takenTexts = { claim: 'claim.taken', release: 'claim.ended', 'claim-inquiry': 'claim.taken.inquiry' } as const

const closedName = 'taken-closed'

/** Closes the notices of taken claims up to one of them in this browser, for this person. */
export const closeTaken = ({ name }: Operator, upTo: string | null) =>
  formatSetCookie(closedName, `${Number(upTo) || 0} ${name}`)

/** Returns a line about each of a person's claims that somebody else has taken over or released, until it is closed. */
export function takenClaims({ t }: BackofficeTexts, { cookies }: Pick<RequestInfo, 'cookies'>, operator?: Operator) {
  const [, closed, name] = /^(\d+) (.*)$/.exec(cookies.get(closedName) ?? '') ?? []
  const isOpen = ({ id }: { id: string }) => name !== operator?.name || Number(id) > Number(closed)
  // Of several losses of the same claim, the last one counts.
  const last = new Map(operator?.takenClaims.filter(isOpen).map((claim) => [claim.number, claim]))
  return [...last.values()].map((claim) => ({
    ...claim,
    text: t(takenTexts[claim.act], claim),
    to: claim.act === 'claim-inquiry' ? `/backoffice/inquiries?id=${claim.number}` : transactionHref(claim.number),
  }))
}

type Asked = { texts: BackofficeTexts; url: URL; info: RequestInfo; now: number }

/** Renders a page of the back office. It is never stored, framed or indexed, and loads files only from this site. */
export function renderPage(page: Page, asked: Asked): Response {
  const { texts, url, info } = asked
  const { t } = texts
  const { operator } = page
  const inside = operator && { ...texts, operator, url }
  const closed = inside && maintenanceText(inside)
  const forScript = Object.entries(scriptTexts).map(([name, key]) => [`data-${name}`, t(key, { count: '{count}' })])
  forScript.push(['data-taken', JSON.stringify(takenClaims(texts, info, operator))])
  const isCommand = matchPath('/backoffice/command/:name', url.pathname) !== null
  const markup = renderToStaticMarkup(
    <html lang={texts.locale} data-theme={info.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href={faviconPath} />
        <title>{`${page.title} · ${t('desk')}`}</title>
        <link rel="stylesheet" href={sheetPath} />
      </head>
      <body className={operator && 'inside'}>
        <a className={skip} href="#main">
          {t('skip')}
        </a>
        {operator && <Head {...asked} operator={operator} place={placeOf(page.from ?? url.pathname)} />}
        <main id="main" tabIndex={-1} data-fits-dialog={isCommand ? '' : undefined} data-live={page.live}>
          {inside &&
            closed &&
            !isCommand &&
            note(closed, 'warning', <Commands backoffice={inside} leads={siteMaintenance(inside)} isOfRow />)}
          {!operator && (
            <p className="login">
              <img src={faviconPath} width={32} height={32} alt="" /> {brand.name(texts.locale)}
            </p>
          )}
          {page.notice && <div data-done="">{note(page.notice, 'success')}</div>}
          {/* Form fields get the current page from the router. */}
          <StaticRouter location={url.pathname}>{page.body}</StaticRouter>
          {!operator && <p className="login">{otherLanguage(texts, url)}</p>}
        </main>
        {operator && (
          <form id="direct" method="post" {...Object.fromEntries(forScript)}>
            <Hidden fields={[['back', url.pathname + url.search]]} />
          </form>
        )}
        {operator && <Keys {...texts} />}
        {operator && (
          <template id="ended">
            <Alert kind="warning">
              {t('ended.text')} <a href={url.pathname + url.search}>{t('login.enter')}</a>
            </Alert>
          </template>
        )}
        <template id="changed">
          <div className="changed" role="alert">
            <Alert kind="error" silent>
              <p className="text">{t('preview.changed')}</p>
              <Button>{t('preview.refresh')}</Button>
            </Alert>
          </div>
        </template>
        <script src={scriptPath} />
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
  return <a {...{ href: hrefWith(url, { lng: toLocale }), lang: toLocale, hrefLang: toLocale, children: text }} />
}

const keys = {
  ...({ '/ Ctrl-K': 'search', 'j k': 'move', x: 'tick', Enter: 'open', a: 'approve' } as const),
  ...({ 'Ctrl-Enter': 'send', Esc: 'close', '?': 'keys' } as const),
}

const Keys = ({ t }: BackofficeTexts) => (
  <dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">{t('keys.keys')}</h2>
    <DescriptionList
      items={Object.entries(keys).map(([key, does]) => ({
        term: t(`keys.${does}`),
        value: key.split(' ').map((name) => <kbd key={name}>{name}</kbd>),
      }))}
    />
    <Button>{t('keys.close')}</Button>
  </dialog>
)

function Head({ texts, operator, url, now, place, info }: Asked & { operator: Operator; place: Place | undefined }) {
  const taken = takenClaims(texts, info, operator)
  const { t, locale, number } = texts
  const waiting = pendingCounts(operator)
  return (
    <header
      data-sound={t('today.sound')}
      data-on={operator.sound}
      data-since={new Date(now).toISOString()}
      data-version={operator.paymentsVersion}
      data-show={t('news.show')}
    >
      <div className="head">
        <search>
          <form action="/backoffice/member">
            <input
              {...{ name: 'search', type: 'search', 'data-search': '', className: input() }}
              defaultValue={url.searchParams.get('search') ?? ''}
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
            <Icon name={icons[to]} />
            {`${t(`nav.${to}`)} `}
            {to in waiting && <b data-waiting={to}>{waiting[to] ? number(waiting[to]) : ''}</b>}
          </a>
        ))}
      </nav>
      <noscript>
        {taken.map(({ text, to }) => note(text, 'warning', <a href={to}>{t('news.show')}</a>))}
        {taken.length > 0 && (
          <form method="post" action="/backoffice/taken">
            <Hidden fields={Object.entries({ upTo: taken.at(-1)?.id ?? '', back: url.pathname + url.search })} />
            <Button size="small">{t('keys.close')}</Button>
          </form>
        )}
      </noscript>
    </header>
  )
}
