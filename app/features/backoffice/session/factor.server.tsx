import { randomUUID } from 'node:crypto'
import { renderSVG } from 'uqr'
import { cleanCode } from '~/values/typed-text'
import type { Refusal } from '../door.server'
import { CodeField, codeInput, Field } from '../form/form'
import { RefusalNote } from '../form/refusal'
import { drawLists } from '../list.server'
import { A, Hidden, Press, titledPage } from '../parts'
import { type BackofficeRequest, NotDone, type Page } from '../screen'

/** One's own second factor and sessions. Where everybody has to have a factor, it comes before all else. */
export async function factorScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { form, operator, door, t } = backoffice
  const setup = form?.get('setup') ?? undefined
  if (form && setup !== undefined) {
    const code = cleanCode(form.get('code') ?? '')
    const set = await door.call('set-factor', { code, setup, requestId: randomUUID() })
    if (set.kind === 'done') return codesPage(backoffice, set.result.codes ?? [])
    if (set.kind !== 'refused') throw new NotDone(set)
    const isOver = set.refusal.wrong?.some(({ field }) => field === 'setup')
    return setUpPage(backoffice, isOver ? { wrong: t('factor.over') } : { wrong: t('factor.wrong'), setup })
  }
  if (form || operator.secondFactor === 'needed') return setUpPage(backoffice)
  return statePage(backoffice)
}

async function setUpPage(
  backoffice: BackofficeRequest,
  { wrong, setup: begunBefore }: { wrong?: string; setup?: string } = {},
): Promise<Page> {
  const { door, t } = backoffice
  const begun = await door.call('begin-factor', { requestId: randomUUID(), ...(begunBefore && { setup: begunBefore }) })
  if (begun.kind === 'refused') return statePage(backoffice, begun.refusal)
  if (begun.kind !== 'done') throw new NotDone(begun)
  const { secret = '', uri = '', setup = '' } = begun.result
  const picture = { __html: renderSVG(uri, { border: 2 }) }
  return titledPage(
    t('factor.title'),
    { status: wrong ? 422 : 200, box: 'login' },
    <p>{t('factor.scan')}</p>,
    // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here, of an address that is made here.
    <div className="code-picture" role="img" aria-label={t('factor.picture')} dangerouslySetInnerHTML={picture} />,
    <p>
      {t('factor.secret')} <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
    </p>,
    <form method="post" action="/backoffice/factor">
      <Hidden fields={[['setup', setup]]} />
      <Field
        {...{ name: 'code', title: t('login.code'), errors: wrong ? [wrong] : [] }}
        {...{ ...codeInput, required: true, inputMode: 'numeric' }}
      />
      <Press className="primary" text={t('factor.set')} />
    </form>,
  )
}

const codesPage = ({ t }: BackofficeRequest, codes: readonly string[]): Page =>
  titledPage(
    t('factor.done'),
    { box: 'login' },
    <p>{t('factor.codes')}</p>,
    <ul className="codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>,
    <A className="button primary" to="/backoffice" text={t('factor.kept')} />,
  )

async function statePage(backoffice: BackofficeRequest, refusal?: Refusal): Promise<Page> {
  const { operator, t } = backoffice
  const sessions = await drawLists(backoffice, [{ command: 'desk-sessions' }])
  const isAsked = refusal?.status === 'code_again'
  const isSet = operator.secondFactor === 'set'
  return titledPage(
    t('factor.title'),
    { status: refusal ? 422 : 200 },
    <section className="narrow">
      {refusal && !isAsked && <RefusalNote texts={backoffice} refusal={refusal} />}
      <p>{t(isSet ? 'factor.is' : 'factor.none')}</p>
      <form method="post" action="/backoffice/factor">
        <CodeField backoffice={backoffice} command="begin-factor" isAsked={isAsked} />
        <Press text={t(isSet ? 'factor.another' : 'factor.begin')} />
      </form>
    </section>,
    sessions,
  )
}
