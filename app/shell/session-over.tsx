import { useWords } from '~/i18n/words'
import { Say } from '~/ui/say/say'
import { TextLink } from '~/ui/text-link/text-link'
import { useHere } from './here'

/** On a page that stays though its session is dead: that it is, what becomes of what was typed, and the way to log in. */
export function SessionOver() {
  const { t } = useWords()
  const here = useHere()
  return (
    // Still: a toast announced it, for whoever looks at another part of the page.
    <Say kind="warning" title={t('session.ended')} still>
      <p>{t('session.ended.typed')}</p>
      <p>
        <TextLink to={`/login?next=${encodeURIComponent(here)}`}>{t('problem.login')}</TextLink>
      </p>
    </Say>
  )
}
