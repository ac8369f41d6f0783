/**
 * The URLs of the message files, with a content hash for caching. Every page needs `locales/ko.json`. All pages except
 * the visitors' home page also need `locales/pages/ko.json`.
 */
export const urls = import.meta.glob<string>('/locales/{*,pages/*}.json', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

// In development, catalogue.ts fetches changed messages without a reload.
import.meta.hot?.accept()
