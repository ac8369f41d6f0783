import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Locale } from '~/i18n/locale'

export type Theme = 'dark' | 'light' | 'system'

/**
 * What is known of a request before any loader ran: the document, error pages and switches are built on it. The
 * server takes it from the visit, the browser reads it back from the attributes of <html>.
 */
export type Facts = {
  locale: Locale
  theme: Theme
  /** No script at all: by the footer's switch or Save-Data. */
  lite: boolean
  /** The money is play money: every page carries a mark, a failure's page too. */
  playMoney: boolean
  /** The site stands behind https: its cookies have names of their own there. */
  https: boolean
  /** Names this request in logs and on error pages; only the server knows it. */
  requestId?: string
}

const FactsContext = createContext<Facts>({
  locale: 'ko',
  theme: 'system',
  lite: false,
  playMoney: false,
  https: false,
})

const SetThemeContext = createContext<(theme: Theme) => void>(() => undefined)

export function FactsProvider({ value, children }: { value: Facts; children: ReactNode }) {
  const [theme, setTheme] = useState(value.theme)
  const facts = useMemo(() => ({ ...value, theme }), [value, theme])
  return (
    <FactsContext value={facts}>
      <SetThemeContext value={setTheme}>{children}</SetThemeContext>
    </FactsContext>
  )
}

/** Draws the page being shown in another theme, for as long as it stands; keeping the choice is the server's. */
export function useSetTheme(): (theme: Theme) => void {
  return useContext(SetThemeContext)
}

/** The facts of the page being shown. */
export function useFacts(): Facts {
  return useContext(FactsContext)
}
