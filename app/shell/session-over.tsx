import { useWords } from '~/i18n/words'
import { Say } from '~/ui/say/say'
import { TextLink } from '~/ui/text-link/text-link'
import { useHere } from './here'

/** Alert on a page that stays open after its session expired: what happens to the typed text, and a link to log in. */
export function SessionOver() {
  const { t } = useWords()
  const here = useHere()
  return (
    // Still: a toast has announced it already.
    <Say kind="warning" title={t('session.ended')} still>
      <p>{t('session.ended.typed')}</p>
      <p>
        <TextLink to={`/login?next=${encodeURIComponent(here)}`}>{t('problem.login')}</TextLink>
      </p>
    </Say>
  )
}
