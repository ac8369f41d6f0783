import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { href } from 'react-router'
import type { PageBrand } from '~/brand/page-brand.server'
import type { Locale } from '~/i18n/locale'

export type Theme = 'dark' | 'light' | 'system'

/**
 * Settings of the document that are known before any loader runs. The server takes them from the request, the browser
 * from the attributes of <html>.
 */
export type DocumentSettings = {
  locale: Locale
  theme: Theme
  /** The page is sent without scripts: by the footer's switch or Save-Data. */
  lite: boolean
  /** The site uses play money; every page says so, error pages too. */
  playMoney: boolean
  /** The site is served over https, where its cookies have a `__Host-` prefix. */
  https: boolean
  /** The operator's own brand; undefined for the shipped one. */
  brand?: PageBrand
  /** Paths of pages that have nothing to show, because the upstream lacks their list. Nothing leads there. */
  missingPages: readonly string[]
  /** The reference of the request, for its error page. Cacheable pages have none. */
  reference?: string
  /** Width and height in px of the window in which a game opens: 800x1400. '' in a visitor's document. */
  gameWindow: string
  /** A member's document: the browser loads what only members see (member-part.tsx) before it takes it over. */
  isMember: boolean
  /** The document needs words that a visitor's home does not: the browser loads `locales/pages/` too. */
  hasPageMessages: boolean
}

const DocumentSettingsContext = createContext<DocumentSettings>({
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

/** Provides the settings, with a theme that the page can change. */
export function DocumentSettingsProvider({ value, children }: { value: DocumentSettings; children: ReactNode }) {
  const [theme, setTheme] = useState(value.theme)
  const settings = useMemo(() => ({ ...value, theme }), [value, theme])
  return (
    <DocumentSettingsContext value={settings}>
      <SetThemeContext value={setTheme}>{children}</SetThemeContext>
    </DocumentSettingsContext>
  )
}

/** Returns a function that changes the theme of the current page. The server stores the choice. */
export function useSetTheme(): (theme: Theme) => void {
  return useContext(SetThemeContext)
}

/** The settings of the current document. */
export function useDocumentSettings(): DocumentSettings {
  return useContext(DocumentSettingsContext)
}

/** Whether members can write to support: not where the upstream has none. */
export function useHasSupport(): boolean {
  return useHasPage()(href('/help'))
}

/** Whether a page has something to show. @returns a function of its path */
export function useHasPage(): (path: string) => boolean {
  const { missingPages } = useDocumentSettings()
  return (path) => !missingPages.includes(path)
}
