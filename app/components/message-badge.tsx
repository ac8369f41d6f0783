import { type MessageKey, useI18n } from '~/i18n/i18n'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import { readStatus, type State, stateOf } from '~/values/status'

/** How a status is shown, by its state. */
const displays: Record<State, { kind: BadgeKind; message: MessageKey }> = {
  pending: { kind: 'warn', message: 'status.wait' },
  done: { kind: 'good', message: 'status.done' },
  cancelled: { kind: 'plain', message: 'status.cancelled' },
}

/** The status of a note or help request; an unknown one is shown unchanged. */
export function MessageBadge({ status }: { status: string | undefined }) {
  const { t } = useI18n()
  if (!status) return null
  const state = stateOf(readStatus(status))
  return state ? <Badge kind={displays[state].kind}>{t(displays[state].message)}</Badge> : <Badge>{status}</Badge>
}
