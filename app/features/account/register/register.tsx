import { DocumentTitle } from '~/components/document-title'
import { useI18n } from '~/i18n/i18n'
import { useActionResult } from '~/navigation/page-key'
import type { RouteHandle } from '~/server/middleware/route.server'
import type { Route } from './+types/register'
import { RegisterAside } from './aside'
import { RegisterForm, registerFormId } from './form'
import * as css from './register.css'

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
