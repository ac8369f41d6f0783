/**
 * The URLs contain a content hash, so that a browser fetches each file only once. Every page needs `locales/ko.json`,
 * and all pages except the visitors' home page also need `locales/pages/ko.json`.
 */
export const urls = import.meta.glob<string>('/locales/{*,pages/*}.json', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

// In development, catalogue.ts fetches changed messages without a reload.
import.meta.hot?.accept()
