import { type MessageKey, useI18n } from '~/i18n/i18n'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import { readStatus, type State, stateOf } from '~/values/status'

const displays: Record<State, { kind: BadgeKind; message: MessageKey }> = {
  pending: { kind: 'warn', message: 'status.wait' },
  done: { kind: 'good', message: 'status.done' },
  cancelled: { kind: 'plain', message: 'status.cancelled' },
}

export function MessageBadge({ status }: { status: string | undefined }) {
  const { t } = useI18n()
  if (!status) return null
  const state = stateOf(readStatus(status))
  return state ? <Badge kind={displays[state].kind}>{t(displays[state].message)}</Badge> : <Badge>{status}</Badge>
}
