import { useWords } from '~/i18n/words'
import { Say } from '~/ui/say/say'

/** Names the providers under maintenance. Renders nothing without names. */
export function ClosedNames({ names }: { names: readonly string[] }) {
  const { t } = useWords()
  if (names.length === 0) return null
  return (
    <Say kind="warning" icon="wrench" still>
      {t('lobby.maintenance.text', { name: names.join(', ') })}
    </Say>
  )
}
