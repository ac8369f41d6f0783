import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type MessageKey, useWords, type Values } from '~/i18n/words'
import { pathOnSite } from '~/paths/path-on-site'
import { Button, ButtonLink } from '~/ui/button/button'
import { useAsk } from '~/ui/dialog/ask'
import { Field, PasswordField } from '~/ui/field/field'
import { form as column } from '~/ui/form/form.css'
import { Say } from '~/ui/say/say'
import { callApi, succeeded } from '~/upstream/browser'
import { useAfterLogin } from './here'
import { sayOnNextPage } from './page-notice'
import type { Refusal } from './refusal-dialog'
import { type Said, saidWithReference } from './said'
import { useSession } from './session-state'

/** Key in localStorage of the id that last signed in. The server's cookie for it has the same name. */
const rememberedId = 'userId'

/**
 * Signs in by an API call, with msg2307 in a dialog meanwhile, then loads `next` as a document or shows the refusal.
 * Without JavaScript the same form is posted to /login, which answers 303 or shows the form again.
 */
export function useLogIn(next: string) {
  const words = useWords()
  const { loading, tell } = useAsk()
  const { during } = useSession()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const busy = useRef(false)

  async function logIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy.current) return
    const typed = new FormData(event.currentTarget)
    const id = String(typed.get('id') ?? '').trim()
    const pw = String(typed.get('pw') ?? '')
    if (id === '' || pw === '') return refuse('msg_auth_error', { kind: 'warning' })

    busy.current = true
    setRefusal(null)
    const done = loading({ title: words.t('msg2307') })
    const came = await during(callApi('user-do-login', { id, pw }))
    done()
    busy.current = false

    if (came.kind === 'answered' && succeeded(came.answer)) {
      remember(id)
      sayOnNextPage({ kind: 'success', message: 'msg_auth_success' })
      return window.location.assign(next)
    }
    if (came.kind === 'answered' || came.code === 'unauthenticated') return refuse('msg2030')
    // The answer's own message tells which limit it was, the site's or the upstream's.
    if (came.code === 'limited' && came.message) return show({ title: came.message }, 'warning')
    if (came.code === 'offline') return refuse('connection.lost', { kind: 'warning' })
    refuse('problem.unavailable.title', { values: came.requestId ? { reference: came.requestId } : {} })
  }

  /** Shows why the sign-in failed: in a dialog, and above the fields, where it stays. */
  function refuse(message: MessageKey, { kind, values }: { kind?: Refusal['kind']; values?: Values } = {}) {
    const said = saidWithReference(words, message, values)
    if (said) show(said, kind)
  }

  function show(said: Said, kind?: Refusal['kind']) {
    setRefusal({ ...said, kind })
    tell({ ...said, kind: kind ?? 'error', button: words.t('common.ok') })
  }

  return { logIn, refusal }
}

interface LoginFormProps {
  /** Decides the ids of the fields: `id` and `pw` on the page, prefixed ones in the drawer. */
  place?: 'page' | 'drawer'
  /** Initial value of the id field: the typed id, or the remembered one. */
  id?: string
  /** Why the server refused the last attempt. */
  refused?: Refusal | null
  /** The `next` of a refused attempt, whose answer has none in its URL. Default: from the current location. */
  next?: string
  /** The fields of a form that was sent after its session had ended, sealed by the server. */
  typed?: string
  /** Shown above the fields while there is no refusal. */
  children?: ReactNode
}

/** The sign-in form, in the drawer and on /login. */
export function LoginForm({ place = 'drawer', id = '', refused, next: wanted, typed, children }: LoginFormProps) {
  const { t } = useWords()
  const here = useAfterLogin()
  const next = wanted === undefined ? here : (pathOnSite(wanted) ?? '/')
  const { logIn, refusal } = useLogIn(next)
  const failure = refusal ?? refused
  const box = useRef<HTMLFormElement>(null)
  const prefix = place === 'page' ? '' : 'drawer-'

  useEffect(() => {
    const input = box.current?.querySelector<HTMLInputElement>('input[name=id]')
    if (input && input.value === '') input.value = recall()
  }, [])

  return (
    <form
      ref={box}
      method="post"
      action="/login"
      className={column}
      // With a sealed form the browser submits natively: the server's answer restores the typed fields.
      onSubmit={typed === undefined ? logIn : undefined}
      noValidate
    >
      {failure ? (
        <Say kind={failure.kind ?? 'error'} title={failure.title}>
          {failure.text && <p>{failure.text}</p>}
        </Say>
      ) : (
        children
      )}
      <input type="hidden" name="next" value={next} />
      {typed !== undefined && <input type="hidden" name="typed" value={typed} />}
      <Field
        name="id"
        id={`${prefix}id`}
        defaultValue={id}
        label={t('login.id')}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        autoFocus
      />
      <PasswordField
        name="pw"
        id={`${prefix}pw`}
        label={t('login.pw')}
        autoComplete="current-password"
        required
        show={t('password.show')}
        hide={t('password.hide')}
      />
      <Button look="primary" size="big" wide>
        {t('login.submit')}
      </Button>
      <ButtonLink to="/register" look="line" size="big" wide>
        {t('login.register')}
      </ButtonLink>
    </form>
  )
}

function recall(): string {
  try {
    return localStorage.getItem(rememberedId) ?? ''
  } catch {
    return ''
  }
}

/** Does nothing when the storage is full or blocked. */
function remember(id: string): void {
  try {
    localStorage.setItem(rememberedId, id)
  } catch {}
}
