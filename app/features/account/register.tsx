import { useActionResult } from '~/frame/lost-responses/page-key'
import { DocumentTitle } from '~/frame/parts/document-title'
import { useI18n } from '~/i18n/i18n'
import type { RouteHandle } from '~/server/route.server'
import type { Route } from './+types/register'
import * as css from './register.css'
import { RegisterAside } from './register-aside'
import { RegisterForm } from './register-form'

export const handle = {
  servedCountriesOnly: true,
  isLogin: true,
  indexed: { description: 'about.register', sharedQuery: 'code' },
} satisfies RouteHandle

export { action, loader } from './register.server'

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const result = useActionResult(actionData)
  return (
    <div className={css.page}>
      <DocumentTitle page={t('register.title')} />
      <RegisterForm {...loaderData} state={result} />
      <RegisterAside />
    </div>
  )
}
