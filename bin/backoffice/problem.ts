import { formatSeoulMinute } from '~/values/seoul'
import english from '~locales/backoffice/en.json'
import terminal from '~locales/terminal/en.json'

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

type Values = Readonly<Record<string, unknown>>

/** Returns a text of the terminal with the given values. */
export const textFor = (key: keyof typeof terminal, values: Values = {}): string => interpolate(terminal[key], values)

export const problem = (key: keyof typeof terminal, values: Values, about: ConstructorParameters<typeof Problem>[1]) =>
  new Problem(textFor(key, values), about)

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

/** Texts by key. Some refusals have a different one in the terminal than in the browser. */
export const words: Readonly<Record<string, string | undefined>> = { ...english, ...terminal }

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
  const text = words[`refused.${status}${more.file ? '.file' : ''}`] ?? words[`site.answered.${httpStatus}`]
  const about = { status, exitCode: isFromSite ? 3 : 1, more, isUncertain } as const
  return text ? new Problem(interpolate(text, more), about) : problem('site.answered', { httpStatus, status }, about)
}

function interpolate(text: string, { endsAt, ...fields }: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = name === 'until' ? (fields.until ?? endsAt) : fields[name]
    return name === 'until' || name === 'at' ? formatSeoulMinute(String(value)) : [value].flat().join(', ')
  })
}
