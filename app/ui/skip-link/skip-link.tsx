import * as css from './skip-link.css'

/** First link of the document, shown on focus: skips to `<main id="main" tabIndex={-1}>`. */
export function SkipLink({ children }: { children: string }) {
  return (
    <a href="#main" className={css.skip}>
      {children}
    </a>
  )
}
