import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readLastChecks } from '~/embedded/backoffice/last-checks.server'
import { sumTransactions } from '~/embedded/transactions/operator-figures.server'
import { toSeconds } from '~/values/durations'
import { createBackofficeOf } from '../../support/backoffice-people'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0, withdrawDailyMax: 0 })
const { askBackoffice, backoffice } = createBackofficeOf(embedded)
const { deposit, withdraw } = createCallsOf(embedded)

describe('the figures of an operator', () => {
  it('sum deposits and withdrawals by state, in won', async () => {
    const token = await embedded.signIn()
    const sums = async () =>
      Object.fromEntries(
        (await sumTransactions(embedded.context())).map(({ kind, state, won }) => [`${kind} ${state}`, won]),
      )
    const before = await sums()
    const grown = async () =>
      Object.fromEntries(Object.entries(await sums()).map(([name, won]) => [name, won - (before[name] ?? 0)]))
    for (const balance of [10_000, 20_000, 40_000]) await deposit(token, balance)
    await withdraw(token, 30_000, { exchange_pw: '2580' })
    const none = { 'deposit done': 0, 'deposit cancelled': 0, 'withdrawal done': 0, 'withdrawal cancelled': 0 }
    expect(await grown()).toEqual({ ...none, 'deposit waiting': 70_000, 'withdrawal waiting': 30_000 })
    const rows = await embedded.query<{ id: bigint; won: bigint }>("select id, won from movements where state = 'wait'")
    const idOf = (won: bigint) => String(rows.find((row) => row.won === won)?.id)
    await backoffice('approve', { kind: 'deposit', id: idOf(20_000n) })
    await backoffice('cancel', { kind: 'deposit', id: idOf(40_000n) })
    await backoffice('cancel', { kind: 'withdrawal', id: idOf(30_000n) })
    const settled = { 'deposit done': 20_000, 'deposit cancelled': 40_000, 'withdrawal cancelled': 30_000 }
    expect(await grown()).toEqual({ ...none, ...settled, 'deposit waiting': 10_000, 'withdrawal waiting': 0 })
  })

  it('have the time of the last complete backup, not of one that was only asked for or rehearsed', async () => {
    const lastBackup = async () => (await readLastChecks(embedded.context())).backup
    await askBackoffice('backup')
    await backoffice('record-backup', { dryRun: true })
    expect(await lastBackup()).toBe(0)
    for (let times = 0; times < 2; times += 1) {
      embedded.advanceClock(60_000)
      await backoffice('record-backup', { requestId: randomUUID() })
      expect(await lastBackup()).toBe(toSeconds(embedded.context().now().getTime()))
    }
  })

  it('have the time of the last audit, apart by what it found', async () => {
    const lastAudit = async () => (await readLastChecks(embedded.context())).audit
    const now = () => toSeconds(embedded.context().now().getTime())
    expect(await lastAudit()).toEqual({ in_order: 0, findings: 0 })
    await backoffice('audit')
    const first = now()
    expect(await lastAudit()).toEqual({ in_order: first, findings: 0 })
    embedded.advanceClock(60_000)
    const bend = async (won: number) => {
      await embedded.query('alter table accounts disable trigger user')
      await embedded.query(`update accounts set balance = balance + ${won} where kind = 'comp'`)
      await embedded.query('alter table accounts enable trigger user')
    }
    await bend(1)
    expect(await backoffice('audit')).toMatchObject({ inOrder: false })
    await bend(-1)
    expect(await lastAudit()).toEqual({ in_order: first, findings: now() })
  })
})
