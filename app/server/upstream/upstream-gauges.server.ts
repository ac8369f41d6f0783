import { oldMetrics } from '~/platform/old-names'
import { reuse } from '~/platform/readiness.server'
import { moneyTransactions, registerGauge, registry, storeUp } from '~/platform/telemetry/metrics.server'
import { circuitFor } from '~/upstream/client/break-circuit.server'
import type { UpstreamConnection } from '~/upstream/client/transport/connect-to-upstream.server'
import { callsThatMoveMoney } from '~/upstream/contract'
import { minutes, seconds } from '~/values/durations'

export function registerUpstreamGauges({ fetch, figures, transactionSums }: UpstreamConnection): void {
  // Starts at 0. If the series started at 1, Prometheus would see no increase, and an alert would miss the first case.
  for (const callName of callsThatMoveMoney) moneyTransactions.inc({ segment: callName, outcome: 'unknown' }, 0)
  registerGauge(
    {
      name: 'madang_upstream_circuit_open',
      help: 'Calls that the circuit breaker rejects now: 1.',
      labels: ['segment'],
    },
    () =>
      circuitFor(fetch)
        .openCallNames()
        .map((callName) => ({ labels: { segment: callName }, value: 1 })),
  )
  if (!figures || !transactionSums) return
  storeUp.set(1)
  registry.registerMetric(storeUp)
  const read = reuse(figures, seconds(5))
  const readSums = reuse(transactionSums, minutes(1))
  registerGauge(
    { name: 'madang_movements_won', help: 'Sum of all deposits and withdrawals, in won.', labels: ['kind', 'state'] },
    async () => (await readSums()).map(({ kind, state, won }) => ({ labels: { kind, state }, value: won })),
  )
  registerGauge(
    { name: 'madang_movements_waiting', help: 'Deposits and withdrawals waiting for approval.', labels: ['kind'] },
    async () => (await read()).waiting.map(({ kind, count }) => ({ labels: { kind }, value: count })),
  )
  registerGauge(
    { name: 'madang_movements_waiting_oldest_seconds', help: 'Age of the oldest waiting one.', labels: ['kind'] },
    async () => (await read()).waiting.map(({ kind, oldestSeconds }) => ({ labels: { kind }, value: oldestSeconds })),
  )
  registerGauge(
    {
      name: 'madang_database_connections',
      help: 'Connections to PostgreSQL, and callers queued for one.',
      labels: ['state'],
    },
    async () => Object.entries((await read()).pool ?? {}).map(([state, value]) => ({ labels: { state }, value })),
  )
  registerGauge(
    { name: 'madang_last_backup_timestamp_seconds', help: 'Unix time of the last complete backup; 0: none.' },
    async () => [{ value: (await read()).lastChecks.backup }],
  )
  registerGauge(
    {
      name: 'madang_last_audit_timestamp_seconds',
      help: 'Unix time of the last audit by what it found; 0: none.',
      labels: ['result'],
    },
    async () =>
      Object.entries((await read()).lastChecks.audit).map(([result, value]) => ({ labels: { result }, value })),
  )
  const help = "Lines of the back office's log that are chained, with the hash of the last one; renewed every hour."
  for (const name of Object.entries(oldMetrics).flat())
    registerGauge({ name, help, labels: ['hash'] }, async () => {
      const { backofficeLog } = await read()
      return backofficeLog ? [{ labels: { hash: backofficeLog.hash }, value: backofficeLog.lines }] : []
    })
}
