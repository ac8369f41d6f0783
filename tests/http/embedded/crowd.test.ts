import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { runCrowdOnSites } from '../../support/crowd-on-sites'
import { createDatabase, databaseServerUrl } from '../../support/database'
import { isWholeProduct } from '../../support/products'

/** CROWD_SECONDS allows a longer manual run. */
const forMs = Number(process.env.CROWD_SECONDS ?? (isWholeProduct ? 60 : 3)) * 1_000
const killEveryMs = forMs > 3_000 ? 6_000 : 1_500

const where = databaseServerUrl ? 'two sites on one database' : 'a site on PGlite'

it(
  `fifty members at ${where} lose no money although a site is killed again and again`,
  async () => {
    const database = databaseServerUrl ? await createDatabase() : undefined
    const seed = randomInt(2 ** 31)
    try {
      const { deeds, kills, unknown, counts } = await runCrowdOnSites({
        databaseUrl: database?.url,
        members: 50,
        forMs,
        killEveryMs,
        seed,
      })
      const counted = JSON.stringify({ seed, counts })
      expect(deeds, counted).toBeGreaterThan(20)
      expect(kills, counted).toBeGreaterThan(0)
      expect(unknown, counted).toBeLessThan(deeds)
    } finally {
      await database?.drop()
    }
  },
  forMs + 300_000,
)
