import * as Radix from '@radix-ui/react-dialog'
import { Button, ButtonRow } from '../button/button'
import { Icon } from '../icon/icon'
import { useAsModal } from '../modal'
import { Spinner } from '../spinner/spinner'
import type { Answer, Shown } from './ask'
import * as css from './dialog.css'

const icons = {
  success: 'check',
  error: 'x',
  info: 'info',
  warning: 'triangle-alert',
  question: 'circle-question-mark',
} as const

/** One modal dialog. Loaded by a dynamic import (see dialogs.tsx), together with Radix. */
export function DialogView({
  shown,
  onAnswer,
  onGone,
}: {
  shown: Shown
  onAnswer: (answer: Answer) => void
  /** Called when the dialog has closed, to restore the focus. */
  onGone: () => void
}) {
  useAsModal()
  const { kind, title, text, body, buttons, destroy } = shown
  return (
    <Radix.Root open onOpenChange={(open) => !open && onAnswer('closed')}>
      <Radix.Portal>
        <div className={css.veil} />
        <Radix.Content
          className={css.dialog}
          data-kind={kind}
          aria-busy={kind === 'loading' || undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onGone()
          }}
        >
          <div className={destroy ? css.marks.destroy : css.marks[kind]}>
            {kind === 'loading' ? <Spinner /> : <Icon name={shown.icon ?? (destroy ? 'trash-2' : icons[kind])} />}
          </div>
          <Radix.Title className={css.title}>{title}</Radix.Title>
          {text && <Radix.Description className={css.text}>{text}</Radix.Description>}
          {body && <div className={css.body}>{body}</div>}
          {buttons && (
            <div className={css.buttons}>
              <ButtonRow>
                {buttons.no && (
                  <Button type="button" onClick={() => onAnswer('no')}>
                    {buttons.no}
                  </Button>
                )}
                <Button
                  type="button"
                  look={destroy ? 'danger' : kind === 'loading' ? 'quiet' : 'primary'}
                  onClick={() => onAnswer('yes')}
                >
                  {buttons.yes}
                </Button>
              </ButtonRow>
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
