import { icon } from '../base.css'
import icons from './icons.svg?url&no-inline'

/** The symbols in icons.svg. They are from Lucide, whose licence is in the file LICENSE. */
export type IconName =
  | 'bell'
  | 'chart-column'
  | 'check'
  | 'cherry'
  | 'chevron-down'
  | 'chevron-left'
  | 'chevron-right'
  | 'circle-alert'
  | 'circle-arrow-up'
  | 'circle-check'
  | 'circle-plus'
  | 'circle-question-mark'
  | 'coffee'
  | 'corner-down-left'
  | 'download'
  | 'external-link'
  | 'eye'
  | 'eye-off'
  | 'feather'
  | 'globe'
  | 'headset'
  | 'heart'
  | 'info'
  | 'log-in'
  | 'log-out'
  | 'mail'
  | 'menu'
  | 'message-circle-question-mark'
  | 'moon'
  | 'receipt-text'
  | 'search'
  | 'shield-check'
  | 'spade'
  | 'sun'
  | 'ticket-check'
  | 'trash-2'
  | 'triangle-alert'
  | 'user-round'
  | 'user-round-plus'
  | 'volleyball'
  | 'wallet'
  | 'wrench'
  | 'x'

/** A decorative icon. @param size width and height in px: 16 in running text, 20 elsewhere, 24 in the bars */
export function Icon({ name, size = 20 }: { name: IconName; size?: 16 | 20 | 24 }) {
  return (
    <svg className={icon} width={size} height={size} aria-hidden="true">
      <use href={`${icons}#${name}`} />
    </svg>
  )
}
