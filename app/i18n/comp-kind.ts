import type { I18n } from './i18n'

export function formatCompKind(kind: string | undefined, { t, isMessageKey }: I18n): string {
  const key = `user.kind.${kind}`
  return isMessageKey(key) ? t(key) : (kind ?? '')
}
