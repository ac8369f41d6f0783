import { AsyncLocalStorage } from 'node:async_hooks'
import type { RouterContextProvider } from 'react-router'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { z } from 'zod'
import { type ReadFormResult, readForm } from '~/forms/read-form.server'
import { getForm } from '~/server/middleware/body.server'
import type { OutcomeOf } from '~/upstream/outcome'
import { signIn } from './sign-in.server'

type Context = Readonly<RouterContextProvider>

const loginForm = z.object({ id: z.string().trim().default(''), pw: z.string().default('') })

type FormLogin = { form: ReadFormResult<z.output<typeof loginForm>>; outcome: OutcomeOf<'user-do-login'> }

const requestContext = new AsyncLocalStorage<Context>()

const authenticator = new Authenticator<FormLogin>().use(
  new FormStrategy(async ({ form: posted }) => {
    const context = requestContext.getStore()
    if (!context) throw new Error('request has no context: call authenticateForm')
    const form = readForm(posted, loginForm, { shownAgain: ['typed'] })
    if (form.kind === 'invalid') return { form, outcome: { kind: 'invalid', fields: form.fields } }
    return { form, outcome: await signIn(context, form.values) }
  }),
  'login-form',
)

/** Signs a member in by the form; a wrong login is an outcome. @throws the error pages of `getForm`. */
export async function authenticateForm(request: Request, context: Context): Promise<FormLogin> {
  // The request's own body was read, and bounded, before its route.
  const body = new URLSearchParams([...getForm(context)].map(([name, value]) => [name, String(value)]))
  const bounded = new Request(request.url, { method: request.method, body })
  return requestContext.run(context, () => authenticator.authenticate('login-form', bounded))
}
