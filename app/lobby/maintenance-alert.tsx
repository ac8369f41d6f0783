import { useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'

/** Names the providers under maintenance. Renders nothing without names. */
export function MaintenanceAlert({ names }: { names: readonly string[] }) {
  const { t } = useI18n()
  if (names.length === 0) return null
  return (
    <Alert kind="warning" icon="wrench" silent>
      {t('lobby.maintenance.text', { name: names.join(', ') })}
    </Alert>
  )
}
