import { LRUCache } from 'lru-cache'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { type I18n, I18nProvider } from '~/i18n/i18n'
import { type DocumentSettings, DocumentSettingsProvider } from '~/shell/document-settings'
import type { RenderFragment } from '~/ui/cached-fragment/cached-fragment'

/** Of all fragments together, with their keys. Bounded because a fragment's properties may come from a request. */
const maxCacheCharacters = 4 * 1024 * 1024

const markups = new LRUCache<string, string>({
  maxSize: maxCacheCharacters,
  sizeCalculation: (markup, key) => markup.length + key.length,
})

/** The numbers of components in keys: built code has no unique names. */
const componentNumbers = new Map<unknown, number>()

function numberOf(component: unknown): number {
  const number = componentNumbers.get(component) ?? componentNumbers.size
  componentNumbers.set(component, number)
  return number
}

/**
 * Creates the function that renders the fragments of one page. A fragment is rendered once for all pages with the same
 * properties, language and settings: docs/decisions/030-cached-fragments.md.
 */
export function createFragmentRenderer(settings: DocumentSettings, i18n: I18n): RenderFragment {
  // What one request alone has.
  const sharedSettings = { ...settings, requestId: undefined }
  const settingsKey = JSON.stringify(sharedSettings)
  return <Props extends object>(Content: ComponentType<Props>, props: Props): string => {
    const key = `${numberOf(Content)} ${settingsKey} ${JSON.stringify(props)}`
    const cached = markups.get(key)
    if (cached !== undefined) return cached
    const markup = renderToString(
      <DocumentSettingsProvider value={sharedSettings}>
        <I18nProvider value={i18n}>
          <Content {...props} />
        </I18nProvider>
      </DocumentSettingsProvider>,
    )
    markups.set(key, markup)
    return markup
  }
}
