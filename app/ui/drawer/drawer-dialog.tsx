import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { IconButton } from '../button/button'
import { useCountAsOpenModal } from '../modal'
import * as css from './drawer.css'

/** The drawer as a modal dialog: traps the focus and closes with Escape. Loaded by a dynamic import. */
export function DrawerDialog({
  side,
  title,
  closeLabel,
  onClose,
  onClosed,
  children,
}: {
  side: 'start' | 'end'
  title: ReactNode
  closeLabel: string
  onClose: () => void
  onClosed: () => void
  children: ReactNode
}) {
  useCountAsOpenModal()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className={css.backdrop} />
        <Radix.Content
          className={css.sides[side]}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
        >
          <div className={css.head}>
            <Radix.Title className={css.title}>{title}</Radix.Title>
            <IconButton icon="x" label={closeLabel} onClick={onClose} />
          </div>
          <div className={css.body}>{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
