import type { ReactNode } from 'react'
import { classNames } from '../class-names'
import * as css from './facts.css'

export interface Fact {
  term: string
  value: ReactNode
  strong?: boolean
}

/** Terms and values, one row each. The total, a `Figure` of size `list`, stands under a separator. */
export function Facts({ facts, sum }: { facts: readonly Fact[]; sum?: { term: string; value: ReactNode } }) {
  return (
    <dl className={css.facts}>
      {facts.map(({ term, value, strong }) => (
        <div key={term} className={css.fact}>
          <dt className={css.term}>{term}</dt>
          <dd className={classNames(css.value, strong && css.strong)}>{value}</dd>
        </div>
      ))}
      {sum && (
        <div className={classNames(css.fact, css.sum)}>
          <dt className={classNames(css.term, css.sumTerm)}>{sum.term}</dt>
          <dd className={css.value}>{sum.value}</dd>
        </div>
      )}
    </dl>
  )
}
