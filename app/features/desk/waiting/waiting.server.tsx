import { randomUUID } from 'node:crypto'
import { type CommandResult, commands } from '~/embedded/desk/commands'
import { type List, listScreen } from '../list.server'
import { Commands, Hidden, type Lead, Note, Press } from '../parts'
import { type DeskRequest, mayRun, type Page } from '../screen'
import { Details, movementCells, type Row } from '../values'

/** Deposits or withdrawals: the waiting ones, to approve or cancel several at once, or those that ended. */
export function waitingScreen(desk: DeskRequest): Promise<Page> {
  const { texts, url } = desk
  const { t, word } = texts
  const asked = url.searchParams
  const kind = asked.get('kind') === 'withdrawal' ? 'withdrawal' : 'deposit'
  const maySettle = mayRun(desk, 'approve')
  const isWaiting = (row: Row) => row.state === 'wait'
  const back = new URLSearchParams(asked)
  for (const name of ['none', 'tick']) back.delete(name)
  const sent = { kind, back: `${url.pathname}?${back}`, requestId: randomUUID(), fixed: 'kind id' }
  const { state, ...waitingCells } = movementCells(texts)
  const isOfWaiting = ['wait', null].includes(asked.get('state'))
  const list: List = {
    command: 'movements',
    title: word(`kind.${kind}`),
    // The balance of now decides nothing of what ended.
    columns: commands.movements.columns?.filter((field) => isOfWaiting || field !== 'cash'),
    cells: isOfWaiting ? waitingCells : { state, ...waitingCells },
    tools: (row) => (isWaiting(row) ? otherSum(desk, row) : []),
    ...(maySettle && {
      pick: {
        title: (
          <a href={`${url.pathname}?${back}&tick`} data-tick-all="">
            {t('list.pick.all')}
          </a>
        ),
        cell: (row) =>
          isWaiting(row) && (
            <label>
              <input
                {...{ type: 'checkbox', name: 'id', value: String(row.id), 'data-won': row.won }}
                defaultChecked={asked.has('tick')}
                aria-label={t('list.pick.row', { number: String(row.number) })}
              />
            </label>
          ),
      },
    }),
    around: (rows, all) => (
      <form method="post" action="/desk/command/approve">
        <Hidden fields={Object.entries(sent)} />
        {asked.has('none') && <Note tone="warn" isAlert text={t('waiting.none')} />}
        {rows}
        {maySettle && all.some(isWaiting) && (
          <p className="row acts sticky">
            <Press className="primary" text={word('command.approve')} />
            <Press
              className="danger"
              formMethod="get"
              formAction="/desk/command/cancel"
              text={word('command.cancel')}
            />
            <output data-ticked={t('list.ticked', { count: '{count}', won: '{won}' })} />
          </p>
        )}
      </form>
    ),
  }
  return listScreen(desk, t('nav.waiting'), [list])
}

/** The command that credits another sum, of a deposit by bank transfer. */
const otherSum = ({ texts: { t } }: DeskRequest, { id, kind, method }: Row): readonly Lead[] =>
  kind === 'deposit' && method === 'bank' ? [['credit', { id: String(id) }, t('waiting.credit')]] : []

/** One deposit or withdrawal, with what can be done with it while it waits. */
export function movementPage(desk: DeskRequest, { movement, after }: CommandResult<'movement'>): Page {
  const { id, number, kind, cash: cashNow, paymentIdx: _, fee, ...about } = movement
  const title = `${desk.texts.word(`kind.${kind}`)} ${number}`
  const leads: readonly Lead[] = [['approve', { kind, id }], ['cancel', { kind, id }], ...otherSum(desk, movement)]
  return {
    title,
    from: '/desk/waiting',
    body: (
      <section className="narrow">
        <div className="bar">
          <h1>{title}</h1>
          {movement.state === 'wait' && <Commands desk={desk} leads={leads} shown={3} />}
        </div>
        <Details texts={desk.texts} values={{ ...about, fee: fee || null, cashNow, cashThen: after }} />
      </section>
    ),
  }
}
