import { useI18n } from '~/i18n/i18n'
import { Icon } from '~/ui/icon/icon'
import * as css from './maintenance-line.css'

/** Names the providers under maintenance. Renders nothing without names. */
export function MaintenanceLine({ names }: { names: readonly string[] }) {
  const { t } = useI18n()
  if (names.length === 0) return null
  return (
    <p className={css.line}>
      <Icon name="wrench" size={16} />
      <span>{t('lobby.maintenance.text', { name: names.join(', ') })}</span>
    </p>
  )
}
