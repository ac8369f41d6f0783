import * as css from './icon.css'
import { iconPaths } from './paths'

export type IconName = keyof typeof iconPaths

/**
 * A decorative icon beside text, in the text colour and hidden from screen readers. It is inlined, because a path of
 * some 60 bytes costs less than another request.
 *
 * @param size width and height in px: 16 in running text, 20 elsewhere, 24 in the bars.
 */
export function Icon({ name, size = 20 }: { name: IconName; size?: 16 | 20 | 24 }) {
  return (
    <svg className={css.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  )
}
