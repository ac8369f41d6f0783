import { pino } from 'pino'
import { config } from '~/config.server'

/** Names under which a secret or a person's detail could reach the log by accident. */
const secretNames = [
  'token',
  'authorization',
  'cookie',
  'password',
  'pw',
  'pass',
  'new_pass',
  'exchange_pw',
  'pass_check',
  'banknum',
  'banknumber',
  'phone',
]

/** The log: one JSON line an event, on stdout. Level by LOG_LEVEL. */
export const log = pino({
  level: config.logLevel,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
})
