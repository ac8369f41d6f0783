import type { ReactNode } from 'react'
import { useI18n } from '~/i18n/i18n'
import { memberPart } from '~/navigation/member-part'
import { useExclusion, useSession } from '~/session/session-context'
import { Alert } from '~/ui/alert/alert'

const ExcludedPage = memberPart(() => import('~/shell/member-shell'), 'ExcludedPage')

/** A lobby. Lists no games during a break or self-exclusion. @param ofMember the member's part, always shown */
export function LobbyUnlessExcluded({ ofMember, children }: { ofMember?: ReactNode; children: ReactNode }) {
  const exclusion = useExclusion()
  if (!exclusion) return children
  return <ExcludedPage until={exclusion.isOver ? undefined : exclusion.until}>{ofMember}</ExcludedPage>
}

export function CannotPlayAlert() {
  const { t } = useI18n()
  const { isCountryServed } = useSession()
  if (isCountryServed) return null
  return (
    <Alert kind="info" title={t('problem.not-served.title')} silent>
      <p>{t('problem.not-served.text')}</p>
    </Alert>
  )
}
