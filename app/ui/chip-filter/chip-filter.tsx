import { useEffect, useRef } from 'react'
import { Link } from '../link/link'
import * as css from './chip-filter.css'

/** Links that filter a list. The current one has inverted colours and comes first on a phone. `label` names the group. */
export function ChipFilter({
  label,
  items,
}: {
  label: string
  items: readonly { to: string; text: string; current?: boolean }[]
}) {
  const row = useRef<HTMLUListElement>(null)
  const current = items.find((item) => item.current)?.to
  // What was chosen at the end of the row now stands at its start.
  useEffect(() => {
    if (current !== undefined) row.current?.scrollTo({ left: 0 })
  }, [current])
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
