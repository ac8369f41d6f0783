import { href } from 'react-router'
import { ContactLinks } from '~/frame/contact-links'
import { useDocumentSettings } from '~/frame/document-settings'
import { useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { wrapRow } from '~/ui/layout/layout.css'
import { TextLink } from '~/ui/text-link/text-link'
import * as css from './register.css'

const nextSteps = ['register.next.login', 'register.next.deposit', 'register.next.withdraw'] as const
const documents = [
  { to: href('/terms'), title: 'terms.title' },
  { to: href('/privacy'), title: 'privacy.title' },
  { to: href('/safer-play'), title: 'safer.title' },
] as const

/** What follows a registration, who helps with it, and what may be read before. */
export function RegisterAside() {
  const { t } = useI18n()
  const hasContact = Object.keys(useDocumentSettings().brand?.contact ?? {}).length > 0
  return (
    <aside className={css.aside} aria-label={t('register.aside')}>
      <Card title={t('register.next.title')}>
        <ol className={css.steps}>
          {nextSteps.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
      </Card>
      <Card title={t('register.help.title')}>
        <p className={css.text}>{t(hasContact ? 'register.help.contact' : 'register.help')}</p>
        <ContactLinks />
        {/* In a new tab: the form beside them may be half filled in. */}
        <ul className={wrapRow}>
          {documents.map(({ to, title }) => (
            <li key={to}>
              <TextLink to={to} target="_blank">
                {t(title)}
              </TextLink>
            </li>
          ))}
        </ul>
      </Card>
    </aside>
  )
}
