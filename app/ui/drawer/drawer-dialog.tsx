import { Title } from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { IconButton } from '../button/button'
import { Modal } from '../modal/modal'
import * as css from './drawer.css'

export function DrawerDialog({
  side,
  title,
  closeLabel,
  children,
  ...close
}: {
  side: 'start' | 'end'
  title: ReactNode
  closeLabel: string
  onClose: () => void
  onClosed: () => void
  children: ReactNode
}) {
  return (
    <Modal className={css.sides[side]} backdropClassName={css.backdrop} {...close}>
      <div className={css.head}>
        <Title className={css.title}>{title}</Title>
        <IconButton icon="x" label={closeLabel} onClick={close.onClose} />
      </div>
      {children}
    </Modal>
  )
}
