import { randomUUID } from 'node:crypto'
import { type CommandName, type CommandResult, commandGroups, commands } from '~/embedded/backoffice/commands'
import { stored } from '~/values/status'
import { csvOf } from './csv.server'
import { answerFields, Fields } from './form/form'
import { shownOf } from './form/outcomes'
import { RefusalNote } from './form/refusal'
import { filtersOf, listScreen } from './list.server'
import { A, Commands, Hidden, type Lead, Note, Press, Section, titledPage } from './parts'
import { firstApprovalNotes, otherSum } from './rows.server'
import {
  type BackofficeRequest,
  backofficeAddressOf,
  backText,
  mayRun,
  NotDone,
  type Page,
  pathOf,
  read,
} from './screen'
import { Details, textOf, transactionHref } from './values'

/** A list or a record that a command reads, by the fields of its address. */
export async function readPage(backoffice: BackofficeRequest, command: CommandName): Promise<Page | Response> {
  const { door, url, t, word } = backoffice
  const title = word(`command.${command}`, command)
  const { fields, known, asked } = filtersOf({ command }, url)
  const from = command in commandGroups.books ? pathOf('books') : backofficeAddressOf(url.searchParams.get('back'))
  const beside = <A className="button" to={from} text={backText(backoffice, from)} />
  const isAsked = fields.every(({ required, name }) => !required || known.has(name))
  if (isAsked && 'rows' in commands[command].result.shape)
    return url.searchParams.get('format') === 'csv'
      ? csvOf(backoffice, command, asked)
      : listScreen(backoffice, title, [{ command }], { from, beside })
  const outcome = isAsked ? await door.call(command, asked) : undefined
  if (outcome?.kind === 'ended' || outcome?.kind === 'unavailable') throw new NotDone(outcome)
  if (outcome?.kind === 'done' && 'movement' in outcome.result)
    return transactionPage(backoffice, outcome.result as CommandResult<'movement'>)
  const refusal = outcome && 'refusal' in outcome ? outcome.refusal : undefined
  return titledPage(
    title,
    { from, status: refusal ? 422 : 200, box: 'wide', beside },
    fields.length > 0 && (
      <form action={url.pathname} className="row">
        <Fields texts={backoffice} fields={fields} sent={known} wrong={refusal?.wrong} />
        <Press text={t('form.show')} />
      </form>
    ),
    refusal && refusal.status !== 'invalid' && <RefusalNote texts={backoffice} refusal={refusal} />,
    outcome?.kind === 'done' && <Details texts={backoffice} values={shownOf({}, outcome.result)} />,
  )
}

/** One deposit or withdrawal, with what can be done with it while it waits. */
function transactionPage(
  backoffice: BackofficeRequest,
  { movement, after, firstApprovals }: CommandResult<'movement'>,
): Page {
  const { id, number, kind, cash: cashNow, paymentIdx: _, fee, ...about } = movement
  const leads: readonly Lead[] = [
    ['approve', { kind, id }],
    ['cancel', { kind, id }],
    ...otherSum(backoffice, movement),
  ]
  return titledPage(
    `${backoffice.word(`kind.${kind}`)} ${number}`,
    {
      from: '/backoffice/waiting',
      box: 'narrow',
      beside: movement.state === stored.pending && <Commands backoffice={backoffice} leads={leads} shown={3} />,
    },
    firstApprovalNotes(backoffice, firstApprovals),
    <Details texts={backoffice} values={{ ...about, fee: fee || null, cashNow, cashThen: after }} />,
  )
}

/** One inquiry, with the form that answers it. */
export async function inquiryPage(backoffice: BackofficeRequest, id: string): Promise<Page> {
  const { url, t } = backoffice
  const { request, deposits, lastAccount } = await read(backoffice, 'request', { id })
  const { title, contents, answer, answerAccount, asksAccount, id: _, dueAt: _due, ...about } = request
  const accountText = textOf(backoffice, 'answerAccount', answerAccount ?? lastAccount)
  const isOffered = lastAccount !== null && url.searchParams.has('last')
  const typed = Object.entries(isOffered ? lastAccount : {}).map(([name, value]) => [`account.${name}`, value])
  const mayAnswer = mayRun(backoffice, 'answer')
  const hidden = { requestId: randomUUID(), id, fixed: 'id', back: '/backoffice/inquiries' }
  return titledPage(
    title,
    { beside: <A className="button" to={hidden.back} text={backText(backoffice, hidden.back)} /> },
    <div className="columns even">
      <Section title={t('inquiry.asked')}>
        <p className="text">{contents}</p>
        {deposits.map(({ number, won }) => (
          <p key={number}>
            <A to={transactionHref(number)} text={`${t('kind.deposit')} ${number}`} />{' '}
            <b>{textOf(backoffice, 'won', won)}</b>
          </p>
        ))}
        {asksAccount && !request.answeredAt && !deposits[0] && <Note tone="warn" text={t('inquiry.settled')} />}
        <Details texts={backoffice} values={{ ...about, asksAccount: asksAccount || null }} />
      </Section>
      {(request.answeredAt || mayAnswer) && (
        <Section title={t('inquiry.answer')}>
          {request.answeredAt && (
            <Details texts={backoffice} values={{ answer: answer === accountText ? null : answer, answerAccount }} />
          )}
          {mayAnswer && lastAccount && !isOffered && (
            <A to={`/backoffice/inquiries?id=${id}&last`} text={t('inquiry.last', { account: accountText })} />
          )}
          {mayAnswer && (
            <form method="post" action="/backoffice/command/answer">
              <Hidden fields={Object.entries(hidden)} />
              <Fields texts={backoffice} fields={answerFields(request)} sent={new URLSearchParams(typed)} />
              <Press className="primary" text={t('form.rehearse')} />
            </form>
          )}
        </Section>
      )}
    </div>,
  )
}
