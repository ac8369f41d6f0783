import { useI18n } from '~/i18n/i18n'
import { CountBubble } from '~/ui/badge/badge'
import { visuallyHidden } from '~/ui/base.css'

/** The shell's components for members. Browsers load them with the first page that a member opens. */

export { MemberStrip } from './bars/member-strip'
export { MemberLinks } from './drawers/member-links'
export { MemberAside } from './drawers/member-panel'
export { ExcludedPage, ExcludedProblem } from './excluded-page'
export { HealthCheck } from './health-check'

/** The number of settled deposits and withdrawals that the member has not dismissed, on the wallet button. */
export function NewsCount({ count = 0, className }: { count: number | undefined; className: string }) {
  const { t } = useI18n()
  if (count === 0) return null
  return (
    <>
      <span className={visuallyHidden}>{t('news.count', { count })}</span>
      <span className={className}>
        <CountBubble count={count} />
      </span>
    </>
  )
}
