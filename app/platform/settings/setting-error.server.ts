export class SettingError extends Error {
  override name = 'SettingError'
}

export function exitOnSettingError(cause: unknown): never {
  if (!(cause instanceof SettingError)) throw cause
  process.stderr.write(`${cause.message}\n`)
  process.exit(1)
}

/** Returns the result of `work`; a bad setting ends the process. @throws any other error */
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
