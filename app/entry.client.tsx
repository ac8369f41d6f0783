import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadCatalogue } from '~/i18n/catalogue'
import { localeOfTag } from '~/i18n/locale'
import { WordsProvider, wordsFor } from '~/i18n/words'
import { type Facts, FactsProvider } from '~/shell/facts'

const { lang, dataset } = document.documentElement
const locale = localeOfTag(lang)
const facts: Facts = {
  locale,
  theme: dataset.theme === 'light' || dataset.theme === 'dark' ? dataset.theme : 'system',
  lite: false,
  playMoney: dataset.money === 'play',
  https: dataset.https !== undefined,
  requestId: dataset.request,
}
const words = wordsFor(locale, await loadCatalogue(locale))

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <FactsProvider value={facts}>
        <WordsProvider value={words}>
          <HydratedRouter />
        </WordsProvider>
      </FactsProvider>
    </StrictMode>,
  )
})
