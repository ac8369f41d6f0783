import { randomUUID } from 'node:crypto'
import { type CommandName, type CommandResult, commandGroups, commands } from '~/embedded/backoffice/commands/table'
import { Button } from '~/ui/button/button'
import { stack } from '~/ui/layout/layout.css'
import { ChipFilter } from '~/ui/link-row/link-row'
import { stored } from '~/values/status'
import { Audit } from './audit'
import type { Refusal } from './command-client.server'
import { csvOf } from './csv.server'
import { answerFields, Fields } from './form/form'
import { shownOf } from './form/outcomes'
import { RefusalNote } from './form/refusal'
import { fillTemplate, readTemplates, Templates } from './form/templates'
import { filtersOf, listScreen } from './list.server'
import { marksLine } from './marks'
import { Commands, Hidden, note, Part, soft, titledPage } from './parts'
import { transactionLeads, waitingMarks } from './rows.server'
import { type BackofficeRequest, backofficeAddressOf, mayRun, NotDone, type Page, pathOf, read } from './screen'
import { Rows } from './table'
import { Details, textOf, transactionCells } from './values'

export async function readPage(backoffice: BackofficeRequest, command: CommandName): Promise<Page | Response> {
  const { client, url, query, t, word } = backoffice
  const title = word(`command.${command}`, command)
  const { fields, known, asked } = filtersOf({ command }, url)
  const from = backofficeAddressOf(query.back ?? (command in commandGroups.books ? pathOf('books') : undefined))
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
    outcome?.kind === 'done' &&
      ('inOrder' in outcome.result ? (
        <Audit texts={backoffice} audit={outcome.result} />
      ) : (
        <Details texts={backoffice} values={shownOf({}, outcome.result)} />
      )),
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

type Sent = { sent: URLSearchParams; refusal?: Refusal }

/** An inquiry as a conversation with the form that answers it, beside what it is about. @param given what was sent */
export async function inquiryPage(backoffice: BackofficeRequest, id: string, given?: Sent): Promise<Page> {
  const { query, t, time, word } = backoffice
  const { request, earlier, deposits, lastAccount } = await read(backoffice, 'request', { id })
  const { member, nick, subject, language, answerAccount, answeredAt, readAt, asksAccount } = request
  const kind = subject === 'withdrawal' ? 'withdrawal' : 'deposit'
  const of = { kind, member, state: 'all', order: 'newest', size: 5 }
  const { rows: transactions } = await read(backoffice, 'movements', of)
  const isOffered = lastAccount !== null && query.last
  const mayChoose = asksAccount && mayRun(backoffice, 'pay-accounts')
  const saved = mayChoose ? (await read(backoffice, 'pay-accounts')).rows : []
  // If only one account is saved, it is preselected; the operator can type another.
  const chosen = saved.find((row) => row.id === query.with || (saved.length === 1 && !isOffered && !answeredAt))
  const { bank, number, holder } = chosen ?? {}
  const typed = Object.entries((isOffered ? lastAccount : chosen && { bank, number, holder }) ?? {}).map(
    ([name, value]) => [`account.${name}`, String(value)],
  )
  const mayAnswer = mayRun(backoffice, 'answer')
  const templates = mayAnswer ? await readTemplates(backoffice, 'answer') : []
  const template = templates.find((row) => row.id === query.template)
  const asked = transactions.find(({ state }) => state === stored.pending) ?? (answeredAt ? transactions[0] : undefined)
  if (template) typed.push(['contents', fillTemplate(backoffice, template, { member, ...asked })])
  const picked = { id, ...(query.with && { with: query.with }), ...(isOffered && { last: '' }) }
  const hrefWith = (more: object) => `/backoffice/inquiries?${new URLSearchParams({ ...picked, ...more })}`
  const accounts = saved.map((row) => ({
    ...{ to: hrefWith({ with: row.id }), current: row === chosen },
    text: `${row.bank} ${row.number} ${row.holder}`,
  }))
  const said = [...earlier, request].flatMap(({ contents, madeAt, answer, answeredAt: at }) => [
    { by: member, at: madeAt, text: contents },
    ...(at ? [{ by: '', at, text: answer }] : []),
  ])
  const hidden = { requestId: randomUUID(), id, fixed: 'id', back: '/backoffice/inquiries' }
  const { refusal, sent = new URLSearchParams(typed) } = given ?? {}
  return titledPage(
    backoffice,
    request.title,
    { back: hidden.back, status: refusal ? 422 : 200 },
    <div className="columns">
      <div className="lists">
        <Part title={t('inquiry.asked')}>
          <ol className="talk">
            {said.map(({ by, at, text }) => (
              <li key={by + at} className={by ? undefined : 'ours'}>
                <b>{by || t('inquiry.us')}</b> <time dateTime={at}>{time(at)}</time>
                <p className="text">{text}</p>
              </li>
            ))}
          </ol>
          {answeredAt && soft(readAt ? t('inquiry.read', { at: time(readAt) }) : t('inquiry.unread'))}
        </Part>
        {mayAnswer && (
          <Part title={t('inquiry.answer')}>
            {refusal && refusal.status !== 'invalid' && <RefusalNote texts={backoffice} refusal={refusal} />}
            {mayChoose && (
              <div className="row">
                <b>{word('command.pay-accounts')}</b>
                {accounts.length > 0 && <ChipFilter label={word('command.pay-accounts')} items={accounts} />}
                <Commands backoffice={backoffice} leads={[['add-pay-account']]} isOfRow />
              </div>
            )}
            {lastAccount && !isOffered && (
              <a href={hrefWith({ last: '' })}>
                {t('inquiry.last', { account: textOf(backoffice, 'answerAccount', lastAccount) })}
              </a>
            )}
            <Templates {...{ backoffice, templates }} kind="answer" to={hrefWith({})} />
            <form className={stack} method="post" action="/backoffice/command/answer">
              <Hidden fields={Object.entries(hidden)} />
              <Fields texts={backoffice} fields={answerFields(request)} sent={sent} wrong={refusal?.wrong} />
              <div>
                <Button variant="primary">{t('inquiry.send')}</Button>
              </div>
            </form>
          </Part>
        )}
      </div>
      <div>
        <Part title={t('inquiry.about')}>
          {asksAccount && !answeredAt && !deposits[0] && note(t('inquiry.settled'))}
          <Details texts={backoffice} values={{ member, nick, subject, language, answerAccount }} />
          <h3>{t(`queue.${kind}`)}</h3>
          <Rows
            texts={backoffice}
            label={t(`queue.${kind}`)}
            columns={['number', 'won', 'state', 'appliedAt']}
            rows={transactions}
            cells={{ number: transactionCells(backoffice).number }}
          />
        </Part>
      </div>
    </div>,
  )
}
