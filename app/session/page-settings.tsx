import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { href } from 'react-router'
import type { PageBrand } from '~/brand/page-brand.server'
import type { Locale } from '~/i18n/locale'

/**
 * Marks the document once its scripts run, for tests and for an operator's own scripts. This is not done in
 * app/entry.client.tsx, because React Refresh would run that module twice.
 */
export function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return children
}

export type Theme = 'dark' | 'light' | 'system'

/** Settings that are available before any loader runs, from the request or the attributes of <html>. */
export type PageSettings = {
  locale: Locale
  theme: Theme
  lite: boolean
  /** Whether the site uses play money. Every page shows this, even error pages. */
  playMoney: boolean
  /** Whether the site is served over https. Its cookies then have a `__Host-` prefix. */
  https: boolean
  brand?: PageBrand
  /** Paths of pages that are not linked, because the upstream doesn't support the lists on them. */
  missingPages: readonly string[]
  /** The request's reference, shown on error pages. Pages that can be cached have none. */
  reference?: string
  /** The game window's size in px, such as 800x1400. Empty in a visitor's document. */
  gameWindow: string
  /** Whether this is a member's document. The browser then loads member-part.tsx before hydration. */
  isMember: boolean
  /** Whether the document loads `locales/pages/`. A visitor's home page does not. */
  hasPageMessages: boolean
}

const PageSettingsContext = createContext<PageSettings>({
  locale: 'ko',
  theme: 'system',
  lite: false,
  playMoney: false,
  https: false,
  missingPages: [],
  gameWindow: '',
  isMember: false,
  hasPageMessages: true,
})

const SetThemeContext = createContext<(theme: Theme) => void>(() => undefined)

export function PageSettingsProvider({ value, children }: { value: PageSettings; children: ReactNode }) {
  const [theme, setTheme] = useState(value.theme)
  const settings = useMemo(() => ({ ...value, theme }), [value, theme])
  return (
    <PageSettingsContext value={settings}>
      <SetThemeContext value={setTheme}>{children}</SetThemeContext>
    </PageSettingsContext>
  )
}

export const useSetTheme = (): ((theme: Theme) => void) => useContext(SetThemeContext)

export const usePageSettings = (): PageSettings => useContext(PageSettingsContext)

export const useHasSupport = (): boolean => useHasPage()(href('/help'))

export function useHasPage(): (path: string) => boolean {
  const { missingPages } = usePageSettings()
  return (path) => !missingPages.includes(path)
}
