import { type MessageKey, useWords, type Words } from '~/i18n/words'
import { Badge, type BadgeKind } from '~/ui/badge/badge'

/** How the upstream's statuses are shown. Source: docs/product.md, statuses. */
const states: Record<string, { kind: BadgeKind; message: MessageKey }> = {
  wait: { kind: 'warn', message: 'status.wait' },
  reg: { kind: 'warn', message: 'status.wait' },
  already: { kind: 'good', message: 'status.done' },
  alread: { kind: 'good', message: 'status.done' },
  cansel: { kind: 'plain', message: 'status.cancelled' },
}

/** The text of a status, for exported files; an unknown status is returned unchanged. */
export function statusWord(status: string | undefined, { t }: Words): string {
  const state = status !== undefined && Object.hasOwn(states, status) ? states[status] : undefined
  return state ? t(state.message) : (status ?? '')
}

/** The status of a deposit, withdrawal, note or help request; an unknown one is shown unchanged. */
export function StatusBadge({ status }: { status: string | undefined }) {
  const { t } = useWords()
  if (!status) return null
  const state = Object.hasOwn(states, status) ? states[status] : undefined
  return state ? <Badge kind={state.kind}>{t(state.message)}</Badge> : <Badge>{status}</Badge>
}
