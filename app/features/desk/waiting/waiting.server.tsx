import { randomUUID } from 'node:crypto'
import { commands } from '~/embedded/desk/commands'
import { type List, listScreen } from '../list.server'
import { Hidden, Note, Press } from '../parts'
import { type DeskRequest, mayRun, type Page } from '../screen'
import { movementCells, type Row } from '../values'

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
    tools: (row) =>
      isWaiting(row) && row.kind === 'deposit' && row.method === 'bank'
        ? [['credit', { id: String(row.id) }, t('waiting.credit')]]
        : [],
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
