import * as css from './brand-mark.css'

/**
 * The mark of the house: a courtyard, open at the foot, with one lamp lit. The ring takes the colour of the text around
 * it. The name stands beside it, so readers of the page never hear of it.
 *
 * @param size px on both sides.
 */
export function BrandMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true" focusable="false">
      <path fill="currentColor" d="M0 0h26v26H16v-5h5V5H5v16h5v5H0z" />
      <path className={css.lamp} d="M10 10h6v6h-6z" />
    </svg>
  )
}
