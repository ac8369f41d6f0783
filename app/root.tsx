import type { ReactNode } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import { bcp47 } from '~/i18n/locale'
import { useRouteHandle } from '~/navigation/current-page'
import { keepShellData, loadForeignPage, loadPageParts } from '~/navigation/page-parts'
import { keepPageOnFailedReload, replaceRedirected } from '~/navigation/reload'
import { usePageSettings } from '~/session/page-settings'
import { RouterDataScript, ServerHeadTags } from '~/session/server-html'
import type { FooterData, ShellData } from '~/session/shell-data'
import { RouteErrorPage } from '~/shell/problem-page'
import { Shell } from '~/shell/shell'
import { faviconPath } from '~/values/addresses'
import type { Route } from './+types/root'
import '~/ui/base.css'
import '~/ui/print.css'
import { groundColours } from '~/ui/palette'

export { rootMiddleware as middleware } from './middleware.server'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  keepShellData,
  loadForeignPage,
  keepPageOnFailedReload,
  loadPageParts,
  replaceRedirected,
]

export { loadShell as loader } from '~/root.server'
export { headers } from '~/server/responses/problem'

export function Layout({ children }: { children: ReactNode }) {
  const settings = usePageSettings()
  const { brand, lite } = settings
  const { script } = useRouteHandle()
  const scripts = !lite && script !== false
  return (
    <html
      lang={bcp47[settings.locale]}
      data-locale={settings.locale}
      data-theme={settings.theme}
      data-request={settings.reference}
      data-money={settings.playMoney ? 'play' : undefined}
      data-https={settings.https || undefined}
      data-member={settings.isMember || undefined}
      data-window={settings.gameWindow || undefined}
      data-messages={settings.hasPageMessages || undefined}
      data-missing={settings.missingPages.join(' ') || undefined}
      data-brand={brand && JSON.stringify(brand)}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <meta name="color-scheme" content={settings.theme === 'system' ? 'dark light' : settings.theme} />
        <link rel="icon" href={brand?.mark ?? faviconPath} />
        <Links />
        {/* Comes after the built style sheet, so that the brand's colours override it. */}
        {brand?.styleSheet && <link rel="stylesheet" href={brand.styleSheet} />}
        <ThemeColour />
        <ServerHeadTags />
      </head>
      <body>
        {children}
        {scripts && <ScrollRestoration />}
        {scripts && <Scripts />}
        {scripts && <RouterDataScript />}
      </body>
    </html>
  )
}

/** Sets the colour of the browser's bars to the theme's background. Follows theme changes on the page. */
function ThemeColour() {
  const { theme, brand } = usePageSettings()
  const colours = brand?.groundColours ?? groundColours
  return theme === 'system' ? (
    <>
      <meta name="theme-color" content={colours.dark} media="(prefers-color-scheme: dark)" />
      <meta name="theme-color" content={colours.light} media="(prefers-color-scheme: light)" />
    </>
  ) : (
    <meta name="theme-color" content={colours[theme]} />
  )
}

const useFooterData = (): FooterData | null => useRouteLoaderData<FooterData>('shell/page-layout') ?? null

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <Shell data={loaderData} footer={useFooterData()}>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shell = useRouteLoaderData<ShellData>('root')
  return (
    <Shell data={shell ?? null} footer={useFooterData()}>
      <RouteErrorPage error={error} />
    </Shell>
  )
}
