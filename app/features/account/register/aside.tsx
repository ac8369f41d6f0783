import { useI18n } from '~/i18n/i18n'
import { ContactLinks, useHasContact } from '~/shell/footer/contact-links'
import { Card } from '~/ui/card/card'
import { Steps } from '~/ui/steps/steps'
import * as css from './register.css'

const nextSteps = ['register.next.login', 'register.next.deposit', 'register.next.withdraw'] as const
/** What follows a registration, and who helps with it. */
export function RegisterAside() {
  const { t } = useI18n()
  const hasContact = useHasContact()
  return (
    <aside className={css.aside} aria-label={t('register.aside')}>
      <Card title={t('register.next.title')}>
        <Steps texts={nextSteps.map((step) => t(step))} />
      </Card>
      <Card title={t('register.help.title')}>
        <p className={css.text}>{t(hasContact ? 'register.help.contact' : 'register.help')}</p>
        <ContactLinks />
      </Card>
    </aside>
  )
}
