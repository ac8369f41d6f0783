import { type MessageKey, useWords, type Words } from '~/i18n/words'
import { Badge, type BadgeKind } from '~/ui/badge/badge'

/** What the upstream's words for a request's state say here. Source: docs/product.md, statuses. */
const states: Record<string, { kind: BadgeKind; message: MessageKey }> = {
  wait: { kind: 'warn', message: 'status.wait' },
  reg: { kind: 'warn', message: 'status.wait' },
  already: { kind: 'good', message: 'status.done' },
  alread: { kind: 'good', message: 'status.done' },
  cansel: { kind: 'plain', message: 'status.cancelled' },
}

/** The same as a word alone: for a file. */
export function statusWord(status: string | undefined, { t }: Words): string {
  const state = status !== undefined && Object.hasOwn(states, status) ? states[status] : undefined
  return state ? t(state.message) : (status ?? '')
}

/** The state of a deposit, withdrawal, note or help request; a word that is none of ours is shown as it came. */
export function StatusBadge({ status }: { status: string | undefined }) {
  const { t } = useWords()
  if (!status) return null
  const state = Object.hasOwn(states, status) ? states[status] : undefined
  return state ? <Badge kind={state.kind}>{t(state.message)}</Badge> : <Badge>{status}</Badge>
}
