import * as css from './spinner.css'

/** A sign that something is under way. It says nothing to a screen reader: a word stands beside it. */
export function Spinner() {
  return (
    <span className={css.spinner} aria-hidden="true">
      <span className={css.ring} />
      <span className={css.dots} />
    </span>
  )
}
