import { parseJson } from '~/values/strict-json'

/** Log fields without personal data. Paths are excluded, because clients can put anything into a path. */
const plainFields = new Set([
  ...['level', 'time', 'method', 'route', 'status', 'ms', 'bytes', 'requestId', 'traceId'],
  ...['outcome', 'call', 'kind', 'limit', 'job', 'sender', 'version', 'node', 'inFlight', 'type', 'code'],
])
const textFields = new Set(['msg', 'message', 'stack', 'why', 'reason', 'error', 'err'])

const leftOut = '[left out]'
/** E-mail addresses, IP addresses, numbers as long as phone or account numbers, and possible tokens. */
const personal = [
  /[^\s@"'<>()]+@[^\s@"'<>()]+\.[^\s@"'<>()]+/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/g,
  /\b(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}\b/gi,
  /\d[\d -]{6,}\d/g,
  /[\w-]{24,}/g,
]

/** Returns a log line as JSON without personal data, or undefined if the line is not a JSON object. */
export function toAnonymousLine(line: string): string | undefined {
  const parsed = parseJson(line)
  return typeof parsed === 'object' && parsed !== null ? JSON.stringify(withoutPersonalData(parsed)) : undefined
}

function withoutPersonalData(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (textFields.has(name)) return [[name, scrub(value)]]
      return plainFields.has(name) && typeof value !== 'object' ? [[name, value]] : []
    }),
  )
}

function scrub(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return withoutPersonalData(value)
  return personal.reduce((text, pattern) => text.replaceAll(pattern, leftOut), String(value))
}
