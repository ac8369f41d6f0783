import type { CommandResult } from '../commands/table'
import type { BackofficeHandlers } from '../handler'
import { selectRow, toJson } from '../queries'

export const handlers: BackofficeHandlers<'pay-accounts' | 'add-pay-account' | 'end-pay-account'> = {
  'pay-accounts': async ({ store }) => {
    const rows = await store.query(
      `select id::text as id, bank, number, holder, made_at as "madeAt", made_by as "madeBy" from pay_accounts
        where ended_at is null order by pay_accounts.id`,
    )
    return { status: 'success', rows: toJson<CommandResult<'pay-accounts'>['rows']>(rows) }
  },

  'add-pay-account': async (ctx, { bank, number, holder }, sql) => {
    const added = await sql.query(
      `insert into pay_accounts (bank, number, holder, made_at, made_by) values ($1, $2, $3, $4, $5)
       on conflict (bank, number, holder) where ended_at is null do nothing returning id`,
      [bank, number, holder, ctx.now(), ctx.operator.name],
    )
    return { status: 'success', changed: added.length > 0, bank, number, holder }
  },

  'end-pay-account': async (ctx, { id }, sql) => {
    const ended = await selectRow<{ bank: string; number: string; holder: string }>(
      sql,
      'update pay_accounts set ended_at = $2 where id = $1 and ended_at is null returning bank, number, holder',
      [id, ctx.now()],
    )
    return { status: 'success', ...ended }
  },
}
