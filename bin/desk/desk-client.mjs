import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plain, time } from './terminal-text.mjs'

/** Where the site's program lies; relative settings count from here, as they do for the site. */
export const home = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Why a command ends without having done what it should: one line for an operator, and an exit code. */
export class Problem extends Error {
  /** @param {string} message @param {{ status?: string, exitCode?: 1 | 2 | 3, more?: object }} [about] */
  constructor(message, { status = 'failed', exitCode = 1, more = {} } = {}) {
    super(message)
    this.status = status
    this.exitCode = exitCode
    this.more = more
  }
}

const minuteMs = 60_000
/** Acts that read the whole store. */
const patient = new Set(['audit', 'export', 'backup'])

/** A setting, or the content of the file that NAME_FILE names; undefined when neither says anything. */
export function setting(name) {
  const value = process.env[name]?.trim()
  if (value) return value
  const file = process.env[`${name}_FILE`]?.trim()
  if (!file) return undefined
  try {
    return readFileSync(resolve(home, file), 'utf8').trim() || undefined
  } catch (error) {
    throw new Problem(`${name}_FILE names a file that can't be read (${error.code}).`, { exitCode: 2 })
  }
}

/** The site's data folder. */
export function dataDir() {
  return resolve(home, setting('DATA_DIR') ?? './data')
}

/** A path as its writer meant it: npm runs programs in the project's folder, wherever it was called. */
export function pathOf(file) {
  return resolve(process.env.npm_lifecycle_event === 'desk' ? (process.env.INIT_CWD ?? '.') : '.', file)
}

/**
 * The desk of a site.
 *
 * @param {{ site?: string, by?: string, dryRun?: boolean, token?: string }} wanted
 */
export function deskAt({ site, by, dryRun = false, token }) {
  let known
  /** Looked up at the first act: a restore needs neither. */
  const door = () => {
    known ??= { base: addressOf(site), token: token ?? tokenOf() }
    return known
  }
  const name = by ?? account()

  /** Sends an act; answers the Response of a file, else the JSON. */
  async function send(act, payload) {
    const { base, token } = door()
    const init = {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...payload, ...(name ? { by: name } : {}) }),
      signal: patient.has(act) ? undefined : AbortSignal.timeout(minuteMs),
    }
    let response
    try {
      response = await fetch(`${base}/house/desk/${act}`, /** @type {RequestInit} */ (init))
    } catch (error) {
      throw unreachable(error, base)
    }
    const type = response.headers.get('content-type') ?? ''
    if (response.ok && !type.startsWith('application/json')) return response
    const text = await response.text().catch(() => '')
    let body
    try {
      body = JSON.parse(text)
    } catch {
      throw noHouse(response.status, base)
    }
    if (response.ok && body.status === 'success') return body
    throw refused(response, body)
  }

  return {
    dryRun,
    /** Looks at something. */
    look: (act, payload = {}) => send(act, payload),
    /** Changes something, once: a lost answer is asked for again under the same number. */
    async change(act, payload = {}) {
      const request = { ...payload, ...(dryRun ? { dryRun } : { requestId: randomUUID() }) }
      try {
        return await send(act, request)
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 'lost' || dryRun) throw error
        return send(act, request)
      }
    },
  }
}

function addressOf(site) {
  const given = site ?? `http://${ownHost()}:${setting('PORT') ?? '3000'}`
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.href !== `${url.origin}/`) {
    throw new Problem(`--site must be an address such as http://127.0.0.1:3000, not ${JSON.stringify(given)}.`, {
      status: 'usage',
      exitCode: 2,
    })
  }
  if (url.protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) {
    process.stderr.write(`The desk's token goes to ${url.host} unencrypted; use https where others can listen.\n`)
  }
  return url.origin
}

/** The address that this very machine reaches the site at. */
function ownHost() {
  const host = setting('HOST')
  if (!host || host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function tokenOf() {
  const given = setting('DESK_TOKEN')
  if (given) {
    if (!/^[\x20-\x7e]+$/.test(given)) throw new Problem('DESK_TOKEN may hold ASCII characters alone.', { exitCode: 2 })
    return given
  }
  const path = join(dataDir(), 'desk-token')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Problem(
      `There is no token: DESK_TOKEN is not set, and ${path} can't be read (${error.code}). ` +
        'Set DESK_TOKEN as the site has it, or DATA_DIR to the folder of the site.',
      { status: 'no_token', exitCode: 3 },
    )
  }
}

function account() {
  try {
    // What a name for the log may be: no control characters, 64 at most.
    return userInfo()
      .username.replace(/\p{Cc}/gu, '')
      .slice(0, 64)
  } catch {
    return ''
  }
}

function unreachable(error, base) {
  const code = error?.cause?.code ?? error?.code ?? error?.name
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(code)) {
    return new Problem(
      `No site answers at ${base} (${code}). Is it running? Name another with --site, or PORT and HOST.`,
      {
        status: 'unreachable',
        exitCode: 3,
      },
    )
  }
  return new Problem(`The answer of ${base} was lost (${error?.cause?.message ?? code}).`, {
    status: 'lost',
    exitCode: 3,
  })
}

function noHouse(status, base) {
  const message =
    status === 404
      ? `The site at ${base} has no house of its own (UPSTREAM_URL is set, or it is another site), so it has no desk.`
      : status === 503
        ? `The site at ${base} is starting, stopping, or can't reach its store. Try again in a moment.`
        : `What answers at ${base} is no desk (${status}).`
  return new Problem(message, { status: 'no_desk', exitCode: 3 })
}

/** Words for a refusal of the desk. */
function refused(response, body) {
  const { status, ...more } = body
  const say = (message, exitCode = 1) => new Problem(message, { status, exitCode, more })
  switch (status) {
    case 'unauthenticated':
      return say('The desk does not know this token. Set DESK_TOKEN as the site has it, or DATA_DIR to its folder.', 3)
    case 'shut':
      return say('The desk is shut: the site has no DESK_TOKEN. With DATABASE_URL it must be set.', 3)
    case 'unknown_act':
      return say('The site does not know this act: it runs another version than this program.', 3)
    case 'invalid':
      return say(
        (body.wrong ?? []).map(({ field, message }) => plain(`${field || 'payload'}: ${message}`)).join('\n'),
        2,
      )
    case 'taken':
      return say('There is such a code already.')
    case 'not_found':
      return say(
        body.members
          ? `There is no member ${body.members.map(plain).join(', ')}; nothing was done.`
          : 'There is none of that name or number.',
      )
    case 'ended':
      return say(endedWords(body.movement))
    case 'unpaid':
      return say(
        'The payment page has not reported this deposit paid. It reports by itself; --unpaid credits it all the same.',
      )
    case 'limit':
      return say('The member could not hold that much; nothing was changed.')
    case 'balance':
      return say('The member has less than that; nothing was changed.')
    case 'answered':
      return say(
        `Request ${body.request?.id} was answered at ${time(body.request?.answeredAt)}; --replace puts another answer there.`,
      )
    case 'busy':
      return say('Another backup is being made. Try again when it is done.')
    case 'request_reused':
      return say('This number was used for another change.')
    default:
      return say(
        response.status === 503
          ? "The site can't reach its store now. Try again in a moment."
          : response.status === 429
            ? 'That was too often. Try again in a minute.'
            : `The site could not do it (${response.status} ${plain(status)}); its log says why.`,
        response.status >= 500 || response.status === 429 ? 3 : 1,
      )
  }
}

function endedWords({ id, kind, state, settledAt, settledBy }) {
  const how = state === 'already' ? (kind === 'deposit' ? 'credited' : 'paid out') : 'cancelled'
  const by =
    settledBy === 'play'
      ? 'by itself, as play money does (PLAY_APPROVAL_MS)'
      : settledBy === 'payment'
        ? 'by its payment page'
        : 'by the desk'
  return `Too late: ${kind} ${id} was ${how} at ${time(settledAt)} ${by}. Nothing was changed.`
}
