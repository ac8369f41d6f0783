import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadCatalogue } from '~/i18n/catalogue'
import { createI18n, I18nProvider } from '~/i18n/i18n'
import { localeFromLang } from '~/i18n/locale'
import { type DocumentSettings, DocumentSettingsProvider } from '~/shell/document-settings'

const { lang, dataset } = document.documentElement
const locale = localeFromLang(lang)
const settings: DocumentSettings = {
  locale,
  theme: dataset.theme === 'light' || dataset.theme === 'dark' ? dataset.theme : 'system',
  lite: false,
  playMoney: dataset.money === 'play',
  https: dataset.https !== undefined,
  requestId: dataset.request,
}
const i18n = createI18n(locale, await loadCatalogue(locale))

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <DocumentSettingsProvider value={settings}>
        <I18nProvider value={i18n}>
          <HydratedRouter />
        </I18nProvider>
      </DocumentSettingsProvider>
    </StrictMode>,
  )
})
