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

/** Where a browser keeps the id that last logged in; the server keeps it in the cookie of that name. */
const rememberedId = 'userId'

/**
 * Logging in where scripts run: asks the site without leaving the page, says msg2307 meanwhile, then loads the page
 * anew, or says why not. Without scripts the same form is posted to /login, which answers 303 or shows the form again.
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
    // The site knows which limit it was, its own or the upstream's.
    if (came.code === 'limited' && came.message) return show({ title: came.message }, 'warning')
    if (came.code === 'offline') return refuse('connection.lost', { kind: 'warning' })
    refuse('problem.unavailable.title', { values: came.requestId ? { reference: came.requestId } : {} })
  }

  /** By a dialog, because the eye is on the button, and over the fields, where it stays. */
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
  /** On /login the fields have the names of the contract as ids; in the drawer, ids of its own. */
  place?: 'page' | 'drawer'
  /** The id that was typed, or the one remembered. */
  id?: string
  /** What the server said of the last try. */
  refused?: Refusal | null
  /** Where a refused try wanted to go on to: its answer has no `next` in the address. */
  next?: string
  /** Sealed by the site: what was typed into a form when the session ended. */
  typed?: string
  /** Stands over the fields while nothing is wrong. */
  children?: ReactNode
}

/** Id and password, in the drawer and on /login. */
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
      // What was typed elsewhere goes back with the answer to this very form: the browser sends it itself.
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

/** Storage may be full or forbidden; then the id is typed again. */
function remember(id: string): void {
  try {
    localStorage.setItem(rememberedId, id)
  } catch {}
}
