import * as Radix from '@radix-ui/react-dialog'
import { useCountAsOpenModal } from './open-modals'

interface ModalProps extends Omit<Radix.DialogContentProps, 'onCloseAutoFocus'> {
  backdropClassName: string
  onClose: () => void
  /** Called when the modal has closed, to restore the focus. */
  onClosed: () => void
}

/** An open modal on a backdrop: traps the focus and closes with Escape. Import it dynamically: Radix is large. */
export function Modal({ backdropClassName, onClose, onClosed, ...content }: ModalProps) {
  useCountAsOpenModal()
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
