import { useI18n } from '~/i18n/i18n'
import { printedOnly } from '~/ui/print.css'
import { useSession } from './state'

/** What the frame says on a screen and paper lacks: whose site and whose money it is, and `days` where they are chosen. */
export function PrintedOwner({ days }: { days?: string }) {
  const { t } = useI18n()
  const { member } = useSession()
  return <p className={printedOnly}>{[t('brand.name'), member?.userId, days].filter(Boolean).join(' · ')}</p>
}
