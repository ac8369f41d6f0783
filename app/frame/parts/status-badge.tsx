import { type I18n, type MessageKey, useI18n } from '~/i18n/i18n'
import { Badge, type BadgeKind } from '~/ui/badge/badge'

/** How the upstream's statuses are shown. Source: docs/product.md, statuses. */
const statusDisplays: Record<string, { kind: BadgeKind; message: MessageKey }> = {
  wait: { kind: 'warn', message: 'status.wait' },
  reg: { kind: 'warn', message: 'status.wait' },
  already: { kind: 'good', message: 'status.done' },
  alread: { kind: 'good', message: 'status.done' },
  cansel: { kind: 'plain', message: 'status.cancelled' },
}

/** The text of a status, for exported files; an unknown status is returned unchanged. */
export function formatStatus(status: string | undefined, { t }: I18n): string {
  const state = status !== undefined && Object.hasOwn(statusDisplays, status) ? statusDisplays[status] : undefined
  return state ? t(state.message) : (status ?? '')
}

/** The status of a deposit, withdrawal, note or help request; an unknown one is shown unchanged. */
export function StatusBadge({ status }: { status: string | undefined }) {
  const { t } = useI18n()
  if (!status) return null
  const state = Object.hasOwn(statusDisplays, status) ? statusDisplays[status] : undefined
  return state ? <Badge kind={state.kind}>{t(state.message)}</Badge> : <Badge>{status}</Badge>
}
