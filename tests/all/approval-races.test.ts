import { expect, it } from 'vitest'
import { createTemporaryPostgres } from '../../bin/postgres.mjs'
import { raceApprovals, secondPersonFrom } from '../support/approval-races'
import { openTestEmbeddedUpstream } from '../support/embedded-upstream'
import { formatSeconds, reportFigure } from '../support/report-figure'

/** Large sums at the desk: people who say yes at the same moment, on both stores. */

const rounds = 100
const options = { deskToken: 'a desk token of 32 characters for tests', playApprovalMs: 0, secondPersonFrom }

async function race(store: string, databaseUrl: string | undefined): Promise<void> {
  const open = () => openTestEmbeddedUpstream({ ...options, databaseUrl })
  const embedded = await open()
  const replicas = databaseUrl ? [embedded, await open()] : [embedded]
  const began = performance.now()
  await raceApprovals(embedded, rounds, replicas.at(-1))
  const took = formatSeconds(performance.now() - began)
  // Closing it audits the books.
  for (const replica of replicas) {
    expect(replica.lines.filter(({ level }) => level === 'error')).toEqual([])
    await replica.close()
  }
  reportFigure(
    `${rounds} rounds of 6 first and 6 second approvals at once on ${store}: each moved its sum once, in ${took}`,
  )
}

it('moves a sum once on PGlite', () => race('PGlite', undefined))

it('moves a sum once on PostgreSQL, at two replicas', async () => {
  const postgres = await createTemporaryPostgres(() => {})
  await postgres.start()
  try {
    await race('PostgreSQL, at two replicas', postgres.url)
  } finally {
    await postgres.stop()
  }
})
