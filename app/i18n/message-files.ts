/**
 * Files with a content hash, so that a browser fetches each one only once. Every page needs `locales/ko.json`; all
 * pages except the home page for visitors need `locales/pages/ko.json`.
 */
export const urls = import.meta.glob<string>('/locales/{*,pages/*}.json', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

// In development, catalogue.ts fetches changed messages without a reload.
import.meta.hot?.accept()
