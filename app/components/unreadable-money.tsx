import { type I18n, useI18n } from '~/i18n/i18n'
import { softText as noteClass } from '~/ui/text.css'
import type { ParsedAmount } from '~/values/balance'

const unreadable: readonly ParsedAmount[] = [null]

/** The sentence that figures could not be read and are shown as 0; undefined where all of them could. */
export function unreadableNote({ t }: I18n, figures = unreadable): string | undefined {
  return figures.includes(null) ? t('money.unreadable') : undefined
}

/** Says in a paragraph which figures could not be read. Without `figures` it is some of those beside it. */
export function UnreadableMoney({ figures = unreadable }: { figures?: readonly ParsedAmount[] }) {
  const note = unreadableNote(useI18n(), figures)
  return note && <p className={noteClass}>{note}</p>
}
