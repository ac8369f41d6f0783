import * as css from './brand-mark.css'

/**
 * The brand's logo: a courtyard open at the bottom with one lit lamp. The courtyard takes the text colour. It is
 * hidden from screen readers, because the name stands beside it.
 */
export function BrandMark() {
  return (
    <svg className={css.lamp} width="26" height="26" viewBox="0 0 26 26" aria-hidden="true" focusable="false">
      <path fill="currentColor" d="M0 0h26v26H16v-5h5V5H5v16h5v5H0z" />
    </svg>
  )
}
