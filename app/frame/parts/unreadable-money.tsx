import { type I18n, useI18n } from '~/i18n/i18n'
import type { ReadWon } from '~/values/balance'
import * as css from './unreadable-money.css'

const unreadable: readonly ReadWon[] = [null]

/** The sentence that figures could not be read and are shown as 0; undefined where all of them could. */
export function unreadableNote({ t }: I18n, figures = unreadable): string | undefined {
  return figures.includes(null) ? t('money.unreadable') : undefined
}

/** The same as a paragraph beside the figures. Without `figures` some of those beside it could not be read. */
export function UnreadableMoney({ figures = unreadable }: { figures?: readonly ReadWon[] }) {
  const note = unreadableNote(useI18n(), figures)
  return note && <p className={css.note}>{note}</p>
}
