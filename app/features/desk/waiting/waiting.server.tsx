import { randomUUID } from 'node:crypto'
import { pageOf } from '../form/command.server'
import { mayRun } from '../form/may-run'
import { CommandLink, csvHref, hereOf } from '../links'
import { type DeskRequest, type Page, read } from '../screen'
import { ColumnChoice, chosenColumns, MemberAndDays, Pages, Rows } from '../values'

const kinds = ['deposit', 'withdrawal'] as const
const states = ['wait', 'already', 'cansel', 'all'] as const
const orders = ['oldest', 'newest', 'largest'] as const
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
  const order = orders.find((known) => known === asked.get('order')) ?? (state === 'wait' ? 'oldest' : 'newest')
  const list = await read(desk, 'movements', { kind, state, order, ...filters, ...pageOf('movements', url) })
  const title = word(`waiting.${kind}.${state === 'wait' ? 'wait' : 'all'}`)
  const mayApprove = list.rows.some((row) => row.state === 'wait') && mayRun(desk, 'approve')
  const choices = [
    ['kind', kinds, kind],
    ['state', states, state],
    ['order', orders, order],
  ] as const
  return {
    title,
    body: (
      <section>
        <h1>{title}</h1>
        {asked.has('none') && (
          <p className="note warn" role="alert">
            {t('waiting.none')}
          </p>
        )}
        <form className="row" action="/desk/waiting">
          {choices.map(([name, options, chosen]) => (
            <label key={name}>
              {t(`field.${name}`)}
              <select name={name} defaultValue={chosen}>
                {options.map((option) => (
                  <option key={option} value={option}>
                    {word(`${name}.${option}`)}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <MemberAndDays texts={texts} url={url} />
          <ColumnChoice texts={texts} columns={columns} url={url} />
          <button type="submit">{t('form.show')}</button>
        </form>
        <form method="post" action="/desk/command/approve">
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="back" value={hereOf(desk).replace('none=', '')} />
          <input type="hidden" name="requestId" value={randomUUID()} />
          <Rows
            texts={texts}
            columns={chosenColumns(columns, url)}
            rows={list.rows}
            {...(mayApprove && {
              first: {
                title: t('list.pick'),
                cell: (row) =>
                  row.state === 'wait' && (
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
          <a href={csvHref('movements', { kind, state, order, ...filters })}>{t('list.csv')}</a>
        </p>
      </section>
    ),
  }
}
