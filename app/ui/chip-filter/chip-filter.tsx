import { useCurrentInSight } from '../current-in-sight'
import { Link } from '../link/link'
import * as css from './chip-filter.css'

/** Links that filter a list. The current one has inverted colours and is in sight on a phone. `label` names the group. */
export function ChipFilter({
  label,
  items,
}: {
  label: string
  items: readonly { to: string; text: string; current?: boolean }[]
}) {
  const row = useCurrentInSight<HTMLUListElement>(items.find(({ current }) => current)?.to)
  return (
    <nav aria-label={label}>
      <ul ref={row} className={css.chips}>
        {items.map(({ to, text, current }) => (
          <li key={to} className={css.item}>
            <Link to={to} className={css.chip} aria-current={current ? 'true' : undefined} preventScrollReset>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
