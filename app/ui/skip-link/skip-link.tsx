import * as css from './skip-link.css'

/** First in the document: past the bars to the page. Its target is `<main id="main" tabIndex={-1}>`. */
export function SkipLink({ to = '#main', children }: { to?: string; children: string }) {
  return (
    <a href={to} className={css.skip}>
      {children}
    </a>
  )
}
