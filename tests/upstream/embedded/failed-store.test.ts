import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { observeChanges } from '~/embedded/store/transaction.server'
import { databaseServerUrl } from '../../support/database'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'
import { createSiteClient } from '../../support/site-client'

/** If the embedded upstream's store fails, a call has no effect before the commit, and is unknown afterwards. */

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

/** Runs `work` while inserts into a table fail as on a full disk, with the statement or with the commit. */
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
  it('is unavailable before the commit, and its code can be sent again', async () => {
    const code = randomUUID()
    const failed = await whileFull('movements', 'immediate', () => deposit(code))
    expect(failed).toMatchObject({ kind: 'unavailable', httpStatus: 503 })
    expect((await deposit(code)).kind).toBe('done')
    expect(await storedDeposits(code)).toBe(1)
  })

  it('is unknown during the commit, and stays unknown for its code', async () => {
    const code = randomUUID()
    expect((await whileFull('movements', 'deferred', () => deposit(code))).kind).toBe('unknown')
    expect((await deposit(code)).kind).toBe('unknown')
    expect(await storedDeposits(code)).toBe(0)
  })

  it.runIf(databaseServerUrl)('is unavailable because of another client’s lock', async () => {
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

it('a call is unknown if it committed a statement before its store failed', async () => {
  // This member has no deposit whose settlement would close the request.
  const stranger = await embedded.newMember()
  const ask = () => site(stranger.token).call('user-ask-account', {})
  expect((await ask()).kind).toBe('done')
  embedded.advanceClock(embedded.options.playApprovalMs)
  // The call marks the due request as answered before its transaction starts.
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
    'a change in a part of a query that returns no rows',
    `with made as (insert into epochs (name, began_at) values ('x', now())) select 1 where false`,
    true,
  ],
  ['a rejection by the database', raising('23514'), false],
  ['a connection that broke behind a pooler', raising('08P01'), true],
  ['an unknown completion', raising('40003'), true],
])('%s outside a transaction is recognized as a possible change or not', async (_, text, mayHaveBeenMade) => {
  if (!text) return
  const changes = { mayHaveBeenMade: false }
  await observeChanges(changes, () => embedded.context().store.query(text)).catch(() => undefined)
  expect(changes).toEqual({ mayHaveBeenMade })
})
