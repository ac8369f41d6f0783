import { pino, stdSerializers } from 'pino'
import { config } from '../settings/config.server'

const redactedFields =
  'token authorization cookie password pw pass new_pass exchange_pw pass_check banknum banknumber phone'.split(' ')

/** Leaves out fields that libraries add to errors, such as the row values in errors from PostgreSQL. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { type, message, stack, code } = stdSerializers.err(error)
  return { type, message, stack, ...(typeof code === 'string' ? { code } : {}) }
}

/** The number of recent lines kept in memory for a support bundle. They take about 600 kB. */
const maxRecentLines = 2_000
const recentLines: string[] = []
/** The most bytes that are queued while the reader of the log does not read. Further lines are dropped. */
const maxQueuedBytes = 8 * 1024 * 1024

export const recentLogLines = (): readonly string[] => recentLines.slice(-maxRecentLines)

function writeLine(line: string): void {
  // Written directly, because a pino destination would retry a failed write forever in its final flush.
  if (process.stdout.writableLength < maxQueuedBytes) process.stdout.write(line)
  recentLines.push(line)
  // Trimmed only from time to time. Removing one of thousands of lines every time costs more than extra lines.
  if (recentLines.length >= 2 * maxRecentLines) recentLines.splice(0, maxRecentLines)
}

/** The log. It writes one JSON line per event to stdout, at LOG_LEVEL. */
export const log = pino(
  {
    level: config.logLevel,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: redactedFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  },
  { write: writeLine },
)
