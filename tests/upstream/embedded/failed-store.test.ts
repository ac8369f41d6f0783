import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { observeChanges } from '~/embedded/store/transaction.server'
import { databaseServerUrl } from '../../support/database'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'
import { createSiteClient } from '../../support/site-client'

/** What a failure of the embedded upstream's own store does to a call: certain before the commit, unknown from then on. */

const embedded = sharedEmbeddedUpstream()
let token: string

beforeAll(async () => {
  token = (await embedded.newMember(100_000)).token
})
afterEach(() => void embedded.takeErrors())

const site = (memberToken = token) => {
  const connection = { fetch: embedded.fetch, epoch: () => embedded.epoch() }
  return createSiteClient({ connection, token: memberToken, memberId: 'm', timeoutMs: 10_000 })
}
const deposit = (code: string) => site().call('apply-user-deposit', { balance: 10_000, code })
const storedDeposits = async (code: string) =>
  (await embedded.query('select id from movements where code = $1', [code])).length

/** Runs `work` while each new row of a table fails as on a full disk: with its statement, or with the commit. */
async function whileFull<T>(table: string, fails: 'immediate' | 'deferred', work: () => Promise<T>): Promise<T> {
  await embedded.query(`create function fail_row() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await embedded.query(`create constraint trigger fail_row after insert on ${table}
    deferrable initially ${fails} for each row execute function fail_row()`)
  try {
    return await work()
  } finally {
    await embedded.query(`drop trigger fail_row on ${table}`)
    await embedded.query('drop function fail_row')
  }
}

describe('a deposit whose store fails', () => {
  it('before the commit is unavailable, and its code can be sent again', async () => {
    const code = randomUUID()
    const failed = await whileFull('movements', 'immediate', () => deposit(code))
    expect(failed).toMatchObject({ kind: 'unavailable', httpStatus: 503 })
    expect((await deposit(code)).kind).toBe('done')
    expect(await storedDeposits(code)).toBe(1)
  })

  it('during the commit is unknown, and stays so for its code', async () => {
    const code = randomUUID()
    expect((await whileFull('movements', 'deferred', () => deposit(code))).kind).toBe('unknown')
    expect((await deposit(code)).kind).toBe('unknown')
    expect(await storedDeposits(code)).toBe(0)
  })

  it.runIf(databaseServerUrl)('because of a lock that another client holds is unavailable', async () => {
    const stranger = new pg.Client({ connectionString: embedded.options.databaseUrl })
    await stranger.connect()
    const code = randomUUID()
    try {
      await stranger.query('begin')
      await stranger.query('lock table accounts')
      expect(await deposit(code)).toMatchObject({ kind: 'unavailable', httpStatus: 503 })
    } finally {
      await stranger.end()
    }
    expect((await deposit(code)).kind).toBe('done')
  })
})

it('a call that has committed a statement before its store fails is unknown', async () => {
  // No deposit of this member ends and closes the request.
  const stranger = await embedded.newMember()
  const ask = () => site(stranger.token).call('user-ask-account', {})
  expect((await ask()).kind).toBe('done')
  embedded.advanceClock(embedded.options.playApprovalMs)
  // It marks the due request as answered before its transaction.
  expect((await whileFull('account_requests', 'immediate', ask)).kind).toBe('unknown')
  expect((await ask()).kind).toBe('done')
})

const raising = (state: string) => `do $$ begin raise exception 'no' using errcode = '${state}'; end $$`

it.each([
  ['a query', 'select 1', false],
  ['a query of several parts', 'with one as (select 1) select * from one', false],
  ['a change', 'update tokens set browser = browser', true],
  ['a change of no row', databaseServerUrl && 'update tokens set browser = browser where false', false],
  [
    'a change in a part of a query without rows',
    `with made as (insert into epochs (name, began_at) values ('x', now())) select 1 where false`,
    true,
  ],
  ['a rejection by the database', raising('23514'), false],
  ['a connection that broke behind a pooler', raising('08P01'), true],
  ['an unknown completion', raising('40003'), true],
])('%s outside a transaction may have changed something or not', async (_, text, mayHaveBeenMade) => {
  if (!text) return
  const changes = { mayHaveBeenMade: false }
  await observeChanges(changes, () => embedded.context().store.query(text)).catch(() => undefined)
  expect(changes).toEqual({ mayHaveBeenMade })
})
