/** A bad setting. Its message is one line that names the variable. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/** The code of a file error, without its path. */
export function fileErrorReason(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return 'unreadable'
}
