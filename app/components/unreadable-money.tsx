import { type I18n, useI18n } from '~/i18n/i18n'
import { softText as noteClass } from '~/ui/text.css'
import type { ParsedAmount } from '~/values/balance'

const unreadable: readonly ParsedAmount[] = [null]

/** Returns a note saying that unreadable amounts are shown as 0, or undefined if all are readable. */
export const unreadableNote = ({ t }: I18n, figures = unreadable): string | undefined =>
  figures.includes(null) ? t('money.unreadable') : undefined

export function UnreadableMoney({ figures = unreadable }: { figures?: readonly ParsedAmount[] }) {
  const note = unreadableNote(useI18n(), figures)
  return note && <p className={noteClass}>{note}</p>
}
