import { randomUUID } from 'node:crypto'
import { renderSVG } from 'uqr'
import { Button, ButtonLink } from '~/ui/button/button'
import { card } from '~/ui/card/card.css'
import { Field } from '~/ui/field/field'
import { stack } from '~/ui/layout/layout.css'
import { cleanCode } from '~/values/typed-text'
import type { Refusal } from '../command-client.server'
import { CodeField, codeInput, RefusalNote } from '../form/form'
import { drawLists } from '../list.server'
import { Hidden, titledPage } from '../parts'
import { type BackofficeRequest, NotDone, type Page } from '../screen'

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
  const { client, t } = backoffice
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
      {t('factor.secret')} <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
    </p>,
    <form className={stack} method="post" action="/backoffice/factor">
      <Hidden fields={[['setup', setup]]} />
      <Field {...{ name: 'code', label: t('login.code'), error: wrong, ...codeInput, required: true }} autoFocus />
      <Button variant="primary">{t('factor.set')}</Button>
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
    <a download="recovery-codes.txt" href={`data:text/plain,${encodeURIComponent(codes.join('\n'))}`}>
      {backoffice.t('form.download')}
    </a>,
    <ButtonLink variant="primary" to="/backoffice">
      {backoffice.t('factor.kept')}
    </ButtonLink>,
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
        <CodeField backoffice={backoffice} command="begin-factor" isAsked={isAsked} />
        <div>
          <Button>{t(isSet ? 'factor.another' : 'factor.begin')}</Button>
        </div>
      </form>
    </section>,
    sessions,
  )
}
