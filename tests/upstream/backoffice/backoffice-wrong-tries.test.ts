import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auditLedger } from '~/embedded/ledger/audit.server'
import { hours, minutes } from '~/values/durations'
import { createBackofficeOf } from '../../support/backoffice-people'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

/** Failed attempts to log in to the back office, which are logged but can't fill the log. */

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0 })
const { ask, backoffice, makeToken } = createBackofficeOf(embedded)
const wrongToken = 'x'.repeat(43)
const from = (address: string) => ({ 'X-Forwarded-For': address })

/** Log lines of rejected logins. */
async function refusedLogIns() {
  const { rows = [] } = await backoffice('acts', { act: 'begin-desk-session' })
  return rows.flatMap(({ who, payload, result }) =>
    (result as { status: string }).status === 'success' ? [] : [{ who, payload, result }],
  )
}
const countOf = async (address: string) =>
  (await refusedLogIns()).filter(({ result }) => (result as { address?: string }).address === address).length
const linesOfHour = async () =>
  Number(
    (
      await embedded.query<{ count: bigint }>(`select count(*) from desk_acts where result ->> 'status' <> 'success'`)
    )[0]?.count,
  )

beforeEach(() => embedded.advanceClock(hours(1)))

describe('a failed back-office login', () => {
  it('is a log line with the name used, the origin and the error, in an intact chain', async () => {
    const kim = await makeToken('kim', 'reader')
    const logIn = (token: string, name?: string) => ask(token, 'begin-desk-session', { name }, from('198.51.100.7'))
    // A token in the name's field must not be logged.
    for (const tried of [await logIn(wrongToken, 'kim'), await logIn('kim', kim), await logIn(kim, 'lee park')])
      expect(tried).toMatchObject({ httpStatus: 401, body: { status: 'unauthenticated' } })
    expect((await ask(wrongToken, 'approve', { kind: 'deposit', id: 1 }, from('198.51.100.7'))).httpStatus).toBe(401)
    expect((await ask(wrongToken, 'no-command', {}, from('198.51.100.7'))).httpStatus).toBe(401)
    const result = { status: 'unauthenticated', address: '198.51.100.7' }
    expect(await refusedLogIns()).toEqual([
      { who: 'kim', payload: { name: 'lee park' }, result },
      { who: 'nobody', payload: {}, result },
      { who: 'nobody', payload: { name: 'kim' }, result },
    ])
    const { rows } = await backoffice('acts', { who: 'nobody' })
    expect(rows?.map(({ act, payload }) => [act, payload]).slice(0, 2)).toEqual([
      ['you', {}],
      ['approve', {}],
    ])
    expect((await auditLedger(embedded.context().store)).findings).toEqual([])
  })

  it('is only counted after ten from a network in ten minutes, even simultaneous ones', async () => {
    const before = (await backoffice('overview')).wrongTries as number
    const tries = Array.from({ length: 15 }, (_, index) => `2001:db8:7:7::${index + 1}`)
    const tried = await Promise.all(tries.map((address) => ask(wrongToken, 'begin-desk-session', {}, from(address))))
    expect(tried.map(({ httpStatus }) => httpStatus)).toEqual(tries.map(() => 401))
    expect((await backoffice('overview')).wrongTries).toBe(before + 15)
    const statuses = (await refusedLogIns()).flatMap(({ result }) => {
      const { status, address } = result as { status: string; address: string }
      return address === '2001:db8:7:7::/64' ? [status] : []
    })
    expect(statuses).toEqual(['limited', ...Array.from({ length: 10 }, () => 'unauthenticated')])
    await ask(wrongToken, 'begin-desk-session', {}, from('203.0.113.5'))
    expect(await countOf('203.0.113.5'), 'from another network').toBe(1)
    embedded.advanceClock(minutes(10) + 1)
    await ask(wrongToken, 'begin-desk-session', {}, from('2001:db8:7:7::1'))
    expect(await countOf('2001:db8:7:7::/64')).toBe(12)
    expect((await auditLedger(embedded.context().store)).findings).toEqual([])
  })

  it('from very many networks is only counted after a thousand lines in an hour', async () => {
    await embedded.query(`insert into desk_wrong_tries values (date_trunc('hour', $1::timestamptz), 999)`, [
      embedded.context().now(),
    ])
    const before = await linesOfHour()
    for (const last of [1, 2, 3]) await ask(wrongToken, 'overview', {}, from(`192.0.2.${last}`))
    expect(await linesOfHour()).toBe(before + 1)
  })

  it('takes the same hashes whether the name or the token is wrong', async () => {
    const token = await makeToken('lee', 'reader')
    const hash = vi.spyOn(crypto, 'createHash')
    syncBuiltinESMExports()
    const hashesOf = async (given: string, name: string) => {
      hash.mockClear()
      expect((await ask(given, 'begin-desk-session', { name }, from('198.51.100.9'))).httpStatus).toBe(401)
      return hash.mock.calls.length
    }
    const counted = [await hashesOf(wrongToken, 'lee'), await hashesOf('x', 'lee'), await hashesOf(token, 'other')]
    hash.mockRestore()
    syncBuiltinESMExports()
    expect(counted).toEqual([3, 3, 3])
  })
})
