import { useId } from 'react'
import { visuallyHidden } from '../base.css'
import * as css from './meter.css'

type MeterProps = { label: string; figures: string; value: number; max: number; hidesLabel?: boolean }

export function Meter({ label, figures, value, max, hidesLabel = false }: MeterProps) {
  const id = useId()
  const share = max > 0 ? Math.min(1, value / max) : 1
  const full = share === 1 ? ` ${css.full}` : ''
  return (
    <div className={css.meter}>
      <div className={css.head}>
        <span id={id} className={hidesLabel ? visuallyHidden : css.label}>
          {label}
        </span>
        <span className={css.figures + full}>{figures}</span>
      </div>
      <meter className={visuallyHidden} aria-labelledby={id} max={Math.max(max, 1)} value={max > 0 ? value : 1}>
        {figures}
      </meter>
      <svg
        className={css.track + full}
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <rect width={Math.round(share * 100)} height="1" fill="currentColor" />
      </svg>
    </div>
  )
}
