import { pino, stdSerializers } from 'pino'
import { config } from '../settings/config.server'

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

/**
 * An error as the log has it: without the other fields that libraries add, such as the values of a row in those of
 * PostgreSQL.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { type, message, stack, code } = stdSerializers.err(error)
  return { type, message, stack, ...(typeof code === 'string' ? { code } : {}) }
}

/** The log: one JSON line per event on stdout, at LOG_LEVEL. */
export const log = pino({
  level: config.logLevel,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { err: describeError },
  redact: { paths: redactedFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
})
