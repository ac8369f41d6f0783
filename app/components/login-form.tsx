import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { type MessageKey, useI18n, type Values } from '~/i18n/i18n'
import { type MessageText, messageTextWithReference } from '~/i18n/message-text'
import { useCurrentPath, useLoginNext, useRouteHandle } from '~/navigation/current-page'
import { callApi, isSuccess } from '~/session/call-api'
import { useSession } from '~/session/session-context'
import { Alert } from '~/ui/alert/alert'
import { Button, ButtonLink } from '~/ui/button/button'
import { useDialogs } from '~/ui/dialog/dialogs'
import { Field } from '~/ui/field/field'
import { form as column } from '~/ui/form/form.css'
import { cookieCheckHref, pathOnSite, registerHref } from '~/values/addresses'
import { numberedMessages } from '~/values/numbered-messages'
import { RequiredPasswordField } from './password-fields'

const rememberedIdKey = 'userId'

type LoginRefusal = MessageText & { kind?: 'warning' }

/** Logs in through the API, then loads `next` or shows the error. Without JavaScript, the form is posted to /login. */
function useSignIn(next: string) {
  const i18n = useI18n()
  const { showLoading } = useDialogs()
  const { withLoadingState } = useSession()
  const [isBusy, setIsBusy] = useState(false)
  const [isResponseLost, setIsResponseLost] = useState(false)
  const [refusal, setRefusal] = useState<LoginRefusal | null>()
  useEffect(() => {
    const reset = () => setIsBusy(false)
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [])

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const id = inputOf(form, 'id').value.trim()
    const pw = inputOf(form, 'pw').value
    const password = inputOf(form, 'pw')
    if (id === '' || pw === '') {
      setRefusal(toRefusal('msg_auth_error', 'warning'))
      return (id === '' ? inputOf(form, 'id') : password).focus()
    }

    // When the loading dialog closes, the focus returns to this field.
    password.focus()
    setIsBusy(true)
    setIsResponseLost(false)
    setRefusal(null)
    const done = showLoading({ title: i18n.t(numberedMessages.loggingIn) })
    const result = await withLoadingState(callApi('user-do-login', { id, pw }))
    done()

    if (result.kind === 'answered' && isSuccess(result.response)) {
      storeId(result.response.user?.userId)
      return window.location.replace(cookieCheckHref(next))
    }
    if (result.kind === 'answered' && result.response.status === 'second_factor')
      return window.location.assign(`${href('/login/code')}?next=${encodeURIComponent(next)}`)
    setIsBusy(false)
    if (result.kind !== 'answered' && result.code === 'offline') return setIsResponseLost(true)
    password.select()
    if (result.kind === 'answered' || result.code === 'unauthenticated')
      return setRefusal(toRefusal(numberedMessages.wrongLogin))
    // The message says whether the site's or the upstream's limit was exceeded.
    if (result.code === 'limited' && result.message) return setRefusal({ title: result.message, kind: 'warning' })
    const values: Values = result.reference ? { reference: result.reference } : {}
    setRefusal(toRefusal('problem.unavailable.title', undefined, values))
  }

  function toRefusal(message: MessageKey, kind?: LoginRefusal['kind'], values?: Values): LoginRefusal | null {
    const text = messageTextWithReference(i18n, message, values)
    return text && { ...text, ...(kind === undefined ? {} : { kind }) }
  }

  return { signIn, isBusy, isResponseLost, refusal }
}

function inputOf(form: HTMLFormElement, name: 'id' | 'pw'): HTMLInputElement {
  const input = form.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement)) throw new Error(`login form: no input ${name}`)
  return input
}

interface LoginFormProps {
  placement?: 'page' | 'drawer'
  initialId?: string
  serverRefusal?: LoginRefusal | null
  next?: string
  /** The sealed fields of a form that was submitted after its session ended. */
  sealedForm?: string
  belowPassword?: ReactNode
  children?: ReactNode
}

export function LoginForm(props: LoginFormProps) {
  const { placement = 'drawer', initialId = '', serverRefusal, next: givenNext, sealedForm } = props
  const { t } = useI18n()
  const here = useCurrentPath()
  const pageNext = useLoginNext()
  const { isLogin } = useRouteHandle()
  const ownNext = isLogin ? (pageNext ?? href('/')) : here
  const next = givenNext === undefined ? ownNext : (pathOnSite(givenNext) ?? href('/'))
  const { signIn, isBusy, isResponseLost, refusal = serverRefusal } = useSignIn(next)
  const box = useRef<HTMLFormElement>(null)
  const isWrong = refusal?.title === t(numberedMessages.wrongLogin)
  const prefix = placement === 'page' ? '' : 'drawer-'

  useEffect(() => {
    if (!box.current) return
    const input = inputOf(box.current, 'id')
    if (input.value !== '') return
    input.value = readStoredId()
    if (input.value !== '' && document.activeElement === input) inputOf(box.current, 'pw').focus()
  }, [])

  return (
    <form
      ref={box}
      method="post"
      action={href('/login')}
      className={column}
      // To restore a saved form, the login is submitted natively, because the fields are in the server's response.
      onSubmit={sealedForm === undefined ? signIn : undefined}
      noValidate
    >
      {sealedForm !== undefined && <Alert kind="info">{t('login.saved')}</Alert>}
      {isResponseLost ? (
        <Alert kind="warning" title={t('connection.lost')}>
          <p>{t('login.lost')}</p>
          <Button size="small" busy={isBusy}>
            {t('connection.repeat')}
          </Button>
        </Alert>
      ) : refusal ? (
        <Alert kind={refusal.kind ?? 'error'} title={refusal.title}>
          {refusal.text && <p>{refusal.text}</p>}
        </Alert>
      ) : (
        props.children
      )}
      <input type="hidden" name="next" value={next} />
      {sealedForm !== undefined && <input type="hidden" name="typed" value={sealedForm} autoComplete="off" />}
      <LoginIdField id={`${prefix}id`} defaultValue={initialId} autoFocus={initialId === ''} aria-invalid={isWrong} />
      <RequiredPasswordField
        name="pw"
        id={`${prefix}pw`}
        label={t('login.pw')}
        autoComplete="current-password"
        aria-invalid={isWrong}
        autoFocus={initialId !== ''}
      />
      {props.belowPassword}
      <Button variant="primary" size="big" wide busy={isBusy}>
        {t('nav.login')}
      </Button>
      <ButtonLink to={registerHref(placement === 'page' ? next : undefined)} variant="line" wide>
        {t('login.register')}
      </ButtonLink>
    </form>
  )
}

function readStoredId(): string {
  try {
    return localStorage.getItem(rememberedIdKey) ?? ''
  } catch {
    return ''
  }
}

function storeId(userId: string | undefined): void {
  if (userId === undefined) return
  try {
    localStorage.setItem(rememberedIdKey, userId)
  } catch {}
}

export function LoginIdField(props: Omit<ComponentProps<typeof Field>, 'name' | 'label'>) {
  const { t } = useI18n()
  return (
    <Field
      {...props}
      name="id"
      label={t('login.id')}
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  )
}
