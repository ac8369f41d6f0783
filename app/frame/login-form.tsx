import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { type MessageKey, useI18n, type Values } from '~/i18n/i18n'
import { type MessageText, messageTextWithReference } from '~/i18n/message-text'
import { Alert } from '~/ui/alert/alert'
import { Button, ButtonLink } from '~/ui/button/button'
import { useDialogs } from '~/ui/dialog/dialogs'
import { Field } from '~/ui/field/field'
import { PasswordField } from '~/ui/field/password-field'
import { form as column } from '~/ui/form/form.css'
import { leaveOpenModals } from '~/ui/modal/close-on-back'
import { registerHref } from '~/values/login-href'
import { numberedMessages } from '~/values/numbered-messages'
import { pathOnSite } from '~/values/path-on-site'
import { callApi, isSuccess } from './call-api'
import { usePathAfterLogin } from './current-path'
import { setFlashCookie } from './flash-message'
import type { Refusal } from './parts/refusal-dialog'
import { useSession } from './session-state'

/** Key in localStorage of the id that last signed in. The server's cookie for it has the same name. */
const rememberedIdKey = 'userId'

/**
 * Signs in by an API call, with a dialog that says so meanwhile, then loads `next` as a document or shows the refusal in a
 * dialog. When that closes, the empty field or the selected password has the focus. A lost connection is said in the form,
 * which keeps what was typed. Without JavaScript the same form is posted to /login, which answers 303 or shows the form
 * again.
 */
function useSignIn(next: string) {
  const i18n = useI18n()
  const { showLoading, showMessage } = useDialogs()
  const { withLoadingState } = useSession()
  const [isBusy, setIsBusy] = useState(false)
  const [isResponseLost, setIsResponseLost] = useState(false)
  useEffect(() => {
    // A page restored from the back/forward cache.
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
    if (id === '') return showRefusalMessage('msg_auth_error', inputOf(form, 'id'), 'warning')
    if (pw === '') return showRefusalMessage('msg_auth_error', inputOf(form, 'pw'), 'warning')

    setIsBusy(true)
    setIsResponseLost(false)
    const done = showLoading({ title: i18n.t(numberedMessages.loggingIn) })
    const result = await withLoadingState(callApi('user-do-login', { id, pw }))
    done()

    if (result.kind === 'answered' && isSuccess(result.response)) {
      storeRememberedId(id)
      setFlashCookie({ kind: 'success', message: 'msg_auth_success' })
      await leaveOpenModals()
      return window.location.replace(next)
    }
    setIsBusy(false)
    // In the page: the dialog's code may not be loaded yet.
    if (result.kind !== 'answered' && result.code === 'offline') return setIsResponseLost(true)
    const input = inputOf(form, 'pw')
    input.select()
    if (result.kind === 'answered' || result.code === 'unauthenticated')
      return showRefusalMessage(numberedMessages.wrongLogin, input)
    // The response's own message tells which limit it was, the site's or the upstream's.
    if (result.code === 'limited' && result.message) return showRefusal({ title: result.message }, input, 'warning')
    const values: Values = result.requestId ? { reference: result.requestId } : {}
    showRefusalMessage('problem.unavailable.title', input, 'error', values)
  }

  function showRefusalMessage(message: MessageKey, input: HTMLElement, kind?: Refusal['kind'], values?: Values) {
    const refusalText = messageTextWithReference(i18n, message, values)
    if (refusalText) showRefusal(refusalText, input, kind)
  }

  function showRefusal(refusalText: MessageText, returnFocusTo: HTMLElement, kind: Refusal['kind'] = 'error') {
    void showMessage({ ...refusalText, kind, button: i18n.t('common.ok'), returnFocusTo })
  }

  return { signIn, isBusy, isResponseLost }
}

function inputOf(form: HTMLFormElement, name: 'id' | 'pw'): HTMLInputElement {
  const input = form.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement)) throw new Error(`The login form has no input ${name}`)
  return input
}

interface LoginFormProps {
  /** Decides the ids of the fields: `id` and `pw` on the page, prefixed ones in the drawer. */
  placement?: 'page' | 'drawer'
  /** Initial value of the id field: the typed id, or the remembered one. */
  initialId?: string
  serverRefusal?: Refusal | null
  /** The `next` of a refused attempt, whose response has none in its URL. Default: from the current location. */
  next?: string
  /** The fields of a form that was sent after its session had ended, sealed by the server. */
  sealedForm?: string
  /** Shown above the fields while there is no refusal. */
  children?: ReactNode
}

/** The sign-in form, in the drawer and on /login. */
export function LoginForm({
  placement = 'drawer',
  initialId = '',
  serverRefusal,
  next: givenNext,
  sealedForm,
  children,
}: LoginFormProps) {
  const { t } = useI18n()
  const here = usePathAfterLogin()
  const next = givenNext === undefined ? here : (pathOnSite(givenNext) ?? href('/'))
  const { signIn, isBusy, isResponseLost } = useSignIn(next)
  const box = useRef<HTMLFormElement>(null)
  const prefix = placement === 'page' ? '' : 'drawer-'

  useEffect(() => {
    if (!box.current) return
    const input = inputOf(box.current, 'id')
    if (input.value !== '') return
    input.value = readRememberedId()
    if (input.value !== '' && document.activeElement === input) inputOf(box.current, 'pw').focus()
  }, [])

  return (
    <form
      ref={box}
      method="post"
      action={href('/login')}
      className={column}
      // With a sealed form the browser submits natively: the server's response restores the typed fields.
      onSubmit={sealedForm === undefined ? signIn : undefined}
      noValidate
    >
      {isResponseLost ? (
        <Alert kind="warning" title={t('connection.lost')}>
          <p>{t('login.lost')}</p>
          <Button size="small" busy={isBusy}>
            {t('connection.repeat')}
          </Button>
        </Alert>
      ) : serverRefusal ? (
        <Alert kind={serverRefusal.kind ?? 'error'} title={serverRefusal.title}>
          {serverRefusal.text && <p>{serverRefusal.text}</p>}
        </Alert>
      ) : (
        children
      )}
      <input type="hidden" name="next" value={next} />
      {sealedForm !== undefined && <input type="hidden" name="typed" value={sealedForm} />}
      <Field
        name="id"
        id={`${prefix}id`}
        defaultValue={initialId}
        label={t('login.id')}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        autoFocus={initialId === ''}
      />
      <PasswordField
        name="pw"
        id={`${prefix}pw`}
        label={t('login.pw')}
        autoComplete="current-password"
        required
        autoFocus={initialId !== ''}
        show={t('password.show')}
        hide={t('password.hide')}
      />
      <Button variant="primary" size="big" wide busy={isBusy}>
        {t('login.submit')}
      </Button>
      <ButtonLink to={registerHref(placement === 'page' ? next : undefined)} variant="line" size="big" wide>
        {t('login.register')}
      </ButtonLink>
    </form>
  )
}

function readRememberedId(): string {
  try {
    return localStorage.getItem(rememberedIdKey) ?? ''
  } catch {
    return ''
  }
}

/** Does nothing when the storage is full or blocked. */
function storeRememberedId(id: string): void {
  try {
    localStorage.setItem(rememberedIdKey, id)
  } catch {}
}
