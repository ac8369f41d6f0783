import { type MessageKey, useI18n } from '~/i18n/i18n'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import { meaningOf } from '~/values/transaction'

/** How a status is shown, by what it means (`meaningOf` in values/transaction.ts has the words). */
const displays: Record<NonNullable<ReturnType<typeof meaningOf>>, { kind: BadgeKind; message: MessageKey }> = {
  pending: { kind: 'warn', message: 'status.wait' },
  done: { kind: 'good', message: 'status.done' },
  cancelled: { kind: 'plain', message: 'status.cancelled' },
}

/** The status of a note or help request; an unknown one is shown unchanged. */
export function MessageBadge({ status }: { status: string | undefined }) {
  const { t } = useI18n()
  if (!status) return null
  const meaning = meaningOf(status)
  return meaning ? <Badge kind={displays[meaning].kind}>{t(displays[meaning].message)}</Badge> : <Badge>{status}</Badge>
}
