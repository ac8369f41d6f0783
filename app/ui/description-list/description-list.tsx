import type { ReactNode } from 'react'
import { classNames } from '../class-names'
import * as css from './description-list.css'

export interface DescriptionItem {
  term: string
  value: ReactNode
  strong?: boolean
}

/** Terms and values, one row each. The total, a `Figure` of size `list`, stands under a separator. */
export function DescriptionList({
  facts: items,
  sum,
}: {
  facts: readonly DescriptionItem[]
  sum?: { term: string; value: ReactNode }
}) {
  return (
    <dl className={css.list}>
      {items.map(({ term, value, strong }) => (
        <div key={term} className={css.item}>
          <dt className={css.term}>{term}</dt>
          <dd className={classNames(css.value, strong && css.strong)}>{value}</dd>
        </div>
      ))}
      {sum && (
        <div className={classNames(css.item, css.total)}>
          <dt className={classNames(css.term, css.totalTerm)}>{sum.term}</dt>
          <dd className={css.value}>{sum.value}</dd>
        </div>
      )}
    </dl>
  )
}
