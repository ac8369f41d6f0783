/** Returns the items of the page in `?page=`. An invalid number gives the first page, and a too high one the last. */
export function paginate<Item>(items: readonly Item[], requestedPage: string | null | undefined, perPage: number) {
  const pages = Math.max(1, Math.ceil(items.length / perPage))
  const requested = /^[1-9]\d{0,6}$/.test(requestedPage ?? '') ? Number(requestedPage) : 1
  const page = Math.min(requested, pages)
  return { items: items.slice((page - 1) * perPage, page * perPage), page, pages }
}

export type PagerStep =
  | { kind: 'page'; page: number; only?: 'wide' }
  /** Omitted pages. `narrow`: only on narrow screens, which omit `wide` page numbers as well. */
  | { kind: 'gap'; after: number; only?: 'narrow' }

function visiblePages(page: number, pages: number, neighbours: number): number[] {
  const numbers = new Set([1, pages])
  for (let neighbour = page - neighbours; neighbour <= page + neighbours; neighbour += 1) numbers.add(neighbour)
  if (page <= 3) for (const early of [1, 2, 3]) numbers.add(early)
  else if (page >= pages - 2) for (const late of [pages - 2, pages - 1, pages]) numbers.add(late)
  const inRange = [...numbers].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b)
  // Shows the page number if the gap would omit only one page.
  return neighbours === 0
    ? inRange
    : inRange.flatMap((number, i) => (number - (inRange[i - 1] ?? number) === 2 ? [number - 1, number] : [number]))
}

/** Returns a pager's numbers and gaps. `only` marks those for narrow or wide screens. @param page from 1 */
export function pagerWindow(page: number, pages: number): PagerStep[] {
  const narrow = pages <= 4 ? visiblePages(page, pages, pages) : visiblePages(page, pages, 0)
  const wide = visiblePages(page, pages, pages <= 7 ? pages : 1)
  const steps: PagerStep[] = []
  let lastNarrow = 0
  let gapSinceNarrow = false
  for (const [index, number] of wide.entries()) {
    const isNarrow = narrow.includes(number)
    const isAfterGap = number - (wide[index - 1] ?? number) > 1
    if (isAfterGap) {
      steps.push({ kind: 'gap', after: number - 1 })
      gapSinceNarrow = true
    }
    if (isNarrow) {
      if (lastNarrow > 0 && number - lastNarrow > 1 && !gapSinceNarrow)
        steps.push({ kind: 'gap', after: number - 1, only: 'narrow' })
      lastNarrow = number
      gapSinceNarrow = false
    }
    steps.push(isNarrow ? { kind: 'page', page: number } : { kind: 'page', page: number, only: 'wide' })
  }
  return steps
}
