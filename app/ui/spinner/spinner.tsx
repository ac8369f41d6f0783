import * as css from './spinner.css'

/** Progress indicator, hidden from screen readers. A text must be beside it. */
export function Spinner() {
  return (
    <span className={css.spinner} aria-hidden="true">
      <span className={css.ring} />
      <span className={css.dots} />
    </span>
  )
}
