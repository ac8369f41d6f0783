import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of this process, served as Prometheus text at /metrics. */
export const registry = new Registry()

collectDefaultMetrics({ register: registry })

/** Requests by method, kind of path and status. Paths are no labels, because clients choose them. */
export const requestSeconds = new Histogram({
  name: 'madang_http_request_seconds',
  help: 'Time from a request to the end of its answer, in seconds.',
  labelNames: ['method', 'kind', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
})

/** Upstream calls by segment and outcome kind. */
export const upstreamSeconds = new Histogram({
  name: 'madang_upstream_call_seconds',
  help: 'Time of a call to the upstream, tries included, in seconds.',
  labelNames: ['segment', 'outcome'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
})

/** Requests refused before any work, by reason. */
export const refusals = new Counter({
  name: 'madang_refused_total',
  help: 'Requests refused at the edge.',
  labelNames: ['reason'] as const,
  registers: [registry],
})

/** Unhandled promise rejections. Each one is a bug. */
export const unhandledRejections = new Counter({
  name: 'madang_unhandled_rejections_total',
  help: 'Promise rejections that nothing handled.',
  registers: [registry],
})

/** Requests whose response is not finished. */
export const requestsInFlight = new Gauge({
  name: 'madang_http_requests_in_flight',
  help: 'Requests being answered now.',
  registers: [registry],
})

/** Whether Redis answered last: 1 or 0. Stays 0 without REDIS_URL. */
export const redisUp = new Gauge({
  name: 'madang_redis_up',
  help: 'Whether Redis answered last: 1 or 0.',
  registers: [registry],
})
