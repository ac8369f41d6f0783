/** A bad setting. Its message is one line that names the variable. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/** Writes a bad setting's line and ends the process. @throws the cause when it is another error. */
export function exitOnSettingError(cause: unknown): never {
  if (!(cause instanceof SettingError)) throw cause
  process.stderr.write(`${cause.message}\n`)
  process.exit(1)
}

/** What `work` returns; a bad setting ends the process with its line. @throws any other error */
export function orExit<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    return exitOnSettingError(cause)
  }
}

/** The code of a file error, without its path. */
export function fileErrorReason(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return 'unreadable'
}
