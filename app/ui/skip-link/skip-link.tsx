import * as css from './skip-link.css'

/** First link of the document, shown on focus: skips to `<main id="main" tabIndex={-1}>`. */
export function SkipLink({ to = '#main', children }: { to?: string; children: string }) {
  return (
    <a href={to} className={css.skip}>
      {children}
    </a>
  )
}
