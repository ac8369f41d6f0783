import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createHttpClient } from '../support/http-client'
import { formatSpread, formatTable, ratioOf, spreadOf } from './figures'
import { sampleLoad, sendMany, type Target } from './load'
import { leaveServerCore, startServer } from './processes'

/** The processor time of some requests here and in another checkout, in short batches turn and turn about. */

const secret = 'a secret for tests that is long enough to be taken'

/** Measures the built site here against the one in `folder`, and prints both with their ratio. */
export async function run({ isQuick, folder }: { isQuick: boolean; folder: string }): Promise<void> {
  const [rounds, sampleMs, warmUpRequests] = isQuick ? [5, 250, 300] : [21, 300, 1_500]
  leaveServerCore()
  const [here, there] = [await startSites('.'), await startSites(folder)]
  try {
    const rows: string[][] = []
    for (const [index, target] of here.targets.entries()) {
      const counterpart = there.targets[index] as Target
      await sendMany([target], warmUpRequests)
      await sendMany([counterpart], warmUpRequests)
      const costs = { here: [] as number[], there: [] as number[] }
      for (let round = 0; round < rounds; round++) {
        const pair = [
          async () => costs.here.push((await sampleLoad(target, sampleMs)).processorMs),
          async () => costs.there.push((await sampleLoad(counterpart, sampleMs)).processorMs),
        ]
        for (const sample of round % 2 === 0 ? pair : pair.toReversed()) await sample()
      }
      rows.push([
        target.name,
        ...[spreadOf(costs.here), spreadOf(costs.there), ratioOf(costs.here, costs.there)].map(formatSpread),
      ])
    }
    const head = ['request', 'processor ms here (least–most)', `in ${folder}`, 'ratio of the rounds']
    process.stdout.write(`${formatTable(head, rows)}\n`)
  } finally {
    await Promise.all([here.stop(), there.stop()])
  }
}

/** Starts the site of a checkout twice: as it is, and with a rate limit that every request is over. */
async function startSites(folder: string) {
  const program = ['--max-semi-space-size=8', resolve(folder, 'bin/start.mjs')]
  const site = await startServer(program, {
    DATA_DIR: mkdtempSync(join(tmpdir(), 'against-')),
    SESSION_SECRET: secret,
  })
  const narrow = await startServer(program, {
    UPSTREAM_URL: 'http://127.0.0.1:9',
    SESSION_SECRET: secret,
    RATE_LIMITS: '{"all":[1,3600]}',
  })
  const client = createHttpClient(site.port)
  const member = { Cookie: await client.signIn() }
  client.close()
  await fetch(`${narrow.base}/register`)
  const targets: Target[] = [
    { name: 'refused by the rate limit', server: narrow, path: '/register', status: 429 },
    { name: 'visitor’s home, from the cache', server: site, path: '/' },
    { name: 'visitor’s home, rendered', server: site, path: '/', headers: { Cookie: 'bench=1' } },
    { name: 'member’s home', server: site, path: '/', headers: member },
    { name: '/deposit', server: site, path: '/deposit', headers: member },
  ]
  return { targets, stop: () => Promise.all([site.stop(), narrow.stop()]) }
}
