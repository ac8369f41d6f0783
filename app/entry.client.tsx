import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterContextProvider } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { documentMessages, loadMessages } from '~/i18n/catalogue'
import { createI18n, I18nProvider } from '~/i18n/i18n'
import { markAllPhraseEnds } from '~/i18n/japanese-phrases'
import { documentLocale } from '~/i18n/locale'
import { loadMemberParts } from '~/navigation/member-part'
import { Hydrated, type PageSettings, PageSettingsProvider } from '~/session/page-settings'
import { TabState, TabStateContext, tabStateContext } from '~/session/tab-state'

// `ready` rejects if a click loads a new document or starts another transition. The router doesn't handle that.
const startViewTransition = document.startViewTransition?.bind(document)
if (startViewTransition)
  document.startViewTransition = (update) => {
    const transition = startViewTransition(update)
    transition.ready.catch(() => {})
    return transition
  }

// Holding Enter would send a form again after each response, and count a wrong password each time.
const stopRepeatedEnter = (event: KeyboardEvent) => {
  if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
}
document.addEventListener('keydown', stopRepeatedEnter, true)

const { dataset } = document.documentElement
const locale = documentLocale()
const settings: PageSettings = {
  locale,
  theme: dataset.theme === 'light' || dataset.theme === 'dark' ? dataset.theme : 'system',
  lite: false,
  playMoney: dataset.money === 'play',
  https: dataset.https !== undefined,
  brand: dataset.brand === undefined ? undefined : JSON.parse(dataset.brand),
  missingPages: dataset.missing?.split(' ') ?? [],
  reference: dataset.request,
  gameWindow: dataset.window ?? '',
  isMember: dataset.member !== undefined,
  hasPageMessages: dataset.messages !== undefined,
}
await Promise.all([loadMessages(locale, settings.hasPageMessages), settings.isMember && loadMemberParts()])
if (settings.brand) Object.assign(documentMessages, markAllPhraseEnds(locale, { 'brand.name': settings.brand.name }))
const i18n = createI18n(locale, documentMessages)
const state = new TabState()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageSettingsProvider value={settings}>
        <I18nProvider value={i18n}>
          <TabStateContext value={state}>
            <Hydrated>
              <HydratedRouter getContext={() => new RouterContextProvider(new Map([[tabStateContext, state]]))} />
            </Hydrated>
          </TabStateContext>
        </I18nProvider>
      </PageSettingsProvider>
    </StrictMode>,
  )
})
