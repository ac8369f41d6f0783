import { useActionResult } from '~/frame/navigation/page-key'
import { DocumentTitle } from '~/frame/parts/document-title'
import { useI18n } from '~/i18n/i18n'
import type { RouteHandle } from '~/server/steps/route.server'
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
