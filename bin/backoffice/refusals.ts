import { formatSeoulMinute } from '~/values/seoul'
import words from '~locales/backoffice/en.json'
import { formatNumber, list } from './layout'
import { type ExitCode, Problem } from './problem'

/** A refusal, with the fields that some of them have. */
export type Refusal = {
  status: string
  wrong?: { field: string; message: string }[]
  members?: string[]
  movement?: Record<string, unknown>
  request?: Record<string, unknown>
  /** The time that `held` names. */
  until?: string
  /** What `role` names: the command that was asked for, the roles that may run it, and whose token asked. */
  act?: string
  needs?: string[]
  name?: string
  role?: string
  /** What `second_person` names: the sum, the number of the first approval, whose it is, and until when it counts. */
  id?: string
  won?: number | string | null
  by?: string
  /** Whether what waits is a file to read. */
  file?: boolean
  endsAt?: string
}

/** What a refusal says to who sits at a terminal, beside what it says at /backoffice. */
const atTerminal: Readonly<Record<string, string>> = {
  unpaid: '--unpaid credits it all the same.',
  answered: '--replace puts another answer there.',
  unsettled: 'Cancel a deposit that nobody paid; `pay-out` pays out what is left.',
  erased: 'Money that came in since goes back the way it came; then take it off the books with `correct`.',
  no_first_approval: 'See first-approvals.',
}

/** A refusal in words, which /backoffice has too. */
function messageOf(status: string): string | undefined {
  const message = (words as Readonly<Record<string, string>>)[`refused.${status}`]
  return message && [message, ...(atTerminal[status] ? [atTerminal[status]] : [])].join(' ')
}

/** Refusals that are about the site or the token rather than the command. */
const siteMessages: Readonly<Record<string, string>> = {
  unauthenticated:
    'The back office does not know this token, or it was ended. Set BACKOFFICE_TOKEN to yours, or DATA_DIR to the folder of the site.',
  shut: 'The back office is shut: the site has no BACKOFFICE_TOKEN. With DATABASE_URL it must be set.',
  code_needed: 'The back office wants a code of your second factor: give it with --second-factor.',
  code_wrong: 'This code is wrong, or was used before. A code is new every 30 seconds.',
  code_again: 'This is a dangerous command: it needs a code of the last five minutes. Give it with --second-factor.',
  factor_needed: 'Everybody has to have a second factor here: set yours up with set-factor, or at /backoffice.',
  no_factor: 'BACKOFFICE_TOKEN and the token of a machine have no second factor.',
  needs_desk_token: 'Until two named owners live, BACKOFFICE_TOKEN alone makes tokens.',
  two_owners: 'Two owners count here: end the token and make another, by two people. A restore needs no second person.',
  not_on_machine: 'This needs BACKOFFICE_TOKEN, on the machine of the site.',
  unknown_act: 'The site does not know this command: it runs another version than this program.',
}

/** Explains a refusal of the back office, with what it is about. */
export function refusalProblem(httpStatus: number, { status, ...more }: Refusal): Problem {
  const { wrong = [], members, movement, request } = more
  // A store that fails at the end of a transaction may have committed it.
  const isUncertain = httpStatus >= 500
  const problem = (message: string, exitCode: ExitCode = 1) =>
    new Problem(message, { status, exitCode, more, isUncertain })
  if (status === 'invalid')
    return problem(wrong.map(({ field, message }) => `${field || 'payload'}: ${message}`).join('\n'), 2)
  if (status === 'role') {
    const { act, needs = [], name, role } = more
    return problem(`${act} needs the role ${needs.join(' or ')}; your token ${name} is of the role ${role}.`, 3)
  }
  if (status === 'second_person') {
    const { won, id, by, endsAt, file } = more
    const what = won === undefined || won === null ? 'This needs' : `${formatNumber(won)} won need`
    return problem(
      `${what} two people; nothing was ${file ? 'read' : 'changed'} yet. First approval: request ${id}, by ${by}. ` +
        `A second person must ${file ? 'open' : 'approve'} it by ${formatSeoulMinute(endsAt)}, with their own token: ` +
        (file
          ? `open-download ${id}; then run this again with --first ${id}.`
          : `the same command with --first ${id}.`),
    )
  }
  if (status === 'held') {
    const why = 'a password, the phone or the bank account was changed'
    return problem(
      `Withdrawals of this member are held back until ${formatSeoulMinute(more.until)}: ${why}. Nothing was changed.`,
    )
  }
  if (status === 'not_found' && members) return problem(`There is no member ${members.join(', ')}; nothing was done.`)
  if (Object.hasOwn(siteMessages, status)) return problem(siteMessages[status] ?? status, 3)
  const message = messageOf(status)
  if (message) {
    const about = movement ? list(movement) : request ? list(request) : []
    return problem([message, ...about].join('\n'))
  }
  if (httpStatus === 503) return problem("The site can't reach its store now. Try again in a moment.", 3)
  if (httpStatus === 429) return problem('That was too often. Try again in a minute.', 3)
  const exitCode = httpStatus >= 500 ? 3 : 1
  return problem(`The site's response was ${httpStatus} ${status}; its log says why.`, exitCode)
}
