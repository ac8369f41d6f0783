import { useI18n } from '~/i18n/i18n'
import { Badge } from '~/ui/badge/badge'

export function ReferenceBadge({ number }: { number: string }) {
  const { t } = useI18n()
  return (
    <Badge>
      {t('problem.reference')} <span translate="no">{number}</span>
    </Badge>
  )
}
