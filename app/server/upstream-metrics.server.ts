import { moneyTransactions, registerGauge } from '~/platform/telemetry/metrics.server'
import { circuitFor } from '~/upstream/circuit-breaker.server'
import type { UpstreamConnection, UpstreamFigures } from '~/upstream/connection.server'
import { callsThatMoveMoney } from '~/upstream/contract'
import { seconds } from '~/values/durations'

/** Several gauges are read at once, and several collectors may scrape: the database is asked once in this time. */
const freshMs = seconds(5)

/** Registers what an operator watches of the upstream: open circuits, waiting transactions, database connections. */
export function registerUpstreamGauges({ fetch, figures }: UpstreamConnection): void {
  // Prometheus sees no increase in a series that begins at 1: an alert would miss the first unknown outcome of a process.
  for (const callName of callsThatMoveMoney) moneyTransactions.inc({ segment: callName, outcome: 'unknown' }, 0)
  registerGauge(
    { name: 'madang_upstream_circuit_open', help: 'Calls that the circuit breaker rejects now: 1.', label: 'segment' },
    () =>
      circuitFor(fetch)
        .openCallNames()
        .map((callName) => ({ label: callName, value: 1 })),
  )
  if (!figures) return
  let latest: { at: number; figures: Promise<UpstreamFigures> } | undefined
  const read = () => {
    if (!latest || performance.now() - latest.at > freshMs) latest = { at: performance.now(), figures: figures() }
    return latest.figures
  }
  registerGauge(
    { name: 'madang_movements_waiting', help: 'Deposits and withdrawals that wait for approval.', label: 'kind' },
    async () => (await read()).waiting.map(({ kind, count }) => ({ label: kind, value: count })),
  )
  registerGauge(
    { name: 'madang_movements_waiting_oldest_seconds', help: 'Age of the oldest one that waits.', label: 'kind' },
    async () => (await read()).waiting.map(({ kind, oldestSeconds }) => ({ label: kind, value: oldestSeconds })),
  )
  registerGauge(
    {
      name: 'madang_database_connections',
      help: 'Connections to PostgreSQL, and callers queued for one.',
      label: 'state',
    },
    async () => Object.entries((await read()).pool ?? {}).map(([label, value]) => ({ label, value })),
  )
}
