import type { I18n, MessageKey } from '~/i18n/i18n'
import type { ResponseOf } from '~/upstream/contract'

export type BetRow = ResponseOf<'get-bets-list'>['bets'][number]
export type CompRow = ResponseOf<'get-comp-list'>['points'][number]

/** Message keys by the embedded upstream's kinds of comp transactions. */
const compKindKeys: Record<string, MessageKey> = {
  play: 'user.kind.play',
  exchange: 'user.kind.exchange',
  change: 'user.kind.change',
  gift: 'user.kind.gift',
  correction: 'user.kind.correction',
}

/** The kind of a comp transaction, translated; an unknown kind is shown as it is. */
export function formatCompKind(kind: string | undefined, { t }: I18n): string {
  const messageKey = kind !== undefined && Object.hasOwn(compKindKeys, kind) ? compKindKeys[kind] : undefined
  return messageKey ? t(messageKey) : (kind ?? '')
}
