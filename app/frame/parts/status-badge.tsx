import { type I18n, type MessageKey, useI18n } from '~/i18n/i18n'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import { meaningOf } from '~/values/transaction'

/** How a status is shown, by what it means. */
const displays: Record<NonNullable<ReturnType<typeof meaningOf>>, { kind: BadgeKind; message: MessageKey }> = {
  pending: { kind: 'warn', message: 'status.wait' },
  done: { kind: 'good', message: 'status.done' },
  cancelled: { kind: 'plain', message: 'status.cancelled' },
}

function displayOf(status: string | undefined) {
  const meaning = meaningOf(status)
  return meaning && displays[meaning]
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
