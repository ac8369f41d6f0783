import { createContext, type ReactNode, useContext } from 'react'
import type { Locale } from '~/i18n/locale'

/**
 * What is known of a request before any loader ran: the document, error pages and switches are built on it. The
 * server takes it from the visit, the browser reads it back from the attributes of <html>.
 */
export type Facts = {
  locale: Locale
  theme: 'dark' | 'light' | 'system'
  /** No script at all: by the footer's switch or Save-Data. */
  lite: boolean
  /** Names this request in logs and on error pages; only the server knows it. */
  requestId?: string
}

const FactsContext = createContext<Facts>({ locale: 'ko', theme: 'system', lite: false })

export function FactsProvider({ value, children }: { value: Facts; children: ReactNode }) {
  return <FactsContext value={value}>{children}</FactsContext>
}

/** The facts of the page being shown. */
export function useFacts(): Facts {
  return useContext(FactsContext)
}
