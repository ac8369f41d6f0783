import { randomUUID } from 'node:crypto'
import { type FormField, fieldsOf } from '~/embedded/backoffice/commands/form-fields'
import { type CommandName, type CommandResult, commandGroups, commands } from '~/embedded/backoffice/commands/table'
import { Alert } from '~/ui/alert/alert'
import { Button } from '~/ui/button/button'
import { stack } from '~/ui/layout/layout.css'
import { seeOther } from '~/values/request'
import { stored } from '~/values/status'
import type { Refusal } from './command-client.server'
import { csvOf } from './csv.server'
import { AccountFields, DirectForm, Fields, RefusalNote, readTemplates, Templates } from './form/form'
import { shownOf } from './form/outcomes'
import { listScreen } from './list.server'
import { filtersOf } from './list-query.server'
import { logCells } from './log'
import { isPendingRow, marksLine } from './marks'
import { buttonTo, Commands, Hidden, note, Part, soft, titledPage } from './parts'
import { transactionLeads, waitingMarks } from './payment-leads.server'
import { addQuery, type BackofficeRequest, mayRun, NotDone, ownAddressOf, type Page, pathOf, read } from './screen'
import { Rows } from './table'
import { textsOf } from './texts'
import { Details, memberHref, transactionCells } from './values'

export async function readPage(backoffice: BackofficeRequest, command: CommandName): Promise<Page | Response> {
  const { client, url, query, t, word } = backoffice
  const { fields, known, asked } = filtersOf({ command }, url)
  const member = known.get('member')
  const title = [word(`command.${command}`, command), member].filter(Boolean).join(': ')
  const books = command in commandGroups.books ? pathOf('books') : undefined
  const from = ownAddressOf(query.back ?? (member ? memberHref(member) : books))
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
  const hasForm = isPressed || fields.some(({ name }) => name !== 'id')
  const head = { from, status: refusal ? 422 : 200, box: hasForm ? 'wide' : 'narrow', back: from } as const
  return titledPage(backoffice, title, head)(
    hasForm && (
      <form action={url.pathname} method={isPressed ? 'post' : 'get'} className="row">
        <Fields texts={backoffice} fields={fields} sent={known} wrong={refusal?.wrong} />
        <Button>{isPressed ? title : t('form.show')}</Button>
      </form>
    ),
    <RefusalNote texts={backoffice} refusal={refusal} />,
    outcome?.kind === 'done' &&
      ('inOrder' in outcome.result ? (
        <Audit texts={backoffice} audit={outcome.result} />
      ) : (
        <Details texts={backoffice} values={shownOf({}, outcome.result)} />
      )),
  )
}

function Audit({ texts, audit }: { texts: BackofficeRequest; audit: CommandResult<'audit'> }) {
  const { t, word, number, time } = texts
  const { inOrder, findings, figures, ms } = audit
  const { accounts, waiting, done, bets, sum, ...counts } = figures
  const payments = Object.entries({ [stored.pending]: waiting, [stored.done]: done }).flatMap(([state, parts]) =>
    Object.entries(parts).map(([part, amount]) => ({
      what: `${word(`field.${part}`)} · ${word(`state.${state}`)}`,
      ...amount,
    })),
  )
  const ofBets = Object.entries(bets).map(([state, amount]) => ({ what: word(`field.${state}`), ...amount }))
  const ofAccounts = Object.entries(accounts).map(([account, won]) => ({ account, won }))
  const tables = [
    [t('field.accounts'), ofAccounts, ['account', 'won'], { won: sum }],
    [t('audit.payments'), payments, ['what', 'count', 'won']],
    [t('field.bets'), ofBets, ['what', 'count', 'won']],
  ] as const
  const title = `${word(`inOrder.${inOrder}`)} (${time(new Date(texts.now).toISOString())})`
  return (
    <>
      <Alert kind={inOrder ? 'success' : 'error'} silent title={title}>
        {t('audit.checked', { ...counts, seconds: number(Math.ceil(ms / 1000)) })}
      </Alert>
      {findings.length > 0 && <Rows texts={texts} columns={['check', 'count', 'examples']} rows={findings} />}
      <div className="audit">
        {tables.map(([name, rows, columns, totals]) => (
          <Part key={name} title={name}>
            <Rows {...{ texts, columns, rows, totals }} label={`${name}, ${t('list')}`} isSheet />
          </Part>
        ))}
      </div>
    </>
  )
}

async function transactionPage(backoffice: BackofficeRequest, found: CommandResult<'movement'>): Promise<Page> {
  const { movement: transaction, after, note: latestNote, answerAccount, firstApprovals } = found
  const { id, number, kind, cash: cashNow, fee, accountRequest: __, ...about } = transaction
  const signs = { ...about, kind, ...found }
  const values = { ...about, answerAccount, fee: fee || null, cashNow, cashThen: after, note: latestNote, signs }
  const { rows: entries } = await read(backoffice, 'acts', { movement: id, changes: true, order: 'oldest' })
  return titledPage(backoffice, `${backoffice.word(`kind.${kind}`)} ${number}`, {
    from: '/backoffice/waiting',
    box: 'narrow',
    back: `/backoffice/waiting?kind=${kind}`,
    beside: isPendingRow(transaction) && (
      <Commands backoffice={backoffice} leads={transactionLeads(backoffice, { ...transaction, firstApprovals })} />
    ),
  })(
    transaction.paidFor !== null && isPendingRow(transaction) && note(backoffice.t('return.text')),
    marksLine(waitingMarks(backoffice, { ...transaction, firstApprovals })),
    <Details texts={textsOf(backoffice, kind)} isCopied={kind === 'withdrawal'} values={values} />,
    entries.length > 0 && (
      <>
        <h2>{backoffice.t('movement.history')}</h2>
        <Rows texts={backoffice} columns={['sentence', 'at']} rows={entries} cells={logCells(backoffice)} />
      </>
    ),
  )
}

type Sent = { sent: URLSearchParams; refusal?: Refusal }

const [answerText] = fieldsOf('answer').filter(({ name }) => name === 'contents') as [FormField]

/** Shows an inquiry. The address of an answered one leads to the member's next unanswered message. */
export async function inquiryPage(backoffice: BackofficeRequest, id: string, given?: Sent): Promise<Page | Response> {
  const { query, operator, t, time, word } = backoffice
  const { request, earlier, later, next } = await read(backoffice, 'request', { id })
  const follow = request.answeredAt !== null && later.find((message) => message.answeredAt === null)
  if (follow && !given && !query.edit)
    return seeOther(addQuery(`/backoffice/inquiries?id=${follow.id}`, 'done', query.done ? [query.done] : []))
  const { member, nick, subject, language, answerAccount, answeredAt, asksAccount, claimedBy } = request
  const here = `/backoffice/inquiries?id=${id}`
  const kind = subject === 'withdrawal' ? 'withdrawal' : 'deposit'
  const of = { kind, member, state: 'all', order: 'newest', size: 3 }
  const { rows: transactions } = await read(backoffice, 'movements', of)
  const bets = subject === 'game' ? (await read(backoffice, 'bets', { member, size: 5 })).rows : []
  const { member: owner, waiting } = await read(backoffice, 'member', { member, masked: true })
  const related = [
    [word('command.bets'), textsOf(backoffice, 'bets'), bets, ['game', 'staked', 'wins', 'at']],
    [t(`queue.${kind}`), textsOf(backoffice, kind), transactions, ['number', 'won', 'state', 'appliedAt']],
  ] as const
  const cells = { number: transactionCells(backoffice).number }
  const { refusal, sent: entered } = given ?? {}
  const replaces = entered ? entered.has('replace') : query.edit && answeredAt !== null
  const asks = asksAccount && (answeredAt === null || replaces)
  const mayAnswer = mayRun(backoffice, 'answer')
  const saved = asks && mayAnswer ? (await read(backoffice, 'pay-accounts')).rows : []
  const typed = new URLSearchParams(entered)
  const asked = transactions.find(isPendingRow) ?? (answeredAt ? transactions[0] : undefined)
  if (replaces && !entered) typed.set('contents', request.answer ?? '')
  const answering = { backoffice, kind: 'answer', about: { member, nick, ...asked } } as const
  const ready = asksAccount ? null : 'answer'
  const templates = await readTemplates({ ...answering, ready, language, sent: typed })
  const contents = { ...answerText, required: !asks }
  const said = [...earlier, request, ...later].flatMap(
    ({ id, contents, madeAt, answer, answeredAt: at, answeredBy, readAt }) => [
      ...(contents ? [{ by: member, at: madeAt, text: contents, id }] : []),
      ...(at ? [{ by: answeredBy ?? t('inquiry.us'), at, text: answer, id, isOurs: true, readAt }] : []),
    ],
  )
  const isOthers = claimedBy !== null && claimedBy !== operator.name
  const how = { ...(replaces ? { replace: 'on' } : answeredAt && { more: 'on' }) }
  const send = answeredAt && !replaces ? 'inquiry.sendMore' : 'inquiry.send'
  const hidden = { requestId: randomUUID(), id, fixed: 'id', back: here, ...how }
  const mayChange = mayAnswer && !asksAccount
  const pending = Object.entries(waiting).map(([name, { count, won }]) => [name, count > 0 ? { count, won } : null])
  const money = { cash: owner.cash, game: owner.game, ...Object.fromEntries(pending) }
  const details = { member, nick, subject: mayChange ? null : subject, language, answerAccount, ...money }
  const changing = fieldsOf('change-inquiry').filter(({ name }) => name === 'subject')
  return titledPage(backoffice, request.title, {
    ...{ back: `/backoffice/inquiries${asksAccount ? '?kind=account' : ''}`, status: refusal ? 422 : 200 },
    more: soft(t('inquiry.number', { id })),
    beside: mayAnswer && !answeredAt && (
      <DirectForm command="claim-inquiry" fields={{ id, back: here, ...(claimedBy && !isOthers && { release: 'on' }) }}>
        {claimedBy && t(isOthers ? 'inquiry.claimed' : 'inquiry.mine', { by: claimedBy })}
        <Button>{isOthers ? t('inquiry.takeOver') : word(claimedBy ? 'command.release' : 'command.claim')}</Button>
      </DirectForm>
    ),
  })(
    <div className="columns">
      <div className="lists">
        <Part title={t('inquiry.asked')}>
          <ol className="talk">
            {said.map(({ by, at, text, isOurs, id: own, readAt }) => (
              <li key={by + at} className={isOurs ? 'ours' : undefined}>
                <b>{by}</b> <time dateTime={at}>{time(at)}</time>
                <p className="text">{text}</p>
                {isOurs && (
                  <p className="row soft">
                    {readAt ? t('inquiry.read', { at: time(readAt) }) : t('inquiry.unread')}
                    {mayAnswer && !(replaces && own === id) && (
                      <a href={`/backoffice/inquiries?id=${own}&edit`}>{t('field.replace')}</a>
                    )}
                  </p>
                )}
              </li>
            ))}
          </ol>
          {answeredAt && next && mayAnswer && (
            <div>
              {buttonTo(`/backoffice/inquiries?id=${next.id}`, t('inquiry.next', { title: next.title }), {
                variant: 'primary',
              })}
            </div>
          )}
        </Part>
        {mayAnswer && (!isOthers || given) && (
          <Part title={t(replaces ? 'field.replace' : answeredAt ? 'inquiry.more' : 'inquiry.answer')}>
            <RefusalNote texts={backoffice} refusal={refusal} />
            <form className={stack} method="post" action="/backoffice/command/answer" noValidate>
              <Hidden fields={Object.entries(hidden)} />
              {asks && <AccountFields {...{ backoffice, saved }} sent={typed} wrong={refusal?.wrong} />}
              <Templates {...{ ...answering, templates }} />
              <Fields texts={backoffice} fields={[contents]} sent={typed} wrong={refusal?.wrong} />
              <div className="row">
                <Button variant={answeredAt && next ? 'quiet' : 'primary'}>{t(send)}</Button>
              </div>
            </form>
          </Part>
        )}
      </div>
      <div>
        <Part title={t('inquiry.about')}>
          {asksAccount && !answeredAt && !request.deposit && note(t('inquiry.settled'))}
          <Details texts={textsOf(backoffice, 'waiting')} values={details} />
          {mayChange && (
            <DirectForm command="change-inquiry" fields={{ id, back: here }}>
              <Fields texts={backoffice} fields={changing} sent={new URLSearchParams({ subject: subject ?? '' })} />
              <Button>{t('inquiry.change')}</Button>
            </DirectForm>
          )}
        </Part>
        {related.map(
          ([title, texts, rows, columns]) =>
            rows.length > 0 && (
              <Part key={title} title={title}>
                <Rows {...{ texts, label: title, rows, columns, cells }} />
              </Part>
            ),
        )}
      </div>
    </div>,
  )
}
