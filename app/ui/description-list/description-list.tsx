import type { ReactNode } from 'react'
import { FigureText } from '../figure/figure'
import * as css from './description-list.css'

export type DescriptionItem = { term: string; value: ReactNode; strong?: boolean }

type DescriptionListProps = { items: readonly DescriptionItem[]; sum?: { term: string; value: ReactNode } }

export function DescriptionList({ items, sum }: DescriptionListProps) {
  return (
    <dl className={css.list}>
      {items.map(({ term, value, strong }) => (
        <div key={term} className={css.item}>
          <dt className={css.term}>{term}</dt>
          <dd className={strong ? css.strongValue : css.value}>
            <FigureText>{value}</FigureText>
          </dd>
        </div>
      ))}
      {sum && (
        <div className={css.total}>
          <dt className={css.totalTerm}>{sum.term}</dt>
          <dd className={css.value}>{sum.value}</dd>
        </div>
      )}
    </dl>
  )
}
