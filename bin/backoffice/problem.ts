/** Exit codes of failed commands: 1 if refused, 2 for wrong usage, 3 if the site failed or is unreachable. */
export type ExitCode = 1 | 2 | 3

export class Problem extends Error {
  readonly status: string
  readonly exitCode: ExitCode
  readonly more: object
  readonly isUncertain: boolean

  constructor(message: string, about: Partial<Omit<Problem, keyof Error>> = {}) {
    super(message)
    this.status = about.status ?? 'failed'
    this.exitCode = about.exitCode ?? 1
    this.more = about.more ?? {}
    this.isUncertain = about.isUncertain ?? false
  }
}

export const usage = { status: 'usage', exitCode: 2 } as const

export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined
}

export function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error
}
