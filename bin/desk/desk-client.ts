import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandName, type CommandResult, commands } from '~/embedded/desk/commands'
import { minutes } from '~/values/durations'
import { errorCode, Problem, usage } from './problem'
import { type Refusal, refusalProblem } from './refusals'
import { dataDir, readSetting } from './settings'

/** The desk of a running site: sends commands and returns their results. They throw Problem. */
export type Desk = {
  /** Whether changes are only tried. */
  dryRun: boolean
  /** Reads something, or changes it once: when the response is lost, a change is repeated with the same id. */
  call<A extends CommandName>(name: A, payload: object): Promise<CommandResult<A>>
  /** Resolves to the Response of a file, or to a result without one. */
  download(name: CommandName, payload: object): Promise<Response | object>
}

const timeoutMs = minutes(1)

/** Connects to the desk of a site. The site and its token are looked up at the first command: a restore needs neither. */
export function connectDesk(wanted: { site?: string; dryRun?: boolean; token?: string }): Desk {
  const { dryRun = false } = wanted
  let connection: { base: string; token: string } | undefined

  async function send(name: CommandName, payload: object): Promise<Response | object> {
    connection ??= { base: siteOrigin(wanted.site), token: wanted.token ?? readToken() }
    const { base, token } = connection
    // These go through the whole store.
    const isLong = commands[name].kind === 'download' || name === 'audit' || name === 'end-play-money'
    const response = await fetch(`${base}/house/desk/${name}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(payload),
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
    download: send,
    call: async (name, payload) => {
      const isChange = commands[name].kind === 'change'
      const request = isChange ? { ...payload, ...(dryRun ? { dryRun } : { requestId: randomUUID() }) } : payload
      const response = await send(name, request).catch((error: unknown) => {
        if (!isChange || !(error instanceof Problem) || error.status !== 'lost' || dryRun) throw error
        return send(name, request)
      })
      // The site responds to each command by the schema of the table.
      return response as CommandResult<typeof name>
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
  return new Problem(`The response of ${base} was lost (${cause instanceof Error ? cause.message : code}).`, {
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
