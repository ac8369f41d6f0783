import { useId } from 'react'
import * as css from './meter.css'

/** How much of a limit is used, as a bar. `value` says the same as text. */
export function Meter({ label, value, used, most }: { label: string; value: string; used: number; most: number }) {
  const id = useId()
  return (
    <div className={css.meter}>
      <div className={css.words} id={id}>
        <span>{label}</span>
        <span className={css.value}>{value}</span>
      </div>
      <progress className={css.bar} value={Math.min(used, most)} max={most} aria-labelledby={id} />
    </div>
  )
}
