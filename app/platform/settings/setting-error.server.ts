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

/** The code of a file error, without its path. */
export function fileErrorReason(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return 'unreadable'
}
