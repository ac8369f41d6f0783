import type { ReactNode } from 'react'
import * as css from './cashier.css'

/** Read-only text in a form, under a label, with an optional button at the end. */
export function FormPanel({ label, end, children }: { label: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section className={css.panelGroup} aria-label={label}>
      <h2 className={css.panelLabel}>{label}</h2>
      <div className={css.panel}>
        <div className={css.panelContent}>{children}</div>
        {end}
      </div>
    </section>
  )
}
