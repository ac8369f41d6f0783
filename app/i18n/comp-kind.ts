import type { ParsedAmount } from '~/values/balance'
import type { I18n } from './i18n'

/** Names what earned or used comp points. Corrections that added points have a name of their own. */
export function formatCompKind(kind: string | undefined, { t, isMessageKey }: I18n, points?: ParsedAmount): string {
  const key = `user.kind.${kind === 'correction' && Number(points) > 0 ? 'given' : kind}`
  return isMessageKey(key) ? t(key) : (kind ?? '')
}
