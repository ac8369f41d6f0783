/**
 * The words of each locale, by their path: files with a content hash in their name, so that a browser fetches each once.
 * `locales/ko.json` is what every page needs, `locales/pages/ko.json` what all pages do but a visitor's home.
 */
export const urls = import.meta.glob<string>('/locales/{*,pages/*}.json', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

// In development, catalogue.ts fetches changed words, so that the page need not load again.
import.meta.hot?.accept()
