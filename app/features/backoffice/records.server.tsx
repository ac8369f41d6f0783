import { randomUUID } from 'node:crypto'
import { Fragment } from 'react'
import { type CommandName, type CommandResult, commandGroups, commands } from '~/embedded/backoffice/commands/table'
import { Button } from '~/ui/button/button'
import { stack, twoColumns } from '~/ui/layout/layout.css'
import { ChipFilter } from '~/ui/link-row/link-row'
import { stored } from '~/values/status'
import { csvOf } from './csv.server'
import { answerFields, Fields } from './form/form'
import { shownOf } from './form/outcomes'
import { RefusalNote } from './form/refusal'
import { filtersOf, listScreen } from './list.server'
import { marksLine } from './marks'
import { Commands, Hidden, note, Part, titledPage } from './parts'
import { transactionLeads, waitingMarks } from './rows.server'
import { type BackofficeRequest, backofficeAddressOf, mayRun, NotDone, type Page, pathOf, read } from './screen'
import { Details, type Row, textOf, transactionHref } from './values'

export async function readPage(backoffice: BackofficeRequest, command: CommandName): Promise<Page | Response> {
  const { client, url, query, t, word } = backoffice
  const title = word(`command.${command}`, command)
  const { fields, known, asked } = filtersOf({ command }, url)
  const from = command in commandGroups.books ? pathOf('books') : backofficeAddressOf(query.back)
  const { isPressed } = commands[command]
  const isAsked = (!isPressed || backoffice.form) && fields.every(({ required, name }) => !required || known.has(name))
  if (isAsked && 'rows' in commands[command].result.shape)
    return query.format === 'csv'
      ? csvOf(backoffice, command, asked)
      : listScreen(backoffice, title, [{ command }], { from, back: from })
  const outcome = isAsked ? await client.call(command, asked) : undefined
  if (outcome?.kind === 'ended' || outcome?.kind === 'unavailable') throw new NotDone(outcome)
  if (outcome?.kind === 'done' && 'movement' in outcome.result)
    return transactionPage(backoffice, outcome.result as CommandResult<'movement'>)
  const refusal = outcome && 'refusal' in outcome ? outcome.refusal : undefined
  return titledPage(
    backoffice,
    title,
    { from, status: refusal ? 422 : 200, box: 'wide', back: from },
    (fields.length > 0 || isPressed) && (
      <form action={url.pathname} method={isPressed ? 'post' : 'get'} className="row">
        <Fields texts={backoffice} fields={fields} sent={known} wrong={refusal?.wrong} />
        <Button>{isPressed ? title : t('form.show')}</Button>
      </form>
    ),
    refusal && refusal.status !== 'invalid' && <RefusalNote texts={backoffice} refusal={refusal} />,
    outcome?.kind === 'done' && <Details texts={backoffice} values={shownOf({}, outcome.result)} />,
  )
}

function transactionPage(
  backoffice: BackofficeRequest,
  { movement, after, firstApprovals, turnover, deposited, sharedWith }: CommandResult<'movement'>,
): Page {
  const { id: _, number, kind, cash: cashNow, fee, accountRequest: __, ...about } = movement
  return titledPage(
    backoffice,
    `${backoffice.word(`kind.${kind}`)} ${number}`,
    {
      from: '/backoffice/waiting',
      box: 'narrow',
      beside: movement.state === stored.pending && (
        <Commands backoffice={backoffice} leads={transactionLeads(backoffice, { ...movement, firstApprovals })} />
      ),
    },
    movement.paidFor !== null && movement.state === stored.pending && note(backoffice.t('return.text')),
    marksLine(waitingMarks(backoffice, { ...movement, firstApprovals })),
    <Details
      texts={backoffice}
      isCopied={kind === 'withdrawal'}
      values={{ ...about, fee: fee || null, cashNow, cashThen: after, turnover: { turnover, deposited }, sharedWith }}
    />,
  )
}

type Deposit = CommandResult<'request'>['deposits'][number]

/** Fills in a template. Without a deposit, `{{number}}` and `{{amount}}` become visible placeholders. */
function fillTemplate(texts: BackofficeRequest, template: string, member: string, deposit: Deposit | undefined) {
  const values = { member, number: deposit?.number, amount: deposit && textOf(texts, 'won', deposit.won) }
  const missing = (name: string) => texts.t('template.missing', { field: texts.word(`template.${name}`) })
  return template.replace(
    /\{\{(member|number|amount)\}\}/g,
    (_, name: keyof typeof values) => values[name] ?? missing(name),
  )
}

export async function inquiryPage(backoffice: BackofficeRequest, id: string): Promise<Page> {
  const { query, t } = backoffice
  const { request, earlier, deposits, lastAccount } = await read(backoffice, 'request', { id })
  const { title, contents, answer, answerAccount, asksAccount, id: _, dueAt: _due, ...about } = request
  const accountText = textOf(backoffice, 'answerAccount', answerAccount ?? lastAccount)
  const isOffered = lastAccount !== null && query.last
  const mayChoose = asksAccount && mayRun(backoffice, 'pay-accounts')
  const saved = mayChoose ? (await read(backoffice, 'pay-accounts')).rows : []
  // If only one account is saved, it is preselected; the operator can type another.
  const chosen = saved.find((row) => row.id === query.with || (saved.length === 1 && !isOffered && !request.answeredAt))
  const { bank, number, holder } = chosen ?? {}
  const typed = Object.entries((isOffered ? lastAccount : chosen && { bank, number, holder }) ?? {}).map(
    ([name, value]) => [`account.${name}`, String(value)],
  )
  const templates = mayRun(backoffice, 'templates')
    ? (await read(backoffice, 'templates', { kind: 'answer' })).rows
    : []
  const template = templates.find((row) => row.id === query.template)
  if (template) typed.push(['contents', fillTemplate(backoffice, template.contents, request.member, deposits[0])])
  const mayAnswer = mayRun(backoffice, 'answer')
  const choice = (list: CommandName, name: string, rows: readonly Row[], chosen?: Row) => {
    const items = rows.map((row) => {
      const to = new URLSearchParams({ ...Object.fromEntries(backoffice.url.searchParams), [name]: String(row.id) })
      const text = String(row.title ?? `${row.bank} ${row.number} ${row.holder}`)
      return { to: `/backoffice/inquiries?${to}`, text, current: row === chosen }
    })
    return mayAnswer && items.length > 0 && <ChipFilter label={backoffice.word(`command.${list}`)} items={items} />
  }
  const hidden = { requestId: randomUUID(), id, fixed: 'id', back: '/backoffice/inquiries' }
  return titledPage(
    backoffice,
    title,
    { back: hidden.back },
    <div className={twoColumns}>
      <Part title={t('inquiry.asked')}>
        {earlier.map(({ contents, ...message }) => (
          <Fragment key={message.madeAt}>
            <p className="text">{contents}</p>
            <Details texts={backoffice} values={message} />
          </Fragment>
        ))}
        <p className="text">{contents}</p>
        {deposits.map(({ number, won }) => (
          <p key={number}>
            <a href={transactionHref(number)}>{`${t('kind.deposit')} ${number}`}</a>{' '}
            <b>{textOf(backoffice, 'won', won)}</b>
          </p>
        ))}
        {asksAccount && !request.answeredAt && !deposits[0] && note(t('inquiry.settled'))}
        <Details texts={backoffice} values={{ ...about, asksAccount: asksAccount || null }} />
      </Part>
      {(request.answeredAt || mayAnswer) && (
        <Part title={t('inquiry.answer')}>
          {request.answeredAt && (
            <Details texts={backoffice} values={{ answer: answer === accountText ? null : answer, answerAccount }} />
          )}
          {choice('pay-accounts', 'with', saved, chosen)}
          {mayChoose && <Commands backoffice={backoffice} leads={[['add-pay-account']]} size="small" variant="ghost" />}
          {choice('templates', 'template', templates, template)}
          {mayAnswer && lastAccount && !isOffered && (
            <a href={`/backoffice/inquiries?id=${id}&last`}>{t('inquiry.last', { account: accountText })}</a>
          )}
          {mayAnswer && (
            <form className={stack} method="post" action="/backoffice/command/answer">
              <Hidden fields={Object.entries(hidden)} />
              <Fields texts={backoffice} fields={answerFields(request)} sent={new URLSearchParams(typed)} />
              <div>
                <Button variant="primary">{t('form.rehearse')}</Button>
              </div>
            </form>
          )}
        </Part>
      )}
    </div>,
  )
}
