/** Formats a message for the person who starts the site, as `what: reason; what to do`. */
export function explain(what: string, reason: string, action?: string): string {
  return `${what}: ${reason}${action === undefined ? '' : `; ${action}`}`
}

export class SettingError extends Error {
  override name = 'SettingError'

  /** @param what the name of the setting, or of something else that the reader can change */
  constructor(what: string, reason: string, action?: string) {
    super(explain(what, reason, action))
  }
}

export function exitOnSettingError(cause: unknown): never {
  if (!(cause instanceof SettingError)) throw cause
  process.stderr.write(`${cause.message}\n`)
  process.exit(1)
}

/** Returns the result of `work`. Ends the process if a setting is invalid. @throws any other error */
export function orExit<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    return exitOnSettingError(cause)
  }
}

export function fileErrorReason(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return 'unreadable'
}
