import { pino } from 'pino'
import { config } from '~/config/config.server'

/** Fields that could put a secret or personal data into the log by accident. */
const redactedFields = [
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

/** The log: one JSON line per event on stdout, at LOG_LEVEL. */
export const log = pino({
  level: config.logLevel,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: redactedFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
})
