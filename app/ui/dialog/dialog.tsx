import { Description, Title } from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { Button, ButtonRow, Spinner } from '../button/button'
import { Icon, type IconName } from '../icon/icon'
import { Modal } from '../modal/modal'
import * as css from './dialog.css'

export type DialogKind = 'loading' | 'success' | 'error' | 'info' | 'warning' | 'question'

/** `closed`: dismissed by Escape, a click outside, Back or an abort. Never treat it as a yes. */
export type DialogChoice = 'yes' | 'other' | 'no' | 'closed'

/** `other` is a second action besides `yes`. With it, the three buttons are stacked. */
export type DialogButtons = { yes: string; no?: string } | { yes: string; other: string; no: string }

/** `picture` is the URL of a picture that replaces the icon. If `icon` is null, there is none. */
export interface DialogContent {
  title: string
  text?: ReactNode
  body?: ReactNode
  icon?: IconName | null
  picture?: string
}

export interface DialogModel extends DialogContent {
  kind: DialogKind
  buttons?: DialogButtons
  destructive?: boolean
  /** Gives both buttons the same look and focuses neither, so that the dialog suggests neither. */
  sameWeight?: boolean
}

const icons = {
  success: 'check',
  error: 'x',
  info: 'info',
  warning: 'triangle-alert',
  question: 'circle-question-mark',
} as const

type DialogViewProps = { model: DialogModel; onChoice: (choice: DialogChoice) => void; onClosed: () => void }

export function DialogView({ model, onChoice, onClosed }: DialogViewProps) {
  const { kind, title, text, body, buttons, destructive, sameWeight, picture } = model
  return (
    <Modal
      className={css.dialog}
      backdropClassName={css.backdrop}
      data-kind={kind}
      aria-busy={kind === 'loading' || undefined}
      onOpenAutoFocus={sameWeight ? focusDialog : undefined}
      isWaiting={kind === 'loading'}
      onClose={() => onChoice('closed')}
      onClosed={onClosed}
    >
      {picture ? (
        <img className={css.marks[kind]} src={picture} alt="" width={44} height={44} />
      ) : (
        model.icon !== null && (
          <div className={css.marks[destructive ? 'error' : kind]}>
            {kind === 'loading' ? <Spinner /> : <Icon name={model.icon ?? (destructive ? 'trash-2' : icons[kind])} />}
          </div>
        )
      )}
      <Title className={css.title}>{title}</Title>
      {text && <Description className={css.text}>{text}</Description>}
      {body && <div className={css.body}>{body}</div>}
      {buttons && 'other' in buttons && (
        <div className={css.column}>
          <Button type="button" variant="primary" wide onClick={() => onChoice('yes')}>
            {buttons.yes}
          </Button>
          <Button type="button" variant="line" wide onClick={() => onChoice('other')}>
            {buttons.other}
          </Button>
          <Button type="button" variant="ghost" wide onClick={() => onChoice('no')}>
            {buttons.no}
          </Button>
        </div>
      )}
      {buttons && !('other' in buttons) && (
        <div className={css.buttons}>
          <ButtonRow>
            {buttons.no && (
              <Button type="button" onClick={() => onChoice('no')}>
                {buttons.no}
              </Button>
            )}
            <Button
              type="button"
              variant={destructive ? 'danger' : kind === 'loading' || sameWeight ? 'quiet' : 'primary'}
              onClick={() => onChoice('yes')}
            >
              {buttons.yes}
            </Button>
          </ButtonRow>
        </div>
      )}
    </Modal>
  )
}

/** Focuses the dialog itself, because a focused button would look like the recommended one. */
function focusDialog(event: Event): void {
  event.preventDefault()
  if (event.target instanceof HTMLElement) event.target.focus()
}
