import { randomUUID } from 'node:crypto'
import { stringifySetCookie } from 'cookie'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { backofficeSessionMaxMs } from '~/embedded/backoffice/commands/staff'
import { oldReasons } from '~/platform/old-names'
import { sharedStore } from '~/platform/redis.server'
import { config, sealerFor } from '~/platform/settings/config.server'
import { log } from '~/platform/telemetry/log.server'
import { refusals } from '~/platform/telemetry/metrics.server'
import { createRateLimiter } from '~/server/middleware/rate-limiter.server'
import type { RequestInfo } from '~/server/request-info/request-info.server'
import { Alert } from '~/ui/alert/alert'
import { Button, ButtonLink } from '~/ui/button/button'
import { card } from '~/ui/card/card.css'
import { Field } from '~/ui/field/field'
import { stack } from '~/ui/layout/layout.css'
import { minutes, toSeconds } from '~/values/durations'
import { networkOf } from '~/values/request'
import { cleanCode } from '~/values/typed-text'
import { type BackofficeInfo, createCommandClient, type Refusal } from './command-client.server'
import { codeInput, RefusalNote, staffCodeField } from './form/form'
import { drawLists } from './list.server'
import { buttonTo, Hidden, line, note, soft, titledPage, unfold } from './parts'
import { type BackofficeRequest, NotDone, type Page } from './screen'
import type { BackofficeTexts } from './texts'

const sessionSchema = z.object({ token: z.string(), session: z.string() })
type BackofficeSession = z.output<typeof sessionSchema>

const cookieName = 'desk'
const sealer = () => sealerFor('back-office session')

export async function readSession({ cookies }: RequestInfo): Promise<BackofficeSession | undefined> {
  const sealed = cookies.get(cookieName)
  return sealed === undefined ? undefined : sessionSchema.safeParse(await sealer().open(sealed)).data
}

/** Returns the Set-Cookie header for a session, or one that deletes it. Links on other sites never send the cookie. */
export async function sessionCookie(session: BackofficeSession | undefined): Promise<string> {
  const { https } = config
  const [value, maxAge] = session ? [await sealer().seal(session), toSeconds(backofficeSessionMaxMs)] : ['', 0]
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure: https, maxAge } as const
  return stringifySetCookie({ name: https ? `__Host-${cookieName}` : cookieName, value, ...attributes })
}

/** Counts failed logins per network. They never block a correct token from another network. */
const wrongLogins = createRateLimiter(
  { count: 10, seconds: toSeconds(minutes(10)) },
  sharedStore && { name: 'desk-login', store: sharedStore },
)

type Wrong = { name?: string; wait?: number }
type Step = { next: string; typed?: string | undefined; entered?: string | undefined; wrong?: Wrong | undefined }

/** Renders the login form. @param step.entered a sealed, correct name and token that still need a code */
export function loginPage(texts: BackofficeTexts, { wrong, ...hidden }: Step): Page {
  const { t } = texts
  const { typed, entered } = hidden
  const sent = Object.entries(hidden).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const message = wrong && (wrong.wait === undefined ? t('login.wrong') : t('login.wait', { seconds: wrong.wait }))
  const status = wrong ? (wrong.wait === undefined ? 403 : 429) : 200
  const headers: Page['headers'] = wrong?.wait === undefined ? {} : { 'Retry-After': String(wrong.wait) }
  const code = { name: 'code', label: t('login.code'), hint: t('login.code.hint'), ...codeInput }
  const token = { name: 'token', label: t('login.token'), hint: t('login.token.hint') }
  const first = line(
    message && <Alert kind="error">{message}</Alert>,
    typed !== undefined && note(t('login.form'), 'info'),
    <Field
      {...{ name: 'name', label: t('login.name'), hint: t('login.hint'), autoComplete: 'username' }}
      {...{ required: true, defaultValue: wrong?.name, autoCapitalize: 'none', autoFocus: !wrong?.name }}
    />,
    <Field {...token} type="password" autoComplete="current-password" autoFocus={Boolean(wrong?.name)} required />,
  )
  const help = unfold(t('login.server'), soft(t('login.server.text')))
  return titledPage(texts, t('login'), { box: 'login', status, headers })(
    <form className={stack} method="post" action="/backoffice/login">
      <Hidden fields={sent} />
      {entered === undefined ? first : <Field {...code} error={wrong && t('factor.wrong')} required autoFocus />}
      <Button variant="primary">{t('login.enter')}</Button>
      {entered === undefined ? help : <a href={hidden.next}>{t('login.other')}</a>}
    </form>,
  )
}

const unreadable = '-'

export function keyOf(typed: string | null | undefined, clean = cleanCode): string | undefined {
  const text = clean(typed ?? '')
  if (text === '') return undefined
  return /^[ -~]{1,1024}$/.test(text) ? text : unreadable
}

type SessionStart = BackofficeSession | 'unavailable' | 'code-needed' | 'code-wrong' | { wrong: Wrong }

/** Starts a session. @returns the session, a request for a missing code, or the same message for any failed login */
export async function startSession(form: URLSearchParams, info: BackofficeInfo): Promise<SessionStart> {
  const { requestId, clientIp } = info
  const [name, code] = ['name', 'code'].map((field) => keyOf(form.get(field)))
  const token = keyOf(form.get('token'), (typed) => typed.trim())
  const network = networkOf(clientIp)
  const wait = await wrongLogins.consume(network)
  const wrong = { name: (form.get('name') ?? '').slice(0, 64) }
  // After too many failed logins, an attempt is rejected without checking its token.
  const client = createCommandClient({ token: wait === undefined ? (token ?? unreadable) : unreadable, code }, info)
  const outcome = await client.call('begin-desk-session', { name: (name ?? unreadable).slice(0, 64) })
  if (outcome.kind === 'unavailable') return outcome.kind
  if (outcome.kind === 'done' && outcome.result.session !== undefined) {
    await wrongLogins.refund(network)
    log.info({ requestId, who: name }, 'back-office login')
    return { token: token ?? unreadable, session: outcome.result.session }
  }
  if (outcome.kind === 'ended' && outcome.needsCode && code === undefined) {
    await wrongLogins.refund(network)
    return 'code-needed'
  }
  for (const reason of Object.entries(oldReasons).flat()) refusals.inc({ reason })
  if (outcome.kind === 'refused') return 'code-wrong'
  return { wrong: wait === undefined ? wrong : { ...wrong, wait } }
}

export async function factorScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { form, operator, client, t } = backoffice
  const setup = form?.get('setup') ?? undefined
  if (form && setup !== undefined) {
    const code = cleanCode(form.get('code') ?? '')
    const set = await client.call('set-factor', { code, setup, requestId: randomUUID() })
    if (set.kind === 'done') return codesPage(backoffice, set.result.codes ?? [])
    if (set.kind !== 'refused') throw new NotDone(set)
    const isOver = set.refusal.wrong?.some(({ field }) => field === 'setup')
    return isOver ? setUpPage(backoffice, t('factor.over')) : setUpPage(backoffice, t('factor.wrong'), setup)
  }
  if (form || operator.secondFactor === 'needed') return setUpPage(backoffice)
  return statePage(backoffice)
}

async function setUpPage(backoffice: BackofficeRequest, wrong?: string, startedSetup?: string): Promise<Page> {
  const { client, operator, t } = backoffice
  const started = await client.call('begin-factor', { requestId: randomUUID(), setup: startedSetup })
  if (started.kind === 'refused') return statePage(backoffice, started.refusal)
  if (started.kind !== 'done') throw new NotDone(started)
  const { secret = '', uri = '', setup = '' } = started.result
  const picture = { __html: renderSVG(uri, { border: 2 }) }
  return titledPage(backoffice, t('factor.title'), { status: wrong ? 422 : 200, box: 'login' })(
    <p>{t('factor.scan')}</p>,
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the SVG and its address are generated here.
    <div className="code-picture" role="img" aria-label={t('factor.picture')} dangerouslySetInnerHTML={picture} />,
    <p>
      {t('factor.secret')} <code data-copy={secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
    </p>,
    <form className={stack} method="post" action="/backoffice/factor">
      <Hidden fields={[['setup', setup]]} />
      <Field {...{ name: 'code', label: t('login.code'), error: wrong, ...codeInput, required: true }} autoFocus />
      <Button variant="primary">{t('factor.set')}</Button>
      {operator.secondFactor !== 'needed' && <a href="/backoffice/factor">{t('form.leave')}</a>}
    </form>,
  )
}

const codesPage = (backoffice: BackofficeRequest, codes: readonly string[]): Page =>
  titledPage(backoffice, backoffice.t('factor.done'), { box: 'login' })(
    <p>{backoffice.t('factor.codes')}</p>,
    <ul className="codes" data-copy={codes.join('\n')}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>,
    <div className="row">
      <ButtonLink to={`data:text/plain,${encodeURIComponent(codes.join('\n'))}`} download="recovery-codes.txt">
        {backoffice.t('form.download')}
      </ButtonLink>
    </div>,
    buttonTo('/backoffice', backoffice.t('factor.kept'), { variant: 'primary' }),
  )

async function statePage(backoffice: BackofficeRequest, refusal?: Refusal): Promise<Page> {
  const { operator, t } = backoffice
  const sessions = await drawLists(backoffice, [{ command: 'desk-sessions' }])
  const isAsked = refusal?.status === 'code_again'
  const isSet = operator.secondFactor === 'set'
  return titledPage(backoffice, t('factor.title'), { status: refusal ? 422 : 200 })(
    <section className={`${card} narrow`}>
      {!isAsked && <RefusalNote texts={backoffice} refusal={refusal} />}
      <p>{t(isSet ? 'factor.is' : 'factor.none')}</p>
      <form className={stack} method="post" action="/backoffice/factor">
        {staffCodeField(backoffice, 'begin-factor', isAsked)}
        <div>
          <Button>{t(isSet ? 'factor.another' : 'factor.begin')}</Button>
        </div>
      </form>
    </section>,
    sessions,
  )
}
