import { useEffect, useRef } from 'react'
import { Link } from '../link/link'
import * as chips from './chips.css'
import * as tabs from './tabs.css'

interface LinkRowProps {
  label: string
  items: readonly { to: string; text: string; current?: boolean }[]
}

export const Tabs = (links: LinkRowProps) => <LinkRow {...links} row={tabs.tabs} link={tabs.tab} current="page" />

export function ChipFilter(links: LinkRowProps) {
  return <LinkRow {...links} row={chips.chips} item={chips.item} link={chips.chip} current="true" />
}

type StyledProps = LinkRowProps & { row: string; item?: string; link: string; current: 'page' | 'true' }

function LinkRow({ label, items, row, item, link, current }: StyledProps) {
  const list = useRef<HTMLUListElement>(null)
  const currentHref = items.find((entry) => entry.current)?.to
  useEffect(() => {
    const shown = currentHref === undefined ? null : list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!list.current || !shown) return
    // `scrollIntoView` is not used, because it may also scroll the page.
    list.current.scrollTo({ left: shown.offsetLeft - (list.current.offsetWidth - shown.offsetWidth) / 2 })
  }, [currentHref])
  return (
    <nav aria-label={label}>
      <ul ref={list} className={row}>
        {items.map((entry) => (
          <li key={entry.to} className={item}>
            <Link to={entry.to} className={link} aria-current={entry.current ? current : undefined} preventScrollReset>
              {entry.text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
