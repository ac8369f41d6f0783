import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '~/json/parse-json'
import {
  ExpiringMap,
  generationKey,
  monotonicNow,
  type RevocationOptions,
  type Revocations,
  revokedMarker,
  sessionKey,
} from './revocations.server'

/**
 * Storage of one process's revocations over a restart. `read` returns all that was written, '' when there is nothing,
 * and throws when that can't be told.
 */
export type RevocationFile = { read(): string; append(line: string): void; replace(text: string): void }

/** One line of the file. `until` is in milliseconds since the epoch: a monotonic clock does not survive a restart. */
const fileLineSchema = z.object({ key: z.string(), value: z.string(), until: z.int() })

/**
 * Revocations in the memory of one process, stored in a file over a restart where one is given. Sessions ended by a
 * logout or a new password stay ended even if the upstream still accepts their token.
 */
export function createMemoryRevocations({
  retentionMs,
  now = monotonicNow,
  file,
}: RevocationOptions & { file?: RevocationFile }): Revocations {
  const entries = new ExpiringMap(now)
  for (const { key, value, until } of parseLines(file?.read() ?? '')) {
    entries.set(key, value, Math.min(until - Date.now(), retentionMs))
  }
  const formatLine = (key: string) =>
    `${JSON.stringify({ key, value: entries.get(key), until: Date.now() + entries.remainingMs(key) })}\n`
  file?.replace(
    entries
      .keys()
      .filter((key) => entries.remainingMs(key) > 0)
      .map(formatLine)
      .join(''),
  )
  const saveEntry = (key: string, value: string) => {
    entries.set(key, value, retentionMs)
    file?.append(formatLine(key))
  }
  return {
    async revoke(sessionId) {
      saveEntry(sessionKey(sessionId), revokedMarker)
    },
    async revokeAll(userId) {
      saveEntry(generationKey(userId), randomUUID())
    },
    async getGeneration(userId) {
      return entries.get(generationKey(userId)) ?? ''
    },
    async isRevoked({ sid, userId, generation }) {
      const current = entries.get(generationKey(userId))
      return entries.get(sessionKey(sid)) !== undefined || (current !== undefined && current !== generation)
    },
  }
}

/** The readable lines of the file. The last one may be cut off if the process ended while writing it. */
function parseLines(text: string): z.output<typeof fileLineSchema>[] {
  return text.split('\n').flatMap((line) => {
    const read = fileLineSchema.safeParse(parseJson(line))
    return read.success ? [read.data] : []
  })
}
