import { href } from 'react-router'
import type { FormView } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { OwnerField } from '~/session/post-form'
import { visuallyHidden } from '~/ui/base.css'
import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import * as css from '../account.css'
import * as profile from '../profile/profile.css'
import { OwnPasswordField } from './second-factor'

/** Downloads the member's stored data, by a native submission so that the browser saves the file. */
export function OwnDataCard({ form }: { form: FormView | undefined }) {
  const { t } = useI18n()
  return (
    <Card title={t('security.data')}>
      <div className={profile.textAndFold}>
        <p className={profile.text}>{t('security.data.lead')}</p>
        <details open={form !== undefined}>
          <summary className={css.summary}>
            <span className={visuallyHidden}>{t('security.data')}</span>
            <span className={css.changeButton}>{t('security.data.submit')}</span>
          </summary>
          <form method="post" action={href('/user/data')} className={profile.form} noValidate>
            <OwnerField />
            <OwnPasswordField id="data-pw" error={form?.error('pw')} />
            <Button wide>{t('security.data.submit')}</Button>
          </form>
        </details>
      </div>
    </Card>
  )
}
