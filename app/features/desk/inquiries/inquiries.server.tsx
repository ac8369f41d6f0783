import { randomUUID } from 'node:crypto'
import { Section } from '../document.server'
import { pageOf } from '../form/command.server'
import { fieldsOf } from '../form/fields'
import { Fields } from '../form/form'
import { mayRun } from '../form/may-run'
import { CommandLink } from '../links'
import { type DeskRequest, type Page, read } from '../screen'
import { Details, Pages, Rows } from '../values'

const states = ['wait', 'already', 'all'] as const

/** Inquiries, those that wait first, or one of them with the form that answers it. */
export async function inquiriesScreen(desk: DeskRequest): Promise<Page> {
  const id = desk.url.searchParams.get('id')
  return id ? inquiryPage(desk, id) : listPage(desk)
}

async function listPage(desk: DeskRequest): Promise<Page> {
  const { texts, url } = desk
  const { t, word } = texts
  const state = states.find((known) => known === url.searchParams.get('state')) ?? 'wait'
  const list = await read(desk, 'requests', { state, ...pageOf('requests', url) })
  return {
    title: t('nav.inquiries'),
    body: (
      <section>
        <h1>{t('nav.inquiries')}</h1>
        <p className="row">
          {states.map((option) => (
            <a
              key={option}
              className="button"
              href={`/desk/inquiries?state=${option}`}
              aria-current={option === state || undefined}
            >
              {word(`state.${option}`)}
            </a>
          ))}
          <CommandLink desk={desk} command="reset-requests" />
        </p>
        <Rows
          texts={texts}
          columns={['id', 'member', 'nick', 'asksAccount', 'madeAt', 'state', 'answeredAt', 'readAt']}
          rows={list.rows.map((row) => ({ ...row, asksAccount: row.account }))}
          first={{
            title: t('field.title'),
            cell: (row) => <a href={`/desk/inquiries?id=${String(row.id)}`}>{String(row.title)}</a>,
          }}
        />
        <Pages texts={texts} url={url} {...list} />
      </section>
    ),
  }
}

async function inquiryPage(desk: DeskRequest, id: string): Promise<Page> {
  const { texts } = desk
  const { t } = texts
  const { request } = await read(desk, 'request', { id })
  const { title, contents, answer, answerAccount, account: asksAccount, id: _, ...about } = request
  return {
    title,
    body: (
      <>
        <h1>{title}</h1>
        <div className="columns">
          <Section title={t('inquiry.asked')}>
            <Details texts={texts} values={{ ...about, asksAccount }} />
            <p className="text">{contents}</p>
          </Section>
          <Section title={t('inquiry.answer')}>
            {(answer !== null || answerAccount !== null) && (
              <Details texts={texts} values={{ answer, answerAccount }} />
            )}
            {mayRun(desk, 'answer') && (
              <form method="post" action="/desk/command/answer">
                <input type="hidden" name="requestId" value={randomUUID()} />
                <input type="hidden" name="id" value={id} />
                <input type="hidden" name="back" value="/desk/inquiries" />
                <Fields
                  texts={texts}
                  fields={fieldsOf('answer').filter(
                    ({ name }) => name !== 'id' && (name !== 'replace' || answer !== null),
                  )}
                  sent={new URLSearchParams()}
                />
                <button type="submit" className="primary">
                  {t('form.rehearse')}
                </button>
              </form>
            )}
          </Section>
        </div>
      </>
    ),
  }
}
