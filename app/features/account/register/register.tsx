import type { MouseEvent } from 'react'
import { href } from 'react-router'
import { PageHead } from '~/components/page-head'
import { useFormState, useIsSending } from '~/forms/form-state'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { useActionResult } from '~/navigation/current-page'
import type { RouteHandle } from '~/server/middleware/route.server'
import { PostForm } from '~/session/post-form'
import { useFormKeptInTab } from '~/session/restore-kept-form'
import { ContactLinks, useHasContact } from '~/shell/footer/contact-links'
import { visuallyHidden } from '~/ui/base.css'
import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { pageSections, stack, wrapRow } from '~/ui/layout/layout.css'
import { TextLink } from '~/ui/text-link/text-link'
import { hrefWithQuery, loginHref } from '~/values/addresses'
import { besideScene } from '../account.css'
import { Scene } from '../beside-scene'
import type { Route } from './+types/register'
import { type FieldNotes, type RegisterData, RegisterGroup } from './group'
import * as css from './register.css'
import type { CheckedField, RegisterState } from './register.server'
import { useFieldChecks } from './use-field-checks'
import { registrationGroups, useSteps } from './use-steps'

function RegisterAside({ hasReferrer }: Pick<RegisterData, 'hasReferrer'>) {
  const { t } = useI18n()
  const hasContact = useHasContact()
  if (!hasContact && !hasReferrer) return null
  return (
    <aside aria-label={t('register.aside')}>
      <Card title={t('register.help.title')}>
        <p className={css.text}>{t(hasContact ? 'register.help.contact' : 'register.help')}</p>
        <ContactLinks />
      </Card>
    </aside>
  )
}

const registerFormId = 'register-form'
const registerButton = { name: 'intent', value: 'register', variant: 'primary', size: 'big', wide: true } as const

export const handle = {
  servedCountriesOnly: true,
  isLogin: true,
  restoresForm: registerFormId,
  indexed: { description: 'about.register', sharedQuery: 'code' },
} satisfies RouteHandle

export { action, loader } from './register.server'

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const result = useActionResult(actionData) ?? loaderData.savedForm
  return (
    <div className={besideScene}>
      <div className={pageSections}>
        <RegisterForm {...loaderData} state={result} />
        <RegisterAside hasReferrer={loaderData.hasReferrer} />
      </div>
      <Scene />
    </div>
  )
}

const acceptedTexts: { readonly [name: string]: MessageKey } = {
  id: 'register.id.free',
  nick: 'register.nick.free',
  pass_check: 'register.passCheck.same',
}

const fieldOrder = registrationGroups.flatMap(({ fields }) => [...fields])

const formName = 'registration'

function RegisterForm({ state: result, ...known }: RegisterData & { state: RegisterState | undefined }) {
  const { t, isMessageKey } = useI18n()
  const kept = useFormKeptInTab(formName)
  const { state, checks, last, findWrong, handlers } = useFieldChecks(result ?? kept.state, known.banks)
  const form = useFormState(state, { order: fieldOrder })
  const { hasSteps, step, isChecking, back, next, isAskedOn, showLinkedField } = useSteps(state, findWrong)
  const isSending = useIsSending()
  const group = registrationGroups[step + 1]

  const notes = (name: CheckedField): FieldNotes => {
    const check = checks[name]
    if (check === 'changed') return {}
    const text = acceptedTexts[name]
    const accepted = text && t(text)
    if (check === undefined)
      return { error: form.error(name), good: state?.availableField === name ? accepted : undefined }
    if (check.error === null) return { good: accepted }
    return { error: isMessageKey(check.error) ? t(check.error, { age: known.age }) : '' }
  }
  const askOn = (event: MouseEvent<HTMLButtonElement>) => {
    if (!isAskedOn() || !event.currentTarget.form) return
    event.preventDefault()
    void next(event.currentTarget.form)
  }
  const lastNotes = last && notes(last)
  const haveAccount = (
    <p>
      {t('register.haveAccount')} <TextLink to={loginHref(known.next)}>{t('nav.login')}</TextLink>
    </p>
  )

  return (
    <div className={stack} onClickCapture={showLinkedField}>
      <PageHead title={t('register.title')} />
      <ErrorSummary {...form.summary} result={state} />
      {form.refusal && (
        <>
          {haveAccount}
          <ContactLinks />
        </>
      )}
      {/* The code and `next` are added to the URL, so that a reload preserves them. */}
      <PostForm
        key={kept.key}
        id={registerFormId}
        data-restored
        data-kept={formName}
        action={hrefWithQuery(href('/register'), { code: form.submitted('code', known.code), next: known.next ?? '' })}
        className={css.form}
        noValidate
        {...handlers}
      >
        {/* Pressing Enter clicks the first submit button. Without this one, that would be a check button. */}
        <button type="submit" name="intent" value="register" hidden tabIndex={-1} aria-hidden="true" onClick={askOn} />
        <div className={pageSections}>
          {registrationGroups.map((group, index) => (
            <RegisterGroup
              key={group.name}
              {...known}
              group={group}
              step={index}
              isShown={!hasSteps || index === step}
              form={form}
              notesOf={notes}
            />
          ))}
        </div>
        <div className={wrapRow}>
          {hasSteps && step > 0 && (
            <div className={css.inTurns}>
              <Button type="button" variant="line" size="big" onClick={back}>
                {t('register.step.back')}
              </Button>
            </div>
          )}
          {hasSteps && group && (
            <div className={css.actInTurns}>
              <Button {...registerButton} busy={isChecking} onClick={askOn}>
                {t('register.step.next', { part: t(`register.part.${group.name}`) })}
              </Button>
            </div>
          )}
          <div className={hasSteps && group ? css.actAtOnce : css.act}>
            <Button {...registerButton} busy={isSending('register')} busyText={t('register.busy')}>
              {t('register.submit')}
            </Button>
          </div>
        </div>
      </PostForm>
      {!form.refusal && haveAccount}
      <p role="status" className={visuallyHidden}>
        {lastNotes?.error ?? lastNotes?.good}
      </p>
    </div>
  )
}
