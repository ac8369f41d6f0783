import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { loadavg } from 'node:os'
import { expect, it } from 'vitest'
import { sendCallback } from '~/embedded/callbacks/callback.server'
import { startEmbeddedUpstream } from '~/embedded/serve.server'
import { openPostgres } from '~/embedded/store/postgres.server'
import { contract } from '~/upstream/contract'
import { insertMembers } from '../support/crowd'
import { crowdStoreOptions } from '../support/crowd-on-sites'
import { createDatabase, databaseServerUrl } from '../support/database'

/**
 * Measures what the jackpot's row costs at a distance from the database: bets that feed the jackpot wait for one row
 * until the commit, those too small to feed it do not. The distance is a proxy that delays each direction.
 */

const roundMs = Number(process.env.MEASURE_SECONDS ?? 4) * 1_000
const rounds = 3
/** A thousandth goes to the jackpot, rounded down. */
const stakes = { 'fed the jackpot': 1_000, 'did not feed it': 999 }
const provider = 'dodam-play'

it.runIf(databaseServerUrl).each([0, 1, 5])(
  'measures bets at %s ms from the database',
  async (oneWayMs) => {
    const database = await createDatabase()
    const line = await startSlowLine(new URL(database.url), oneWayMs)
    const store = openPostgres({ url: line.url, pool: 20, warn: () => {} })
    const options = { ...crowdStoreOptions({ dataDir: '', databaseUrl: line.url }), playApprovalMs: 600_000 }
    const embedded = await startEmbeddedUpstream(store, options)
    const people = await store.tx((sql) => insertMembers(sql, 20))
    const ctx = { store, options, log: options.log, now: () => new Date(), origin: '', ip: '', language: '' }
    const sessions = await Promise.all(
      people.map(async ({ token }) => {
        const opened = await embedded.fetch(
          new Request(`http://upstream.invalid${contract['open-game'].path}`, {
            method: 'POST',
            headers: { Authorization: `Bearer ${token}` },
            body: JSON.stringify({ company: provider, code: 'moon-rabbit-mill' }),
          }),
        )
        return String(((await opened.json()) as { gameUrl: string }).gameUrl).slice('/house/game/'.length)
      }),
    )
    const rates = new Map<string, number[]>()
    for (const callers of [1, 5, 20]) {
      for (let round = 0; round < rounds; round++) {
        for (const [what, stake] of Object.entries(stakes)) {
          const began = performance.now()
          let ended = 0
          await Promise.all(
            sessions.slice(0, callers).map(async (session) => {
              while (performance.now() - began < roundMs) {
                const bet = randomUUID()
                await sendCallback(ctx, { type: 'bet', provider, id: bet, session, stake })
                const { status } = await sendCallback(ctx, { type: 'win', provider, id: `${bet}-win`, bet, won: stake })
                expect(status).toBe('success')
                ended += 1
              }
            }),
          )
          const name = `${callers} members, ${what}`
          rates.set(name, [...(rates.get(name) ?? []), (ended / (performance.now() - began)) * 1_000])
        }
      }
    }
    const text = [...rates]
      .map(([name, each]) => `${name}: ${each.map((rate) => rate.toFixed(0)).join(', ')}`)
      .join('; ')
    process.stdout.write(`bets that ended a second, ${oneWayMs} ms away: ${text} (load ${loadavg()[0]?.toFixed(1)})\n`)
    await embedded.close()
    line.stop()
    await database.drop()
  },
  300_000,
)

/** A TCP proxy that passes everything on after `oneWayMs`. @returns the database's URL through it */
async function startSlowLine(database: URL, oneWayMs: number): Promise<{ url: string; stop: () => void }> {
  const server = createServer((near) => {
    const far = connect(Number(database.port), database.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true)
      from.on('data', (bytes) => (oneWayMs === 0 ? to.write(bytes) : setTimeout(() => to.write(bytes), oneWayMs)))
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database)
  url.port = `${(server.address() as AddressInfo).port}`
  return { url: url.href, stop: () => void server.close() }
}
