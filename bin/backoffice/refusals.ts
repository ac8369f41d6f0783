import { formatSeoulMinute } from '~/values/seoul'
import words from '~locales/backoffice/en.json'
import { Problem } from './problem'

/** A refusal, with the fields that some of them have. */
export type Refusal = {
  status: string
  wrong?: { field: string; message: string }[]
  /** Whether a file waits for a second person. */
  file?: boolean
} & Readonly<Record<string, unknown>>

/** Refusals with a terminal text. */
const atTerminal: Readonly<Record<string, string>> = {
  unauthenticated:
    'The back office does not know this token, or it was ended. Set BACKOFFICE_TOKEN to yours, or DATA_DIR to the folder of the site.',
  shut: 'The back office is shut: the site has no BACKOFFICE_TOKEN. With DATABASE_URL it must be set.',
  code_needed: 'The back office wants a code of your second factor: give it with --second-factor.',
  code_again: 'This is a dangerous command: it needs a code of the last five minutes. Give it with --second-factor.',
  factor_needed: 'Everybody has to have a second factor here: set yours up with set-factor, or at /backoffice.',
  two_owners: 'Two owners count here: end the token and make another, by two people. A restore needs no second person.',
  not_on_machine: 'This needs BACKOFFICE_TOKEN, on the machine of the site.',
  unknown_act: 'The site does not know this command: it runs another version than this program.',
}
const atFailure: Readonly<Record<number, string>> = {
  429: 'That was too often. Try again in a minute.',
  503: "The site can't reach its store now. Try again in a moment.",
}
/** Refusals of the token or the site rather than of the command, beside those of 401, 403 and 429. */
const ofToken = new Set(['unknown_act', 'no_factor', 'needs_desk_token', 'two_owners', 'not_on_machine'])

export function refusalProblem(httpStatus: number, { status, ...more }: Refusal): Problem {
  // A store that fails at the end of a transaction may have committed it.
  const isUncertain = httpStatus >= 500
  if (status === 'invalid') {
    const wrong = more.wrong ?? []
    const message = wrong.map(({ field, message }) => `${field || 'payload'}: ${message}`).join('\n')
    return new Problem(message, { status, exitCode: 2, more })
  }
  const isOfSite = isUncertain || [401, 403, 429].includes(httpStatus) || ofToken.has(status)
  const text =
    atTerminal[status] ??
    (words as Readonly<Record<string, string>>)[`refused.${status}${more.file ? '.file' : ''}`] ??
    atFailure[httpStatus] ??
    `The site's response was ${httpStatus} ${status}; its log says why.`
  return new Problem(interpolate(text, more), { status, exitCode: isOfSite ? 3 : 1, more, isUncertain })
}

function interpolate(text: string, { endsAt, ...fields }: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = name === 'until' ? (fields.until ?? endsAt) : fields[name]
    return name === 'until' || name === 'at' ? formatSeoulMinute(String(value)) : [value].flat().join(', ')
  })
}
