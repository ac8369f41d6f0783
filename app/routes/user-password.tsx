import { useState } from 'react'
import { useNavigation } from 'react-router'
import type { ShownForm } from '~/forms/state'
import { type MessageKey, useWords } from '~/i18n/words'
import { passwordStrength } from '~/shell/password-strength'
import { usePlace } from '~/shell/place'
import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { PasswordField, Strength } from '~/ui/field/field'
import { PostForm } from '~/ui/form/post-form'
import * as css from './user.css'

export const passwordKinds = ['login', 'exchange'] as const
type Kind = (typeof passwordKinds)[number]

/** The fields of a password form in their order, with their labels. */
export const passwordLabels = {
  pass: 'user.password.current',
  new_pass: 'user.password.new',
  new_pass_check: 'user.password.again',
} as const satisfies Record<string, MessageKey>

/** The forms for both passwords, each in a details element, which opens without script. */
export function Passwords({ userId, open, form }: { userId: string; open: Kind | undefined; form: ShownForm }) {
  const { t } = useWords()
  // The key resets the forms on each new page or answer: fields are emptied and forms close.
  const place = usePlace()
  return (
    <Card title={t('user.security')}>
      <div className={css.passwords}>
        {passwordKinds.map((kind) => (
          <details key={`${kind} ${place}`} name="password" className={css.fold} open={open === kind}>
            <summary className={css.summary}>
              <span>{t(`user.password.${kind}`)}</span>
              <span className={css.change}>{t('user.password.change')}</span>
            </summary>
            <PasswordForm kind={kind} userId={userId} form={open === kind ? form : undefined} />
          </details>
        ))}
      </div>
    </Card>
  )
}

function PasswordForm({ kind, userId, form }: { kind: Kind; userId: string; form: ShownForm | undefined }) {
  const words = useWords()
  const { t } = words
  const { formData, state } = useNavigation()
  const [level, setLevel] = useState(0)
  const eye = { show: t('password.show'), hide: t('password.hide') }
  const digits = kind === 'exchange' ? ({ inputMode: 'numeric', maxLength: 12 } as const) : {}
  const error = (name: string) => {
    const key = form?.fieldError(name)
    return key !== undefined && words.has(key) ? t(key) : undefined
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
        {...eye}
        {...(kind === 'exchange' && { inputMode: 'numeric' })}
        id={`${kind}-pass`}
        name="pass"
        label={t(passwordLabels.pass)}
        error={error('pass')}
        autoComplete={kind === 'login' ? 'current-password' : 'off'}
        required
      />
      <PasswordField
        {...eye}
        {...digits}
        id={`${kind}-new_pass`}
        name="new_pass"
        label={t(passwordLabels.new_pass)}
        hint={hint}
        error={error('new_pass')}
        autoComplete={kind === 'login' ? 'new-password' : 'off'}
        below={kind === 'login' && level > 0 && <Strength level={level} />}
        onChange={(event) => setLevel(passwordStrength(event.currentTarget.value))}
        required
      />
      <PasswordField
        {...eye}
        {...digits}
        id={`${kind}-new_pass_check`}
        name="new_pass_check"
        label={t(passwordLabels.new_pass_check)}
        error={error('new_pass_check')}
        autoComplete={kind === 'login' ? 'new-password' : 'off'}
        required
      />
      <Button
        look="primary"
        wide
        busy={state !== 'idle' && formData?.get('kind') === kind}
        busyText={t('common.sending')}
      >
        {t(`user.password.submit.${kind}`)}
      </Button>
    </PostForm>
  )
}
