import { useCurrentInSight } from '../current-in-sight'
import { Link } from '../link/link'
import * as css from './tabs.css'

/** Links between parts of one screen. `label` is their accessible name. Following one keeps the scroll position. */
export function Tabs({
  label,
  items,
}: {
  label: string
  items: readonly { to: string; text: string; current?: boolean }[]
}) {
  const row = useCurrentInSight<HTMLUListElement>(items.find(({ current }) => current)?.to)
  return (
    <nav aria-label={label}>
      <ul ref={row} className={css.tabs}>
        {items.map(({ to, text, current }) => (
          <li key={to}>
            <Link to={to} className={css.tab} aria-current={current ? 'page' : undefined} preventScrollReset>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
