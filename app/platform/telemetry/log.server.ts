import { pino, stdSerializers } from 'pino'
import { config } from '../settings/config.server'

const redactedFields =
  'token authorization cookie password pw pass new_pass exchange_pw pass_check banknum banknumber phone'.split(' ')

/** Leaves out fields that libraries add to errors, such as row values in PostgreSQL errors. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { type, message, stack, code } = stdSerializers.err(error)
  return { type, message, stack, ...(typeof code === 'string' ? { code } : {}) }
}

/** The number of recent lines to keep in memory for a support bundle (about 600 kB). */
const maxRecentLines = 2_000
const recentLines: string[] = []
/** The maximum number of bytes to queue while the log is not being read. Further lines are dropped. */
const maxQueuedBytes = 8 * 1024 * 1024

export const recentLogLines = (): readonly string[] => recentLines.slice(-maxRecentLines)

function writeLine(line: string): void {
  // Written directly, because pino's destination would retry a failed write forever in its final flush.
  if (process.stdout.writableLength < maxQueuedBytes) process.stdout.write(line)
  recentLines.push(line)
  // Trimmed only occasionally, because removing a single line from thousands is slow.
  if (recentLines.length >= 2 * maxRecentLines) recentLines.splice(0, maxRecentLines)
}

/** Logs one JSON line per event to stdout, at LOG_LEVEL. */
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
