import { randomUUID } from 'node:crypto'
import { renderSVG } from 'uqr'
import type { Refusal } from '../door.server'
import { CodeField, Field } from '../form/form'
import { RefusalNote } from '../form/refusal'
import { sideList } from '../list.server'
import { A, Press } from '../parts'
import { type DeskRequest, NotDone, type Page } from '../screen'

/** One's own second factor and sessions. Where everybody has to have a factor, it comes before all else. */
export async function factorScreen(desk: DeskRequest): Promise<Page> {
  const { form, operator, door, texts } = desk
  const { t } = texts
  const setup = form?.get('setup') ?? undefined
  if (form && setup !== undefined) {
    const code = (form.get('code') ?? '').normalize('NFKC')
    const set = await door.call('set-factor', { code, setup, requestId: randomUUID() })
    if (set.kind === 'done') return codesPage(desk, set.result.codes ?? [])
    if (set.kind !== 'refused') throw new NotDone(set)
    const isOver = set.refusal.wrong?.some(({ field }) => field === 'setup')
    return setUpPage(desk, isOver ? { wrong: t('factor.over') } : { wrong: t('factor.wrong'), setup })
  }
  if (form || operator.secondFactor === 'needed') return setUpPage(desk)
  return statePage(desk)
}

/** The picture and the secret that an app reads, and the field of its first code. */
async function setUpPage(
  desk: DeskRequest,
  { wrong, setup: begunBefore }: { wrong?: string; setup?: string } = {},
): Promise<Page> {
  const { door, texts } = desk
  const { t } = texts
  const begun = await door.call('begin-factor', { requestId: randomUUID(), ...(begunBefore && { setup: begunBefore }) })
  if (begun.kind === 'refused') return statePage(desk, begun.refusal)
  if (begun.kind !== 'done') throw new NotDone(begun)
  const { secret = '', uri = '', setup = '' } = begun.result
  const picture = { __html: renderSVG(uri, { border: 2 }) }
  return {
    title: t('factor.title'),
    status: wrong ? 422 : 200,
    body: (
      <section className="login">
        <h1>{t('factor.title')}</h1>
        <p>{t('factor.scan')}</p>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here, of an address that is made here. */}
        <div className="code-picture" role="img" aria-label={t('factor.picture')} dangerouslySetInnerHTML={picture} />
        <p>
          {t('factor.secret')} <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <form method="post" action="/desk/factor">
          <input type="hidden" name="setup" value={setup} />
          <Field name="code" title={t('login.code')} errors={wrong ? [wrong] : []}>
            {(shared) => <input {...shared} required inputMode="numeric" autoComplete="one-time-code" />}
          </Field>
          <Press className="primary" text={t('factor.set')} />
        </form>
      </section>
    ),
  }
}

/** The recovery codes, once. */
function codesPage({ texts: { t } }: DeskRequest, codes: readonly string[]): Page {
  return {
    title: t('factor.done'),
    body: (
      <section className="login">
        <h1>{t('factor.done')}</h1>
        <p>{t('factor.codes')}</p>
        <ul className="codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <A className="button primary" to="/desk" text={t('factor.kept')} />
      </section>
    ),
  }
}

/** Whether there is one, and the sessions that live. */
async function statePage(desk: DeskRequest, refusal?: Refusal): Promise<Page> {
  const { texts, operator } = desk
  const { t } = texts
  const sessions = await sideList(desk, {
    command: 'desk-sessions',
    title: t('sessions'),
    tools: ({ id }) => [['end-desk-session', { id: String(id) }]],
  })
  const isAsked = refusal?.status === 'code_again'
  return {
    title: t('factor.title'),
    status: refusal ? 422 : 200,
    body: (
      <>
        <section className="narrow">
          <h1>{t('factor.title')}</h1>
          {refusal && !isAsked && <RefusalNote texts={texts} refusal={refusal} />}
          <p>{t(operator.secondFactor === 'set' ? 'factor.is' : 'factor.none')}</p>
          <form method="post" action="/desk/factor">
            <CodeField desk={desk} command="begin-factor" isAsked={isAsked} />
            <Press text={t(operator.secondFactor === 'set' ? 'factor.another' : 'factor.begin')} />
          </form>
        </section>
        {sessions}
      </>
    ),
  }
}
