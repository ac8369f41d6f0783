import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a row of links that scrolls sideways: scrolls the current one to its middle whenever another becomes current.
 * Not by scrollIntoView, which may scroll the page too.
 *
 * @param current what identifies the current link; undefined: none.
 */
export function useCurrentInSight<Row extends HTMLElement>(current: string | undefined): RefObject<Row | null> {
  const row = useRef<Row>(null)
  useEffect(() => {
    const link = current === undefined ? null : row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && link) {
      const middle = (row.current.offsetWidth - link.offsetWidth) / 2
      row.current.scrollTo({ left: link.offsetLeft - middle })
    }
  }, [current])
  return row
}
