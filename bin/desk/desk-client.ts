import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import { type CommandAnswer, type CommandName, commands } from '~/embedded/desk/commands'
import { minutes } from '~/values/durations'
import { type ExitCode, errorCode, Problem, usage } from './problem'
import { dataDir, readSetting } from './settings'
import { plain, time } from './terminal-text'

type NameOf<Kind> = { [A in CommandName]: (typeof commands)[A]['kind'] extends Kind ? A : never }[CommandName]

/** A payload as the operator wrote it: the fields are checked here, the words in them by the site. */
type Unchecked<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Unchecked<Item>[]
    : T extends object
      ? { [Field in keyof T]: Unchecked<T[Field]> }
      : T
type Payload<A extends CommandName> = Unchecked<z.input<(typeof commands)[A]['payload']>>

/** The desk of a running site: sends commands and returns their answers. They throw Problem. */
export type Desk = {
  /** Whether changes are only tried. */
  dryRun: boolean
  read<A extends NameOf<'read'>>(name: A, payload: Payload<A>): Promise<CommandAnswer<A>>
  /** Changes something once: when the answer is lost, the request is repeated with the same id. */
  change<A extends NameOf<'change'>>(name: A, payload: Payload<A>): Promise<CommandAnswer<A>>
  /** Resolves to the Response of a file, or to an answer without one. */
  download<A extends NameOf<'download'>>(name: A, payload: Payload<A>): Promise<Response | CommandAnswer<A>>
}

const timeoutMs = minutes(1)

/** Connects to the desk of a site. The site and its token are looked up at the first command: a restore needs neither. */
export function connectDesk(wanted: { site?: string; by?: string; dryRun?: boolean; token?: string }): Desk {
  const { dryRun = false } = wanted
  const by = wanted.by ?? accountName()
  let connection: { base: string; token: string } | undefined

  async function send(name: CommandName, payload: object): Promise<unknown> {
    connection ??= { base: siteOrigin(wanted.site), token: wanted.token ?? readToken() }
    const { base, token } = connection
    // These go through the whole store.
    const isLong = commands[name].kind === 'download' || name === 'audit' || name === 'end-play-money'
    const response = await fetch(`${base}/house/desk/${name}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...payload, ...(by ? { by } : {}) }),
      signal: isLong ? undefined : AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw unreachable(error, base)
    })
    if (response.ok && response.headers.has('content-disposition')) return response
    const text = await response.text().catch(() => '')
    let body: Refusal
    try {
      body = JSON.parse(text)
    } catch {
      throw noDesk(response.status, base)
    }
    if (response.ok && body.status === 'success') return body
    throw refusalProblem(response.status, body)
  }

  return {
    dryRun,
    // The site answers each command by the schema of the table.
    read: (name, payload) => send(name, payload) as Promise<CommandAnswer<typeof name>>,
    download: (name, payload) => send(name, payload) as Promise<Response | CommandAnswer<typeof name>>,
    change: async (name, payload) => {
      const request = { ...payload, ...(dryRun ? { dryRun } : { requestId: randomUUID() }) }
      const answer = await send(name, request).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.status !== 'lost' || dryRun) throw error
        return send(name, request)
      })
      return answer as CommandAnswer<typeof name>
    },
  }
}

/** Origin of the site. @throws Problem for anything but an origin. */
function siteOrigin(site: string | undefined): string {
  const given = site ?? `http://${ownHost()}:${readSetting('PORT') ?? '3000'}`
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.href !== `${url.origin}/`) {
    throw new Problem(`--site must be an address such as http://127.0.0.1:3000, not ${JSON.stringify(given)}.`, usage)
  }
  if (url.protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) {
    process.stderr.write(`The desk's token goes to ${url.host} unencrypted; use https where others can listen.\n`)
  }
  return url.origin
}

/** Host at which this machine reaches the site. */
function ownHost(): string {
  const host = readSetting('HOST')
  if (!host || host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function readToken(): string {
  const given = readSetting('DESK_TOKEN')
  if (given) {
    if (!/^[\x20-\x7e]+$/.test(given)) throw new Problem('DESK_TOKEN may hold ASCII characters alone.', { exitCode: 2 })
    return given
  }
  const path = join(dataDir(), 'desk-token')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Problem(
      `There is no token: DESK_TOKEN is not set, and ${path} can't be read (${errorCode(error)}). ` +
        'Set DESK_TOKEN as the site has it, or DATA_DIR to the folder of the site.',
      { status: 'no_token', exitCode: 3 },
    )
  }
}

/** The operator's name for the log: that of the account here. */
function accountName(): string {
  try {
    return userInfo()
      .username.replace(/\p{Cc}/gu, '')
      .slice(0, 64)
  } catch {
    return ''
  }
}

function unreachable(error: unknown, base: string): Problem {
  const cause = error instanceof Error ? error.cause : undefined
  const code = errorCode(cause) ?? errorCode(error) ?? (error as Error).name
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(code)) {
    return new Problem(
      `No site answers at ${base} (${code}). Is it running? Name another with --site, or PORT and HOST.`,
      {
        status: 'unreachable',
        exitCode: 3,
      },
    )
  }
  return new Problem(`The answer of ${base} was lost (${cause instanceof Error ? cause.message : code}).`, {
    status: 'lost',
    exitCode: 3,
  })
}

function noDesk(status: number, base: string): Problem {
  const message =
    status === 404
      ? `The site at ${base} has no embedded upstream (UPSTREAM_URL is set, or it is another site), so it has no desk.`
      : status === 503
        ? `The site at ${base} is starting, stopping, or can't reach its store. Try again in a moment.`
        : `What answers at ${base} is no desk (${status}).`
  return new Problem(message, { status: 'no_desk', exitCode: 3 })
}

/** A refusal, with the fields that some of them have. */
type Refusal = {
  status: string
  wrong?: { field: string; message: string }[]
  members?: string[]
  movement?: CommandAnswer<'approve'>['movement']
  request?: CommandAnswer<'answer'>['request']
}

const refusalMessages: Readonly<Record<string, string>> = {
  taken: 'There is such a code already.',
  not_found: 'There is none of that name or number.',
  unpaid:
    'The payment page has not reported this deposit paid. It reports by itself; --unpaid credits it all the same.',
  limit: 'The member could not hold that much; nothing was changed.',
  balance: 'The member has less than that; nothing was changed.',
  unsettled:
    'The member has money, or a deposit, withdrawal or bet of theirs waits. Settle it; send the member what is left, ' +
    'and take it with `correct`. Then erase.',
  erased: 'The personal data of this member were erased; the account stays closed.',
  play_member: 'This member had play money, which was ended: the account stays closed. They can register anew.',
  real_money:
    'This store has no play money to end: it is served with real money, or may have been. Nothing was changed.',
  raise: 'A limit of the member is lower already. Only the member can raise it, on the site; nothing was changed.',
  busy: 'Another backup is being made. Try again when it is done.',
  request_reused: 'This number was used for another change.',
}

/** Refusals that are about the site or the token rather than the command. */
const siteMessages: Readonly<Record<string, string>> = {
  unauthenticated: 'The desk does not know this token. Set DESK_TOKEN as the site has it, or DATA_DIR to its folder.',
  shut: 'The desk is shut: the site has no DESK_TOKEN. With DATABASE_URL it must be set.',
  unknown_act: 'The site does not know this act: it runs another version than this program.',
}

/** Explains a refusal of the desk. */
function refusalProblem(httpStatus: number, body: Refusal): Problem {
  const { status, ...more } = body
  const { wrong = [], members, movement, request } = more
  const problem = (message: string, exitCode: ExitCode = 1) => new Problem(message, { status, exitCode, more })
  if (status === 'invalid') {
    return problem(wrong.map(({ field, message }) => plain(`${field || 'payload'}: ${message}`)).join('\n'), 2)
  }
  if (status === 'not_found' && members) {
    return problem(`There is no member ${members.map(plain).join(', ')}; nothing was done.`)
  }
  if (status === 'ended' && movement) return problem(endedMessage(movement))
  if (status === 'answered') {
    const answeredAt = time(request?.answeredAt)
    return problem(`Request ${request?.id} was answered at ${answeredAt}; --replace puts another answer there.`)
  }
  const siteMessage = Object.hasOwn(siteMessages, status) ? siteMessages[status] : undefined
  if (siteMessage !== undefined) return problem(siteMessage, 3)
  const message = Object.hasOwn(refusalMessages, status) ? refusalMessages[status] : undefined
  if (message !== undefined) return problem(message)
  if (httpStatus === 503) return problem("The site can't reach its store now. Try again in a moment.", 3)
  if (httpStatus === 429) return problem('That was too often. Try again in a minute.', 3)
  const exitCode = httpStatus >= 500 ? 3 : 1
  return problem(`The site could not do it (${httpStatus} ${plain(status)}); its log says why.`, exitCode)
}

function endedMessage({ id, kind, state, settledAt, settledBy }: CommandAnswer<'approve'>['movement']): string {
  const how = state === 'already' ? (kind === 'deposit' ? 'credited' : 'paid out') : 'cancelled'
  const by =
    settledBy === 'play'
      ? 'by itself, as play money does (PLAY_APPROVAL_MS)'
      : settledBy === 'payment'
        ? 'by its payment page'
        : 'by the desk'
  return `Too late: ${kind} ${id} was ${how} at ${time(settledAt)} ${by}. Nothing was changed.`
}
