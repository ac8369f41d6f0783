import { useNavigation } from 'react-router'
import { RequiredPasswordField, WithdrawalPasswordField } from '~/components/password-fields'
import { SendButton } from '~/components/submit-button'
import type { FormView } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { usePageKey } from '~/navigation/current-page'
import { PostForm } from '~/session/post-form'
import { Card } from '~/ui/card/card'
import * as disclosure from '../account.css'
import * as css from '../profile/profile.css'
import { NewPasswordField } from './new-field'

export const passwordKinds = ['login', 'exchange'] as const
type PasswordKind = (typeof passwordKinds)[number]

type PasswordsCardProps = { userId: string; openKind: PasswordKind | undefined; form: FormView }

export function PasswordsCard({ userId, openKind, form }: PasswordsCardProps) {
  const { t } = useI18n()
  const pageKey = usePageKey()
  return (
    <Card title={t('user.security')}>
      <div className={css.cards}>
        {passwordKinds.map((kind) => (
          <details
            key={`${kind} ${pageKey}`}
            id={`${kind}-form`}
            name="password"
            className={css.disclosure}
            open={openKind === kind}
          >
            <summary className={disclosure.summary}>
              <span>{t(`user.password.${kind}`)}</span>
              <span className={disclosure.changeButton}>{t('user.password.change')}</span>
            </summary>
            <PasswordForm kind={kind} userId={userId} form={openKind === kind ? form : undefined} />
          </details>
        ))}
      </div>
    </Card>
  )
}

function PasswordForm({ kind, userId, form }: { kind: PasswordKind; userId: string; form: FormView | undefined }) {
  const { t } = useI18n()
  const { formData, state } = useNavigation()
  const field = (name: string, label: string) => ({ id: `${kind}-${name}`, name, label, error: form?.error(name) })
  const currentPasswordProps = field('pass', t('user.password.current'))
  const newPasswordProps = field('new_pass', t('user.password.new'))
  const checkProps = field('new_pass_check', t('user.password.again'))
  return (
    <PostForm className={css.form} noValidate>
      <input type="hidden" name="intent" value="password" />
      <input type="hidden" name="kind" value={kind} />
      {/* For password managers. It has no name, so it isn't submitted. */}
      {kind === 'login' && <input type="text" autoComplete="username" value={userId} readOnly hidden />}
      {kind === 'exchange' ? (
        <>
          <WithdrawalPasswordField {...currentPasswordProps} />
          <WithdrawalPasswordField {...newPasswordProps} hint={t('user.password.exchange.hint')} isNew />
          <WithdrawalPasswordField {...checkProps} isNew />
        </>
      ) : (
        <>
          <RequiredPasswordField {...currentPasswordProps} autoComplete="current-password" />
          <NewPasswordField {...newPasswordProps} />
          <RequiredPasswordField {...checkProps} autoComplete="new-password" />
        </>
      )}
      <SendButton intent="password" busy={state !== 'idle' && formData?.get('kind') === kind} wide>
        {t(`user.password.submit.${kind}`)}
      </SendButton>
    </PostForm>
  )
}
