import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, fetch, type Response } from 'undici'
import { type CommandName, type CommandResult, commands } from '~/embedded/backoffice/commands/table'
import { storedSecretPath } from '~/platform/settings/stored-secret.server'
import { notDone } from '~/upstream/contract/call'
import { minutes, seconds } from '~/values/durations'
import { parseJson } from '~/values/strict-json'
import { errorCode, Problem, problem, type Refusal, refusalProblem, textFor, usage } from './problem'
import { dataDir, readSetting } from './settings'

export type Backoffice = {
  dryRun: boolean
  call<A extends CommandName>(name: A, payload: object): Promise<CommandResult<A>>
  download(name: CommandName, payload: object): Promise<Response | object>
  close(): Promise<void>
}

const timeoutMs = minutes(1)
/** Without it, fetch waits at most five minutes for a response. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
/** How long to wait for the connection to recover and the site to finish the change. */
const repeatAfterMs = seconds(1)

type Wanted = { site?: string; dryRun?: boolean; token?: string; runId?: string; askCode?: () => Promise<string> }

/** Connects at the first command, because a restore needs neither site nor token. `--again` reuses a `runId`. */
export function connectBackoffice({ dryRun = false, runId, askCode, ...wanted }: Wanted): Backoffice {
  const requestIds = `${runId ?? randomUUID()}-`
  let changes = 0
  let connection: { base: string; token: string } | undefined
  let session: string | undefined

  async function send(name: CommandName, payload: object): Promise<Response | object> {
    return post(name, payload).catch(async (error: unknown) => {
      if (!(error instanceof Problem) || error.status !== 'code_needed' || !askCode) throw error
      const started = (await post('begin-desk-session', {}, await askCode())) as CommandResult<'begin-desk-session'>
      session = started.session
      return post(name, payload)
    })
  }

  async function post(name: CommandName, payload: object, code?: string): Promise<Response | object> {
    connection ??= { base: siteOrigin(wanted.site), token: wanted.token ?? readToken() }
    const { base, token } = connection
    // These commands read the whole database, so they have no time limit.
    const isLong = commands[name].kind === 'download' || name === 'audit' || name === 'end-play-money'
    const response = await fetch(`${base}/backoffice/api/${name}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${token}`,
        ...(session === undefined ? {} : { 'X-Backoffice-Session': session }),
        ...(code === undefined ? {} : { 'X-Backoffice-Code': code }),
      },
      body: JSON.stringify(payload),
      ...(isLong ? { dispatcher: patient } : { signal: AbortSignal.timeout(timeoutMs) }),
    }).catch((error: unknown) => {
      throw notSent(error, base) ?? lost(error, base)
    })
    if (response.ok && response.headers.has('content-disposition')) return response
    const text = await response.text().catch((error: unknown) => {
      throw lost(error, base)
    })
    const body = parseJson(text) as Refusal | undefined
    if (!body) throw noBackoffice(response.status, base)
    if (response.ok && body.status === 'success') return body
    throw refusalProblem(response.status, body)
  }

  return {
    dryRun,
    download: send,
    close: async () => {
      if (session !== undefined) await post('end-desk-session', {}).catch(() => undefined)
    },
    call: async (name, payload) => {
      const isChange = commands[name].kind === 'change'
      // Changes in a run are numbered in order, so that a repeated run sends the same ids.
      const own = dryRun ? { dryRun } : { requestId: `${requestIds}${++changes}` }
      const request = isChange ? { ...payload, ...own } : payload
      const response = await send(name, request).catch(async (error: unknown) => {
        if (!isChange || dryRun || !(error instanceof Problem) || !error.isUncertain) throw error
        await wait(repeatAfterMs)
        return send(name, request).catch((again: unknown) => {
          const isNotDone = [error, again].every((tried) => tried instanceof Problem && tried.status === notDone)
          throw again instanceof Problem && again.exitCode === 3 && !isNotDone
            ? outcomeUnknown(again, name, runId)
            : again
        })
      })
      // The cast is safe, because responses follow the schemas in the command table.
      return response as CommandResult<typeof name>
    },
  }
}

function siteOrigin(site: string | undefined): string {
  const given = site ?? `http://${ownHost()}:${readSetting('PORT') ?? '3000'}`
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.href !== `${url.origin}/`)
    throw problem('site.wrong', { given: JSON.stringify(given) }, usage)
  if (url.protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname))
    process.stderr.write(`${textFor('token.unencrypted', { host: url.host })}\n`)
  return url.origin
}

function ownHost(): string {
  const host = readSetting('HOST')
  if (!host || host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function readToken(): string {
  const given = readSetting('BACKOFFICE_TOKEN')
  if (given && !/^[\x20-\x7e]+$/.test(given)) throw problem('token.wrong', {}, { exitCode: 2 })
  if (given) return given
  const path = storedSecretPath(dataDir(), 'backoffice-token')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw problem('token.missing', { path, code: errorCode(error) }, { status: 'no_token', exitCode: 3 })
  }
}

/** Codes of errors that occur before a command is sent, including those of invalid certificates. */
const notSentCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|LEAF_SIGNATURE/

function notSent(error: unknown, base: string): Problem | undefined {
  const code = errorCode((error as Error).cause) ?? ''
  if (!notSentCodes.test(code)) return undefined
  return problem('site.unreachable', { base, code }, { status: 'unreachable', exitCode: 3 })
}

function lost(error: unknown, base: string): Problem {
  const { message } = ((error as Error).cause ?? error) as Error
  return problem('site.lost', { base, message }, { status: 'lost', exitCode: 3, isUncertain: true })
}

function outcomeUnknown({ message, more }: Problem, name: CommandName, runId: string | undefined): Problem {
  const lines = [message, textFor('outcome.unknown', { name }), ...(runId ? [textFor('outcome.again', { runId })] : [])]
  const again = runId ? { again: runId } : {}
  return new Problem(lines.join('\n'), { status: 'lost', exitCode: 3, more: { ...more, ...again } })
}

function noBackoffice(status: number, base: string): Problem {
  const key = status === 404 ? 'site.noBackoffice' : status === 503 ? 'site.starting' : 'site.other'
  // A proxy may answer 502 or 504 although the change was completed.
  const isUncertain = status < 300 || status >= 500
  return problem(key, { base, status }, { status: 'no_desk', exitCode: 3, isUncertain })
}
