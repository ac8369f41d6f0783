import { randomUUID } from 'node:crypto'
import { answerFields, Fields } from '../form/form'
import { type List, listScreen } from '../list.server'
import { A, Badge, Hidden, Press, Section } from '../parts'
import { type DeskRequest, mayRun, type Page, read } from '../screen'
import { Details, movementHref, type Row, textOf } from '../values'

/** Inquiries, those that wait first, or one of them with the form that answers it. */
export async function inquiriesScreen(desk: DeskRequest): Promise<Page> {
  const id = desk.url.searchParams.get('id')
  const { t } = desk.texts
  if (id) return inquiryPage(desk, id)
  const list: List = { command: 'requests', title: t('nav.inquiries'), cells: inquiryCells(desk) }
  return listScreen(desk, t('nav.inquiries'), [list], [['reset-requests']])
}

/** How inquiries are shown in every list: the title leads to it, and who asks for the account is marked. */
export const inquiryCells = ({ texts: { t } }: Pick<DeskRequest, 'texts'>): List['cells'] => ({
  title: ({ id, title, asksAccount }: Row) => (
    <>
      <A to={`/desk/inquiries?id=${String(id)}`} text={String(title)} />{' '}
      {asksAccount === true && <Badge text={t('queue.account')} />}
    </>
  ),
})

async function inquiryPage(desk: DeskRequest, id: string): Promise<Page> {
  const { texts } = desk
  const { t } = texts
  const { request, deposits, lastAccount } = await read(desk, 'request', { id })
  const { title, contents, answer, answerAccount, asksAccount, id: _, dueAt: _due, ...about } = request
  const accountText = textOf(texts, 'answerAccount', answerAccount ?? lastAccount)
  const offered = `/desk/inquiries?id=${id}&last`
  const isOffered = lastAccount !== null && desk.url.searchParams.has('last')
  const typed = Object.entries(isOffered ? lastAccount : {}).map(([name, value]) => [`account.${name}`, value])
  const mayAnswer = mayRun(desk, 'answer')
  return {
    title,
    body: (
      <>
        <div className="bar">
          <h1>{title}</h1>
          <A className="button" to="/desk/inquiries" text={t('done.to', { place: t('nav.inquiries') })} />
        </div>
        <div className="columns even">
          <Section title={t('inquiry.asked')}>
            <p className="text">{contents}</p>
            {deposits.map(({ number, won }) => (
              <p key={number}>
                <A to={movementHref(number)} text={`${t('kind.deposit')} ${number}`} />{' '}
                <b>{textOf(texts, 'won', won)}</b>
              </p>
            ))}
            <Details texts={texts} values={{ ...about, asksAccount: asksAccount || null }} />
          </Section>
          {(request.answeredAt || mayAnswer) && (
            <Section title={t('inquiry.answer')}>
              {request.answeredAt && (
                <Details texts={texts} values={{ answer: answer === accountText ? null : answer, answerAccount }} />
              )}
              {mayAnswer && lastAccount && !isOffered && (
                <A to={offered} text={t('inquiry.last', { account: accountText })} />
              )}
              {mayAnswer && (
                <form method="post" action="/desk/command/answer">
                  <Hidden
                    fields={Object.entries({ requestId: randomUUID(), id, fixed: 'id', back: '/desk/inquiries' })}
                  />
                  <Fields texts={texts} fields={answerFields(request)} sent={new URLSearchParams(typed)} />
                  <Press className="primary" text={t('form.rehearse')} />
                </form>
              )}
            </Section>
          )}
        </div>
      </>
    ),
  }
}
