import { randomUUID } from 'node:crypto'
import { pageOf } from '../form/command.server'
import { mayRun } from '../form/may-run'
import { CommandLink, csvHref, hereOf } from '../links'
import { type DeskRequest, type Page, read } from '../screen'
import { Pages, Rows } from '../values'

const kinds = ['deposit', 'withdrawal'] as const
const states = ['wait', 'already', 'cansel', 'all'] as const
const columns = [
  'number',
  'member',
  'nick',
  'won',
  'fee',
  'bank',
  'cash',
  'method',
  'state',
  'appliedAt',
  'accountChangedAt',
  'settledAt',
  'settledBy',
  'told',
]

/** Deposits or withdrawals: the waiting ones, to approve or cancel several at once, or those that ended. */
export async function waitingScreen(desk: DeskRequest): Promise<Page> {
  const { texts, url } = desk
  const { t, word, number } = texts
  const asked = url.searchParams
  const kind = kinds.find((known) => known === asked.get('kind')) ?? 'deposit'
  const state = states.find((known) => known === asked.get('state')) ?? 'wait'
  const filters = Object.fromEntries(
    ['member', 'from', 'to'].flatMap((name) => {
      const value = asked.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const list = await read(desk, 'movements', { kind, state, ...filters, ...pageOf('movements', url) })
  const title = word(`waiting.${kind}.${state === 'wait' ? 'wait' : 'all'}`)
  const mayApprove = state === 'wait' && mayRun(desk, 'approve')
  return {
    title,
    body: (
      <section>
        <h1>{title}</h1>
        <form className="row" action="/desk/waiting">
          <label>
            {t('field.kind')}
            <select name="kind" defaultValue={kind}>
              {kinds.map((option) => (
                <option key={option} value={option}>
                  {word(`kind.${option}`)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('field.state')}
            <select name="state" defaultValue={state}>
              {states.map((option) => (
                <option key={option} value={option}>
                  {word(`state.${option}`)}
                </option>
              ))}
            </select>
          </label>
          {(['member', 'from', 'to'] as const).map((name) => (
            <label key={name}>
              {t(`field.${name}`)}
              <input name={name} type={name === 'member' ? 'text' : 'date'} defaultValue={asked.get(name) ?? ''} />
            </label>
          ))}
          <button type="submit">{t('form.show')}</button>
        </form>
        <form method="post" action="/desk/command/approve">
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="back" value={hereOf(desk)} />
          <input type="hidden" name="requestId" value={randomUUID()} />
          <Rows
            texts={texts}
            columns={columns}
            rows={list.rows}
            {...(mayApprove && {
              first: {
                title: t('list.pick'),
                cell: (row) => (
                  <input
                    type="checkbox"
                    name="id"
                    value={String(row.id)}
                    aria-label={t('list.pick.row', { number: String(row.number) })}
                  />
                ),
              },
            })}
            last={{
              title: t('list.more'),
              cell: (row) =>
                row.state === 'wait' && row.kind === 'deposit' && row.method === 'bank' ? (
                  <CommandLink desk={desk} command="credit" values={{ id: String(row.id) }} className="nowrap" />
                ) : null,
            }}
          />
          {list.rows.length > 0 && (
            <p>
              {t('list.sum')} <b>{t('won', { amount: number(list.sum) })}</b>
            </p>
          )}
          {mayApprove && list.rows.length > 0 && (
            <p className="row">
              <button type="submit" className="primary">
                {t('waiting.approve')}
              </button>
              <button type="submit" formMethod="get" formAction="/desk/command/cancel" className="danger">
                {t('waiting.cancel')}
              </button>
            </p>
          )}
        </form>
        <Pages texts={texts} url={url} {...list} />
        <p>
          <a href={csvHref('movements', { kind, state, ...filters })}>{t('list.csv')}</a>
        </p>
      </section>
    ),
  }
}
