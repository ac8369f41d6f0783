/** The database is unreachable, shutting down, too slow, or closed. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** SQLSTATE of an error that a statement threw; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  // System error codes such as EPIPE have no digit.
  return typeof error.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}
