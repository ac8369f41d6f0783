import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()

collectDefaultMetrics({ register: registry })
// Only names of counters should end in `_total`. Gauges without the suffix report the same figures by type.
for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`)

function counter<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) {
  return new Counter<Label>({ name, help, labelNames, registers: [registry] })
}

function gauge<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  registers = [registry],
) {
  return new Gauge<Label>({ name, help, labelNames, registers })
}

function histogram<Label extends string>(name: string, help: string, labelNames: readonly Label[]) {
  const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  return new Histogram<Label>({ name, help, labelNames, buckets, registers: [registry] })
}

/** Requests by method, route and status. The route is a pattern in app/routes.ts: clients can request any path. */
export const requestSeconds = histogram(
  'madang_http_request_seconds',
  'Time from a request to the end of its answer, in seconds.',
  ['method', 'route', 'status'],
)

export const upstreamSeconds = histogram(
  'madang_upstream_call_seconds',
  'Time of a call to the upstream, tries included, in seconds.',
  ['segment', 'outcome'],
)

export const pictureOutcomes = counter(
  'madang_upstream_pictures_total',
  'Pictures requested from the upstream, by outcome.',
  ['outcome'],
)

/** Money calls by name and outcome. If a form is sent again and the outcome is `unknown`, it is counted again. */
export const moneyTransactions = counter(
  'madang_money_movements_total',
  'Deposits, withdrawals, exchanges and moves into and out of games sent to the upstream; unknown: no outcome known.',
  ['segment', 'outcome'],
)

/** Responses with unreadable amounts, by call name. Pages show these amounts as 0 with an explanation. */
export const unreadableMoney = counter(
  'madang_upstream_unreadable_money_total',
  'Responses of the upstream with money that could not be read; shown as 0 and left out of sums.',
  ['segment'],
)

export const refusals = counter('madang_refused_total', 'Requests refused at the edge.', ['reason'])

export const connectionsClosed = counter(
  'madang_http_connections_closed_total',
  'Idle connections closed to make room.',
)

export const alertsSent = counter('madang_alerts_total', 'Tries to send an alert to ALERT_URL: sent or failed.', [
  'event',
  'outcome',
])

export const unhandledRejections = counter(
  'madang_unhandled_rejections_total',
  'Promise rejections that nothing handled.',
)

export const requestsInFlight = gauge('madang_http_requests_in_flight', 'Requests being answered now.')

/** Whether Redis accepts writes (1 or 0). Registered when Redis is opened, so it is missing without REDIS_URL. */
export const redisUp = gauge('madang_redis_up', 'Whether Redis takes writes: 1 or 0.', [], [])

/** Whether the embedded upstream's store accepts writes (1 or 0). Registered with that upstream's other metrics. */
export const storeUp = gauge('madang_store_up', 'Whether the store takes writes: 1 or 0.', [], [])

export const sessionEvents = counter('madang_sessions_total', 'Sessions that began or ended.', ['event'])

export const buildInfo = gauge('madang_build_info', 'The running build.', ['version', 'node'])

/** Adds or replaces a gauge that is read when metrics are requested. If reading fails, the gauge is left out. */
export function registerGauge<Label extends string = never>(
  { name, help, labels = [] }: { name: string; help: string; labels?: readonly Label[] },
  read: () => Promise<readonly LabelledValue<Label>[]> | readonly LabelledValue<Label>[],
): void {
  registry.removeSingleMetric(name)
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      gauge.reset()
      for (const { labels = {}, value } of await Promise.resolve(read()).catch(() => [])) gauge.set(labels, value)
    },
  })
}

type LabelledValue<Label extends string> = { labels?: Record<Label, string>; value: number }
