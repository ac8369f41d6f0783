import { seconds } from '~/values/durations'

/**
 * Time limit of all upstream calls of one request together: `client/limit-time.server.ts`. A claim of a code that is older
 * belongs to a process that died: `idempotency-store.server.ts`.
 */
export const requestDeadlineMs = seconds(8)
