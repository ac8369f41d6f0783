import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { runCrowdOnSites } from '../support/crowd-on-sites'
import { createDatabase, databaseServerUrl } from '../support/database'

/** How long the crowd runs on each store, and about how long a site runs before it is killed. */
const forMs = Number(process.env.SOAK_SECONDS ?? 120) * 1_000
const killEveryMs = 6_000
const marginMs = 5 * 60_000

it('keeps every won on PGlite while its site is killed over and over', () => runCrowdAndReport(), forMs + marginMs)

it.runIf(databaseServerUrl)(
  'keeps every won on PostgreSQL while one of two sites is killed over and over',
  async () => {
    const database = await createDatabase()
    try {
      await runCrowdAndReport(database.url)
    } finally {
      await database.drop()
    }
  },
  forMs + marginMs,
)

async function runCrowdAndReport(databaseUrl?: string): Promise<void> {
  const seed = randomInt(2 ** 31)
  const { deeds, kills, unknown, counts } = await runCrowdOnSites({
    databaseUrl,
    members: 50,
    forMs,
    killEveryMs,
    seed,
  })
  const store = databaseUrl ? 'PostgreSQL, two sites' : 'PGlite, one site'
  process.stdout.write(
    `${store}: ${deeds} deeds of 50 members in ${forMs / 1_000} s, ${kills} kills, ` +
      `${unknown} never answered, none lost or doubled (seed ${seed})\n${JSON.stringify(counts)}\n`,
  )
  expect(kills).toBeGreaterThan(0)
}
