import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freePort } from '../../bin/free-port.mjs'
import { expectStoreAuditPasses } from '../support/audit'
import { createDatabase, databaseServerUrl } from '../support/database'
import { formatSeconds, reportFigure } from '../support/report-figure'
import { onPglite, startSite } from '../support/site'
import { newMember, type Visitor } from '../support/visitor'

/**
 * kill -9 while members deposit, round after round. An acknowledged deposit is there exactly once; one without a
 * response is there at most once, and exactly once after it is sent again.
 */
const rounds = Number(process.env.KILL_ROUNDS ?? 50)
/** A round takes a few seconds on an idle machine, most of it for the start. */
const roundMs = 15_000
const membersCount = 4
/** The site is killed at most this long after the deposits of a round began. */
const killWithinMs = 150

/** A deposit as its member knows it. No two have the same amount. */
type Deposit = { by: Visitor; won: number; code: string; outcome: 'done' | 'unknown' }

it.each(['PGlite', ...(databaseServerUrl ? ['PostgreSQL'] : [])])(
  `a site on %s loses and doubles nothing in ${rounds} rounds of kill -9 during deposits`,
  async (store) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'madang-killed-'))
    const database = store === 'PostgreSQL' ? await createDatabase() : undefined
    const start = async (port: number) =>
      startSite({
        PORT: `${port}`,
        DATA_DIR: dataDir,
        ...(database ? { DATABASE_URL: database.url } : onPglite),
        PLAY_APPROVAL_MS: '0',
        SESSION_SECRET: 'a secret for tests that is long enough to be taken',
        DESK_TOKEN: 'a desk token of 32 characters for tests',
      })
    const began = performance.now()
    let site = await start(await freePort())
    try {
      const { base, port } = site
      const members = await Promise.all(Array.from({ length: membersCount }, () => newMember(base)))
      const deposits: Deposit[] = []
      let lostCount = 0
      for (let round = 0; round < rounds; round++) {
        const answered = new OneTimeEvent()
        const sent = members.map((member) => depositUntilKilled(member, deposits, answered))
        // Even rounds are killed after the first response, odd rounds during the first deposits.
        if (round % 2 === 0) await answered.promise
        await pause(randomInt(killWithinMs))
        await site.kill()
        const unknown = (await Promise.all(sent)).flat().filter(({ outcome }) => outcome === 'unknown')
        lostCount += unknown.length
        site = await start(port)
        // Every other one is sent again under its code; the rest stay as the kill left them.
        for (const deposit of unknown.filter((_, at) => (at + round) % 2 === 0)) {
          expect((await send(deposit)).json()).toEqual({ status: 'success' })
          deposit.outcome = 'done'
        }
      }
      const { unknownCount, storedCount } = await expectEachDepositOnce(members, deposits)
      expect(lostCount).toBeGreaterThan(0)
      site.process.kill('SIGTERM')
      expect(await site.ended).toBe(0)
      await expectStoreAuditPasses({ dataDir, databaseUrl: database?.url })
      reportFigure(
        `kill -9 on ${store}: ${rounds} rounds in ${formatSeconds(performance.now() - began)}, ` +
          `${deposits.length} deposits, ${lostCount} cut off; ${lostCount - unknownCount} of these sent again, ` +
          `${storedCount} of the other ${unknownCount} are there; none lost, none doubled`,
      )
    } finally {
      await site.kill()
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  (rounds + 2) * roundMs,
)

/** Compares each member's responses with the stored deposits. @returns those of unknown outcome, and how many of them exist */
async function expectEachDepositOnce(members: readonly Visitor[], known: readonly Deposit[]) {
  let unknownCount = 0
  let storedCount = 0
  for (const member of members) {
    const rows = await storedDepositsOf(member)
    const own = known.filter(({ by }) => by === member)
    for (const { won, outcome } of own) {
      const times = rows.filter((row) => row === won).length
      if (outcome === 'done') expect([won, times]).toEqual([won, 1])
      else expect(times).toBeLessThanOrEqual(1)
      if (outcome === 'unknown') unknownCount += 1
      if (outcome === 'unknown') storedCount += times
    }
    expect(
      rows.filter((row) => !own.some(({ won }) => won === row)),
      'nobody asked for these',
    ).toEqual([])
  }
  return { unknownCount, storedCount }
}

/** Deposits one after the other, by call and by form in turn, until a request fails. */
async function depositUntilKilled(by: Visitor, known: Deposit[], answered: OneTimeEvent): Promise<Deposit[]> {
  const sent: Deposit[] = []
  for (;;) {
    const deposit: Deposit = { by, won: (known.length + 1) * 10_000, code: randomUUID(), outcome: 'unknown' }
    known.push(deposit)
    sent.push(deposit)
    const response = await send(deposit, sent.length % 2 === 0).catch(() => undefined)
    if (!response) return sent
    if (response.status === 303) expect(response.location).toBe('/')
    else expect([response.status, response.json()]).toEqual([200, { status: 'success' }])
    deposit.outcome = 'done'
    answered.resolve()
  }
}

/** A promise that `resolve` fulfils. */
class OneTimeEvent {
  resolve: () => void = () => undefined
  readonly promise = new Promise<void>((resolve) => {
    this.resolve = resolve
  })
}

function send({ by, won, code }: Deposit, byForm = false) {
  return byForm
    ? by.post('/deposit', { balance: `${won}`, code })
    : by.call('apply-user-deposit', { balance: won, code })
}

/** The amounts in won of all deposits stored for a member. */
async function storedDepositsOf(member: Visitor): Promise<number[]> {
  const rows: number[] = []
  for (let page = 1; ; page++) {
    const listed = (await member.call('get-deposit-list', { page })).json() as {
      total: number
      balances: { balance: number }[]
    }
    rows.push(...listed.balances.map(({ balance }) => balance))
    if (rows.length >= listed.total || listed.balances.length === 0) return rows
  }
}
