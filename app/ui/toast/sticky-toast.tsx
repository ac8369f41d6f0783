import type { ReactNode } from 'react'
import type { AlertKind } from '../alert/alert'
import { ToastText } from './toast'
import * as css from './toast.css'

/** What a toast says, in the page, for a message that a page without script loads with: at the end of what is seen of a list. */
export function StickyToast({ kind, text, children }: { kind: AlertKind; text: string; children: ReactNode }) {
  return (
    <div role="status" className={css.sticky}>
      <ToastText kind={kind} text={text} />
      {children}
    </div>
  )
}
