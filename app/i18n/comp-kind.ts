import type { I18n, MessageKey } from './i18n'

const compKindKeys: Record<string, MessageKey> = {
  play: 'user.kind.play',
  exchange: 'user.kind.exchange',
  change: 'user.kind.change',
  gift: 'user.kind.gift',
  correction: 'user.kind.correction',
}

export function formatCompKind(kind: string | undefined, { t }: I18n): string {
  const messageKey = kind !== undefined && Object.hasOwn(compKindKeys, kind) ? compKindKeys[kind] : undefined
  return messageKey ? t(messageKey) : (kind ?? '')
}
