import { DocumentTitle } from '~/components/document-title'
import { useI18n } from '~/i18n/i18n'
import { useActionResult } from '~/navigation/current-page'
import type { RouteHandle } from '~/server/middleware/route.server'
import { ContactLinks, useHasContact } from '~/shell/footer/contact-links'
import { Card } from '~/ui/card/card'
import type { Route } from './+types/register'
import { RegisterForm, registerFormId } from './form'
import * as css from './register.css'

function RegisterAside() {
  const { t } = useI18n()
  const hasContact = useHasContact()
  return (
    <aside className={css.aside} aria-label={t('register.aside')}>
      <Card title={t('register.help.title')}>
        <p className={css.text}>{t(hasContact ? 'register.help.contact' : 'register.help')}</p>
        <ContactLinks />
      </Card>
    </aside>
  )
}

export const handle = {
  servedCountriesOnly: true,
  isLogin: true,
  restoresForm: registerFormId,
  indexed: { description: 'about.register', sharedQuery: 'code' },
} satisfies RouteHandle

export { action, loader } from './register.server'

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const result = useActionResult(actionData) ?? loaderData.savedForm
  return (
    <div className={css.page}>
      <DocumentTitle page={t('register.title')} />
      <RegisterForm {...loaderData} state={result} />
      <RegisterAside />
    </div>
  )
}
