import { Link } from '../link/link'
import * as css from './chip-filter.css'

/** Links that filter a list. The current one has inverted colours. `label` is the group's accessible name. */
export function ChipFilter({
  label,
  items,
}: {
  label: string
  items: readonly { to: string; text: string; current?: boolean }[]
}) {
  return (
    <nav aria-label={label}>
      <ul className={css.chips}>
        {items.map(({ to, text, current }) => (
          <li key={to}>
            <Link to={to} className={css.chip} aria-current={current ? 'true' : undefined} preventScrollReset>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
