import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()

collectDefaultMetrics({ register: registry })
// Gauges, which must not end as counters do. Those without the ending have the same figures, by type.
for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`)

/** Requests by method, route and status. Routes are patterns of app/routes.ts: paths are chosen by clients. */
export const requestSeconds = new Histogram({
  name: 'madang_http_request_seconds',
  help: 'Time from a request to the end of its answer, in seconds.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
})

export const upstreamSeconds = new Histogram({
  name: 'madang_upstream_call_seconds',
  help: 'Time of a call to the upstream, tries included, in seconds.',
  labelNames: ['segment', 'outcome'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
})

export const pictureOutcomes = new Counter({
  name: 'madang_upstream_pictures_total',
  help: 'Pictures asked of the upstream, by outcome.',
  labelNames: ['outcome'] as const,
  registers: [registry],
})

/** Calls that move money, by call name and outcome. `unknown` includes repeats. */
export const moneyTransactions = new Counter({
  name: 'madang_money_movements_total',
  help: 'Deposits, withdrawals, exchanges and moves into and out of games sent to the upstream; unknown: told so.',
  labelNames: ['segment', 'outcome'] as const,
  registers: [registry],
})

/** Responses in which money came and could not be read, by call name. Pages show 0 for it, and say so. */
export const unreadableMoney = new Counter({
  name: 'madang_upstream_unreadable_money_total',
  help: 'Responses of the upstream with money that could not be read: shown as 0, in no sum.',
  labelNames: ['segment'] as const,
  registers: [registry],
})

export const refusals = new Counter({
  name: 'madang_refused_total',
  help: 'Requests refused at the edge.',
  labelNames: ['reason'] as const,
  registers: [registry],
})

export const connectionsClosed = new Counter({
  name: 'madang_http_connections_closed_total',
  help: 'Idle connections closed to make room.',
  registers: [registry],
})

export const unhandledRejections = new Counter({
  name: 'madang_unhandled_rejections_total',
  help: 'Promise rejections that nothing handled.',
  registers: [registry],
})

export const requestsInFlight = new Gauge({
  name: 'madang_http_requests_in_flight',
  help: 'Requests being answered now.',
  registers: [registry],
})

/** Whether Redis takes writes: 1 or 0. Not served without REDIS_URL: who opens Redis registers it. */
export const redisUp = new Gauge({
  name: 'madang_redis_up',
  help: 'Whether Redis takes writes: 1 or 0.',
  registers: [],
})

/** Whether the embedded upstream's store takes writes: 1 or 0. Registered with the other figures of that upstream. */
export const storeUp = new Gauge({
  name: 'madang_store_up',
  help: 'Whether the store takes writes: 1 or 0.',
  registers: [],
})

export const sessionEvents = new Counter({
  name: 'madang_sessions_total',
  help: 'Sessions that began or ended.',
  labelNames: ['event'] as const,
  registers: [registry],
})

export const buildInfo = new Gauge({
  name: 'madang_build_info',
  help: 'The running build.',
  labelNames: ['version', 'node'] as const,
  registers: [registry],
})

/** Adds or replaces a gauge whose values are read with the metrics; one that fails is left out. */
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
