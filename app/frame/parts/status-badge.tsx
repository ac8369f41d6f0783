import { type I18n, type MessageKey, useI18n } from '~/i18n/i18n'
import { Badge, type BadgeKind } from '~/ui/badge/badge'

/** How the upstream's statuses are shown; values/transaction.ts says what they mean. Source: docs/product.md, statuses. */
const statusDisplays: Record<string, { kind: BadgeKind; message: MessageKey }> = {
  wait: { kind: 'warn', message: 'status.wait' },
  reg: { kind: 'warn', message: 'status.wait' },
  already: { kind: 'good', message: 'status.done' },
  alread: { kind: 'good', message: 'status.done' },
  cansel: { kind: 'plain', message: 'status.cancelled' },
}

function displayOf(status: string) {
  return Object.hasOwn(statusDisplays, status) ? statusDisplays[status] : undefined
}

/** The text of a status, also for exported files; an unknown status is returned unchanged. */
export function formatStatus(status = '', { t }: I18n): string {
  const display = displayOf(status)
  return display ? t(display.message) : status
}

/** The status of a deposit, withdrawal, note or help request; an unknown one is shown unchanged. */
export function StatusBadge({ status }: { status: string | undefined }) {
  const i18n = useI18n()
  return status ? <Badge kind={displayOf(status)?.kind}>{formatStatus(status, i18n)}</Badge> : null
}
