import { useState } from 'react'
import { Form } from 'react-router'
import { useActionResult } from '~/frame/lost-responses/page-key'
import { DocumentTitle } from '~/frame/parts/document-title'
import { useI18n } from '~/i18n/i18n'
import type { RouteHandle } from '~/server/route.server'
import { Button } from '~/ui/button/button'
import { form as column } from '~/ui/form/form.css'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import type { Route } from './+types/register'
import * as css from './register.css'
import { RegisterAside } from './register-aside'
import { HaveAccount, ReferralCodeField, RegisterForm } from './register-form'

export const handle = {
  servedCountriesOnly: true,
  isLogin: true,
  indexed: { description: 'about.register', sharedQuery: 'code' },
} satisfies RouteHandle

export { action, loader } from './register.server'

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const result = useActionResult(actionData)
  // What was typed in step 2, without passwords, for a way back to step 1 and on again. A reload forgets it.
  const [valuesBefore] = useState(() => new Map<string, string>())
  return (
    <div className={css.page}>
      <DocumentTitle page={t('register.title')} />
      {loaderData.step === 1 ? (
        <ReferralCodeStep {...loaderData} />
      ) : (
        <RegisterForm {...loaderData} state={result} valuesBefore={valuesBefore} />
      )}
      <RegisterAside />
    </div>
  )
}

function ReferralCodeStep({
  code,
  next,
  referrerId,
  isCodeInvalid,
}: {
  code: string
  next?: string | undefined
  referrerId?: string
  isCodeInvalid: boolean
}) {
  const { t } = useI18n()
  return (
    <div className={stack}>
      <PageTitle title={t('register.title')} step={t('register.step', { step: 1 })} lead={t('register.step1.text')} />
      <Form className={column}>
        <ReferralCodeField
          code={code}
          error={isCodeInvalid ? t('register.code.rule') : undefined}
          hint={referrerId === undefined ? undefined : t('register.step1.from', { userId: referrerId })}
        />
        {next !== undefined && <input type="hidden" name="next" value={next} />}
        <Button variant="primary" size="big" wide>
          {t('register.step1.submit')}
        </Button>
      </Form>
      <HaveAccount next={next} />
    </div>
  )
}
