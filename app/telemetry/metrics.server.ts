import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of this process, in Prometheus's text form at /metrics. */
export const registry = new Registry()

collectDefaultMetrics({ register: registry })

/** Answers by kind of address; no path is a label, because strangers choose paths. */
export const requestSeconds = new Histogram({
  name: 'madang_http_request_seconds',
  help: 'Time from a request to the end of its answer, in seconds.',
  labelNames: ['method', 'kind', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
})

/** Calls to the upstream by segment and by how they came out (the kind of their outcome). */
export const upstreamSeconds = new Histogram({
  name: 'madang_upstream_call_seconds',
  help: 'Time of a call to the upstream, tries included, in seconds.',
  labelNames: ['segment', 'outcome'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
})

/** Requests turned away before any work, by why. */
export const refusals = new Counter({
  name: 'madang_refused_total',
  help: 'Requests refused at the edge.',
  labelNames: ['reason'] as const,
  registers: [registry],
})

/** Promises that were rejected and nobody waited for: each is a mistake of ours. */
export const unhandledRejections = new Counter({
  name: 'madang_unhandled_rejections_total',
  help: 'Promise rejections that nothing handled.',
  registers: [registry],
})

/** Requests whose answer is not finished yet. */
export const requestsInFlight = new Gauge({
  name: 'madang_http_requests_in_flight',
  help: 'Requests being answered now.',
  registers: [registry],
})

/** Whether Redis answers; stays 0 without REDIS_URL. */
export const redisUp = new Gauge({
  name: 'madang_redis_up',
  help: 'Whether Redis answered last: 1 or 0.',
  registers: [registry],
})
