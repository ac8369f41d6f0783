import { beforeAll, describe, expect, it } from 'vitest'
import { type GameCallback, sendCallback } from '~/embedded/callbacks/callback.server'
import { type AuditResult, auditLedger } from '~/embedded/ledger/audit.server'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream({ withdrawDailyMax: 0 })
const { deposit, withdraw, openGame } = createCallsOf(embedded)
const provider = 'dodam-play'

beforeAll(async () => {
  const token = await embedded.signIn()
  const exchange_pw = '2580'
  await deposit(token, 10_000)
  await withdraw(token, 20_000, { exchange_pw })
  embedded.advanceClock(3_000)
  await embedded.call('roll-to-balance', { points: 100, code: 'the-only-exchange' }, token)
  await deposit(token, 30_000)
  await withdraw(token, 40_000, { exchange_pw })
  const { session } = await openGame(token)
  const bet = (id: string) => ({ type: 'bet', provider, id, session, stake: 5_000 }) as const
  const callbacks: GameCallback[] = [
    ...[bet('settled'), bet('returned'), bet('open')],
    { type: 'win', provider, id: 'win', bet: 'settled', won: 7_000, jackpot: true },
    { type: 'rollback', provider, id: 'back', bet: 'returned' },
  ]
  for (const callback of callbacks) expect((await sendCallback(embedded.context(), callback)).status).toBe('success')
})

/** Audits the store after these statements, inside a transaction that is then rolled back. */
async function auditedAfter(...statements: string[]): Promise<AuditResult> {
  const undone = new Error('undone')
  let found: AuditResult | undefined
  await embedded
    .context()
    .store.tx(async (sql) => {
      for (const table of ['accounts', 'entries', 'transfers', 'movements', 'bets', 'codes']) {
        await sql.exec(`alter table ${table} disable trigger user`)
      }
      for (const statement of statements) await sql.exec(statement)
      found = await auditLedger(sql)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  if (!found) throw new Error('the audit did not run')
  return found
}

describe('an audit', () => {
  it('finds nothing in a consistent ledger, and reports its totals', async () => {
    const { inOrder, findings, figures } = await auditLedger(embedded.context().store)
    expect(findings).toEqual([])
    expect(inOrder).toBe(true)
    expect(figures).toMatchObject({
      members: 2,
      sum: 0n,
      waiting: { deposits: { count: 1, won: 30_000n }, withdrawals: { count: 1, won: 40_000n } },
      bets: {
        open: { count: 1, won: 5_000n },
        settled: { count: 1, won: 5_000n },
        returned: { count: 1, won: 5_000n },
      },
    })
    expect(figures.accounts.held).toBe(40_000n)
    expect(Object.values(figures.accounts).reduce((sum, won) => sum + won, 0n)).toBe(0n)
  })

  const demo = "(select id from members where user_id = 'demo')"
  const cash = `(select id from accounts where kind = 'cash' and member_id = ${demo})`
  const first = (cause: string) => `(select min(id) from transfers where cause = '${cause}')`

  it.each([
    [
      'an entry with a won too many',
      [
        `update entries set won = won + 1, after = after + 1 where id = (select max(id) from entries where account_id = ${cash})`,
      ],
      [
        'every transfer has entries and sums to zero',
        'every balance is the sum of its entries',
        'all entries sum to zero',
      ],
    ],
    [
      'a transfer without entries',
      ["insert into transfers (cause, made_at) values ('correction', now())"],
      ['every transfer has entries and sums to zero'],
    ],
    [
      'a balance without an entry',
      [`update accounts set balance = balance + 10 where id = ${cash}`],
      ['every balance is the sum of its entries'],
    ],
    [
      'a balance below zero',
      ['alter table accounts drop constraint never_below_zero', `update accounts set balance = -1 where id = ${cash}`],
      ['no account of a member is below zero, nor the jackpot'],
    ],
    [
      'an entry with a wrong balance',
      [`update entries set after = after + 1 where id = (select min(id) from entries where account_id = ${cash})`],
      ['every entry tells the balance after it'],
    ],
    [
      'a deposit that was credited twice',
      [
        `insert into transfers (cause, cause_id, made_at) select cause, cause_id, made_at from transfers where id = ${first('deposit')}`,
        `insert into entries (transfer_id, account_id, won)
          select (select max(id) from transfers), account_id, won from entries where transfer_id = ${first('deposit')}`,
      ],
      ['every deposit and withdrawal moved what its state says'],
    ],
    [
      'a deposit marked as done that was never credited',
      ["update movements set state = 'already', settled_at = now() where state = 'wait' and kind = 'deposit'"],
      ['every deposit and withdrawal moved what its state says'],
    ],
    [
      'a cancelled withdrawal whose money was not returned',
      ["update movements set state = 'cansel', settled_at = now() where state = 'wait' and kind = 'withdrawal'"],
      ['every deposit and withdrawal moved what its state says', 'what is held is what waits to be paid out'],
    ],
    [
      'a deposit credited to somebody else',
      [
        `update entries set account_id = (select id from accounts where kind = 'cash' and member_id <> ${demo})
          where transfer_id = ${first('deposit')} and account_id = ${cash}`,
      ],
      ['every deposit and withdrawal moved what its state says'],
    ],
    [
      'a missing transaction',
      ["delete from movements where state = 'wait' and kind = 'withdrawal'"],
      ['every transfer has what caused it', 'every request code moved money once'],
    ],
    [
      'a bet marked as settled that was not paid',
      ["update bets set win = 9000, settled_at = now() where round = 'open'"],
      ['every bet moved what its state says'],
    ],
    [
      'a bet marked as returned that was not',
      ["update bets set returned_at = now() where round = 'open'"],
      ['every bet moved what its state says'],
    ],
    [
      'a missing bet that its provider knows',
      ["delete from bets where round = 'open'"],
      ['every transfer has what caused it', 'every bet that a provider was told is taken is there'],
    ],
    [
      'an exchange that was processed twice',
      [
        "insert into transfers (cause, cause_id, made_at) select cause, cause_id, made_at from transfers where cause = 'exchange'",
        `insert into entries (transfer_id, account_id, won)
          select (select max(id) from transfers), account_id, won from entries where transfer_id = ${first('exchange')}`,
      ],
      ['every request code moved money once'],
    ],
    [
      'a member without comp',
      [
        `insert into members
          (user_id, nick, nick_key, phone, bank_name, bank_number, bank_owner, login_hash, exchange_hash, joined_at)
          values ('x', 'x', 'x', '', '', '', '', '', '', now())`,
      ],
      ['every member has one account of each kind'],
    ],
  ])('finds %s', async (_what, statements, named) => {
    const { inOrder, findings } = await auditedAfter(...statements)
    expect(inOrder).toBe(false)
    expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(named))
    expect(findings.every(({ count, examples }) => count > 0 && examples.length > 0)).toBe(true)
  })
})
