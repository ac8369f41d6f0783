import * as css from './icon.css'
import type { IconName } from './icon-name'
import icons from './icons.svg?url&no-inline'

export type { IconName }

/**
 * A decorative icon beside text, in the text colour and hidden from screen readers. All icons are one file, which the
 * browser keeps: a page names each some sixty times, and would repeat its outline.
 *
 * @param size width and height in px: 16 in running text, 20 elsewhere, 24 in the bars.
 */
export function Icon({ name, size = 20 }: { name: IconName; size?: 16 | 20 | 24 }) {
  return (
    <svg className={css.icon} width={size} height={size} aria-hidden="true">
      <use href={`${icons}#${name}`} />
    </svg>
  )
}
