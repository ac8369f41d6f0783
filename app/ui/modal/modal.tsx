import * as Radix from '@radix-ui/react-dialog'
import { useCloseOnBack, useCountAsOpenModal } from './open-modals'

interface ModalProps extends Omit<Radix.DialogContentProps, 'onCloseAutoFocus'> {
  backdropClassName: string
  onClose: () => void
  /** Called after the modal has closed, to restore the focus. */
  onClosed: () => void
  isWaiting?: boolean
}

/** An open modal that traps the focus and closes on Escape and Back. Import it dynamically, because Radix is large. */
export function Modal({ backdropClassName, onClose, onClosed, isWaiting = false, ...content }: ModalProps) {
  useCountAsOpenModal()
  useCloseOnBack(onClose, !isWaiting)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className={backdropClassName} />
        <Radix.Content
          {...content}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
        />
      </Radix.Portal>
    </Radix.Root>
  )
}
