import { useWords } from '~/i18n/words'
import { Say } from '~/ui/say/say'

/** Who is under maintenance, and that the money inside stays. Nothing when nobody is. */
export function ClosedNames({ names }: { names: readonly string[] }) {
  const { t } = useWords()
  if (names.length === 0) return null
  return (
    <Say kind="warning" icon="wrench" still>
      {t('lobby.maintenance.text', { name: names.join(', ') })}
    </Say>
  )
}
