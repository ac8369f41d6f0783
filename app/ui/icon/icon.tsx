import { iconPaths } from './paths'

export type IconName = keyof typeof iconPaths

/**
 * A sign beside words, in the colour of the text around it; readers of the page never hear of it.
 *
 * It stands in the page itself: the first view shows it with no second request, and one path is some 60 bytes there.
 *
 * @param size px on both sides: 16 in running text, 20 elsewhere, 24 in the bars.
 */
export function Icon({ name, size = 20 }: { name: IconName; size?: 16 | 20 | 24 }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
