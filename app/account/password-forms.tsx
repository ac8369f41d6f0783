import { useState } from 'react'
import { useNavigation } from 'react-router'
import { passwordStrength } from '~/account/password-strength'
import type { FormView } from '~/forms/form-state'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { usePageKey } from '~/shell/page-key'
import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { PasswordField, PasswordStrength } from '~/ui/field/field'
import { PostForm } from '~/ui/form/post-form'
import * as css from './profile.css'

export const passwordKinds = ['login', 'exchange'] as const
type PasswordKind = (typeof passwordKinds)[number]

/** The fields of a password form in their order, with their labels. */
export const passwordLabels = {
  pass: 'user.password.current',
  new_pass: 'user.password.new',
  new_pass_check: 'user.password.again',
} as const satisfies Record<string, MessageKey>

/** The forms for both passwords, each in a details element, which opens without script. */
export function PasswordsCard({
  userId,
  open: openKind,
  form,
}: {
  userId: string
  open: PasswordKind | undefined
  form: FormView
}) {
  const { t } = useI18n()
  // The key resets the forms on each new page or answer: fields are emptied and forms close.
  const pageKey = usePageKey()
  return (
    <Card title={t('user.security')}>
      <div className={css.passwords}>
        {passwordKinds.map((kind) => (
          <details key={`${kind} ${pageKey}`} name="password" className={css.disclosure} open={openKind === kind}>
            <summary className={css.summary}>
              <span>{t(`user.password.${kind}`)}</span>
              <span className={css.changeButton}>{t('user.password.change')}</span>
            </summary>
            <PasswordForm kind={kind} userId={userId} form={openKind === kind ? form : undefined} />
          </details>
        ))}
      </div>
    </Card>
  )
}

function PasswordForm({ kind, userId, form }: { kind: PasswordKind; userId: string; form: FormView | undefined }) {
  const words = useI18n()
  const { t } = words
  const { formData, state } = useNavigation()
  const [level, setLevel] = useState(0)
  const visibilityLabels = { show: t('password.show'), hide: t('password.hide') }
  const numericProps = kind === 'exchange' ? ({ inputMode: 'numeric', maxLength: 12 } as const) : {}
  const fieldErrorText = (name: string) => {
    const key = form?.fieldError(name)
    return key !== undefined && words.isMessageKey(key) ? t(key) : undefined
  }
  const hint =
    kind === 'exchange'
      ? t('user.password.exchange.hint')
      : t(level === 0 ? 'register.pw.hint' : (`register.pw.strength.${level}` as MessageKey))
  return (
    <PostForm className={css.form} noValidate>
      <input type="hidden" name="intent" value="password" />
      <input type="hidden" name="kind" value={kind} />
      {/* Tells password managers whose password this is. Without a name it is not submitted. */}
      {kind === 'login' && <input type="text" autoComplete="username" value={userId} readOnly hidden />}
      <PasswordField
        {...visibilityLabels}
        {...(kind === 'exchange' && { inputMode: 'numeric' })}
        id={`${kind}-pass`}
        name="pass"
        label={t(passwordLabels.pass)}
        error={fieldErrorText('pass')}
        autoComplete={kind === 'login' ? 'current-password' : 'off'}
        required
      />
      <PasswordField
        {...visibilityLabels}
        {...numericProps}
        id={`${kind}-new_pass`}
        name="new_pass"
        label={t(passwordLabels.new_pass)}
        hint={hint}
        error={fieldErrorText('new_pass')}
        autoComplete={kind === 'login' ? 'new-password' : 'off'}
        strengthBars={kind === 'login' && level > 0 && <PasswordStrength level={level} />}
        onChange={(event) => setLevel(passwordStrength(event.currentTarget.value))}
        required
      />
      <PasswordField
        {...visibilityLabels}
        {...numericProps}
        id={`${kind}-new_pass_check`}
        name="new_pass_check"
        label={t(passwordLabels.new_pass_check)}
        error={fieldErrorText('new_pass_check')}
        autoComplete={kind === 'login' ? 'new-password' : 'off'}
        required
      />
      <Button
        variant="primary"
        wide
        busy={state !== 'idle' && formData?.get('kind') === kind}
        busyText={t('common.sending')}
      >
        {t(`user.password.submit.${kind}`)}
      </Button>
    </PostForm>
  )
}
