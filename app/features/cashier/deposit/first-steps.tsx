import { useI18n } from '~/i18n/i18n'
import { Steps } from '~/ui/list/list'

export function FirstSteps() {
  const { t } = useI18n()
  return <Steps texts={[t('home.start.1'), t('home.start.2'), t('home.start.3')]} />
}
