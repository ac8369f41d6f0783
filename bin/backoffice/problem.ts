import { formatSeoulMinute } from '~/values/seoul'
import words from '~locales/backoffice/en.json'

/** Exit codes of failed commands: 1 if refused, 2 for wrong usage, 3 if the site failed or is unreachable. */
export type ExitCode = 1 | 2 | 3

export class Problem extends Error {
  readonly status: string = 'failed'
  readonly exitCode: ExitCode = 1
  readonly more: object = {}
  readonly isUncertain: boolean = false

  constructor(message: string, about: Partial<Omit<Problem, keyof Error>> = {}) {
    super(message)
    Object.assign(this, about)
  }
}

export const usage = { status: 'usage', exitCode: 2 } as const

export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined
}

export function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error
}

export type Refusal = {
  status: string
  wrong?: { field: string; message: string }[]
  /** Whether the command downloads a file and needs a second person's approval. */
  file?: boolean
} & Readonly<Record<string, unknown>>

/** Refusals with a different text in the terminal than in the browser. */
const atTerminal: Readonly<Record<string, string>> = {
  unauthenticated: 'Token: unknown or ended; set BACKOFFICE_TOKEN to yours, or DATA_DIR to the folder of the site',
  shut: 'Back office: closed, because the site has no token; set BACKOFFICE_TOKEN on the site',
  code_needed: 'Second factor: this command needs a code; add --second-factor',
  code_again: 'Second factor: this dangerous command needs a code from the last five minutes; add --second-factor',
  factor_needed: 'Second factor: required here; set yours up with set-factor, or at /backoffice',
  two_owners: 'Token: a change of owners needs two people here; end the token and make another one',
  not_on_machine: 'Token: this command needs BACKOFFICE_TOKEN; run it on the machine of the site',
  second_person: `${words['refused.second_person']} They run the same command with --first {{id}}.`,
  unknown_act: 'Command: unknown to the site, which runs another version; use the program of that version',
}
const atFailure: Readonly<Record<number, string>> = {
  429: 'Site: too many requests; try again in a minute',
  503: "Site: can't reach its store; try again in a moment",
}
/** Refusals (besides 401, 403 and 429) that concern the token or the site instead of the command. */
const ofToken = new Set(['unknown_act', 'no_factor', 'needs_desk_token', 'two_owners', 'not_on_machine'])

export function refusalProblem(httpStatus: number, { status, ...more }: Refusal): Problem {
  // After a server error, the change may have been made: a store can fail after it has committed a transaction.
  const isUncertain = httpStatus >= 500
  if (status === 'invalid') {
    const wrong = more.wrong ?? []
    const message = wrong.map(({ field, message }) => `${field || 'payload'}: ${message}`).join('\n')
    return new Problem(message, { status, exitCode: 2, more })
  }
  const isFromSite = isUncertain || [401, 403, 429].includes(httpStatus) || ofToken.has(status)
  const key = `${status}${more.file ? '.file' : ''}`
  const text =
    atTerminal[key] ??
    (words as Readonly<Record<string, string>>)[`refused.${key}`] ??
    atFailure[httpStatus] ??
    `Site: answered ${httpStatus} ${status}; see its log`
  return new Problem(interpolate(text, more), { status, exitCode: isFromSite ? 3 : 1, more, isUncertain })
}

function interpolate(text: string, { endsAt, ...fields }: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = name === 'until' ? (fields.until ?? endsAt) : fields[name]
    return name === 'until' || name === 'at' ? formatSeoulMinute(String(value)) : [value].flat().join(', ')
  })
}
