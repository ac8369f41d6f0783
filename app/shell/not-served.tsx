import { useRouteLoaderData } from 'react-router'
import { useWords } from '~/i18n/words'
import { Say } from '~/ui/say/say'
import type { ShellData } from './data'

/** Alert above a lobby for a member whose country is not served: the games are listed but do not open. */
export function NotServed() {
  const { t } = useWords()
  const shell = useRouteLoaderData<ShellData>('root')
  if (shell?.served !== false) return null
  return (
    <Say kind="info" title={t('problem.not-served.title')} still>
      <p>{t('problem.not-served.text')}</p>
    </Say>
  )
}
