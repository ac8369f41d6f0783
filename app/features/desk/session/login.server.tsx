import { sharedStore } from '~/platform/redis.server'
import { log } from '~/platform/telemetry/log.server'
import { refusals } from '~/platform/telemetry/metrics.server'
import { networkOf } from '~/server/request-info/client-ip.server'
import { createRateLimiter } from '~/server/steps/rate-limiter.server'
import { minutes, toSeconds } from '~/values/durations'
import { type DeskInfo, openDoor } from '../door.server'
import { Field } from '../form/form'
import { Note, Press } from '../parts'
import type { Page } from '../screen'
import type { DeskTexts } from '../texts'
import type { DeskSession } from './session.server'

/** Wrong log-ins of one network. A right token of another one is never refused for them. */
const wrongLogins = createRateLimiter(
  { count: 10, seconds: toSeconds(minutes(10)) },
  sharedStore && { name: 'desk-login', store: sharedStore },
)

/** The page that asks who comes. `typed`: a sealed form that comes back after it; `wrong`: what was wrong with what came. */
export function loginPage(
  { t }: DeskTexts,
  { next, typed, wrong }: { next: string; typed?: string | undefined; wrong?: { name: string; wait?: number } },
): Page {
  const message = wrong && (wrong.wait === undefined ? t('login.wrong') : t('login.wait', { seconds: wrong.wait }))
  return {
    title: t('login'),
    status: wrong ? (wrong.wait === undefined ? 403 : 429) : 200,
    ...(wrong?.wait === undefined ? {} : { headers: { 'Retry-After': String(wrong.wait) } }),
    body: (
      <section className="login">
        <h1>{t('login')}</h1>
        {message && <Note tone="bad" isAlert text={message} />}
        <form method="post" action="/desk/login">
          <input type="hidden" name="next" value={next} />
          {typed !== undefined && <input type="hidden" name="typed" value={typed} />}
          {typed !== undefined && <Note text={t('login.form')} />}
          <Field name="name" title={t('login.name')} hint={t('login.hint')}>
            {(shared) => (
              <input {...shared} autoComplete="username" required defaultValue={wrong?.name} autoCapitalize="none" />
            )}
          </Field>
          <Field name="token" title={t('login.token')}>
            {(shared) => <input {...shared} type="password" autoComplete="current-password" required />}
          </Field>
          <Field name="code" title={t('login.code')} hint={t('login.code.hint')}>
            {(shared) => <input {...shared} autoComplete="one-time-code" autoCapitalize="none" />}
          </Field>
          <Press className="primary" text={t('login.enter')} />
        </form>
      </section>
    ),
  }
}

/** What nobody is called, and no token or code is. */
const unreadable = '-'

/** A name, token or code as it was typed, in ASCII; undefined: nothing was. Full-width signs count as what they stand for. */
export function keyOf(typed: string | null | undefined): string | undefined {
  const text = (typed ?? '').normalize('NFKC').trim()
  if (text === '') return undefined
  return /^[ -~]{1,1024}$/.test(text) ? text : unreadable
}

/**
 * Begins a session for a name, a token and, where its second factor is set up, a code.
 *
 * @returns the session, or what the login page says: one thing for every wrong one. `unavailable`: the store can't be reached.
 */
export async function beginSession(
  form: URLSearchParams,
  info: DeskInfo,
): Promise<DeskSession | 'unavailable' | { wrong: { name: string; wait?: number } }> {
  const { requestId, clientIp } = info
  const [name, token, code] = ['name', 'token', 'code'].map((field) => keyOf(form.get(field)))
  const network = networkOf(clientIp)
  const wait = await wrongLogins.consume(network)
  const wrong = { name: (form.get('name') ?? '').slice(0, 64) }
  if (wait !== undefined) return { wrong: { ...wrong, wait } }
  const door = openDoor({ token: token ?? unreadable, code }, info)
  const outcome = await door.call('begin-desk-session', { name: (name ?? unreadable).slice(0, 64) })
  if (outcome.kind === 'unavailable') return outcome.kind
  if (outcome.kind === 'done' && outcome.result.session !== undefined) {
    await wrongLogins.refund(network)
    log.info({ requestId, who: name }, 'somebody came to the desk')
    return { token: token ?? unreadable, session: outcome.result.session }
  }
  refusals.inc({ reason: 'desk-login' })
  log.warn({ requestId, address: clientIp }, 'a wrong log-in at the desk')
  return { wrong }
}
