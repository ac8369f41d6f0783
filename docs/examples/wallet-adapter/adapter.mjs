// @ts-check
/**
 * An adapter between an aggregator's wallet API and the callbacks (docs/providers.md). Run it beside the site:
 *   PROVIDER_SIGNING_SECRET=... AGGREGATOR_TOKEN=... node adapter.mjs
 * The wallet API is invented, in the shape that most have: POST /wallet/balance, debit, credit and rollback, amounts as
 * decimal text. Change the names, the authentication and the errors to those of your aggregator.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

/** What the aggregator gets for each status of a callback: an HTTP status and its own error. */
const errors = {
  session: [401, 'session_expired'],
  closed: [403, 'game_closed'],
  balance: [402, 'insufficient_funds'],
  stake: [403, 'stake_limit'],
  loss_limit: [403, 'player_limit'],
  time_limit: [403, 'player_limit'],
  limit: [403, 'balance_limit'],
  rolled_back: [409, 'rolled_back'],
  settled: [409, 'already_settled'],
  unknown: [404, 'unknown_debit'],
  id_reused: [409, 'duplicate_transaction'],
  malformed: [400, 'malformed'],
}

/** @param {number} status @param {object} body */
const respond = (status, body) => Response.json(body, { status })

/** Won of an amount such as 10000.00; undefined with a fraction of a won. @param {unknown} amount */
function readWon(amount) {
  return typeof amount === 'string' && /^\d{1,15}(\.0+)?$/.test(amount) ? Number.parseInt(amount, 10) : undefined
}

/** @param {string} given @param {string} expected */
function isSame(given, expected) {
  const [left, right] = [given, expected].map((text) => createHmac('sha256', 'compare').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}

/**
 * Returns the callback for a call of the wallet; undefined for an amount that is no whole won.
 * @param {string | undefined} call @param {Record<string, unknown>} body
 */
function toCallback(call, { session, transactionId: id, debitId: bet, amount }) {
  const won = readWon(amount)
  switch (call) {
    case 'balance':
      return { type: 'balance', session }
    case 'debit':
      return won === undefined ? undefined : { type: 'bet', id, session, stake: won }
    case 'credit':
      // One credit ends a debit. A lost round needs a credit of 0.
      return won === undefined ? undefined : { type: 'win', id, bet, won }
    default:
      return { type: 'rollback', id, bet }
  }
}

/**
 * Returns a handler of requests.
 * @param {{ callbacks: string, code: string, secret: string, token: string, post?: typeof fetch, now?: () => number }} options
 *   `callbacks`: the site's address that ends in /callbacks; `secret`: of the provider; `token`: of the aggregator
 * @returns {(request: Request) => Promise<Response>}
 */
export function createAdapter({ callbacks, code, secret, token, post = fetch, now = Date.now }) {
  /** Sends the same message again after a lost response: its id makes that safe. @param {object} message */
  async function send(message) {
    const body = JSON.stringify({ provider: code, ...message })
    for (let attempt = 1; ; attempt += 1) {
      const time = String(now())
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
      const headers = { 'X-Callback-Time': time, 'X-Callback-Signature': signature }
      const signal = AbortSignal.timeout(5_000)
      const response = await post(`${callbacks}/${code}`, { method: 'POST', headers, body, signal }).catch(
        () => undefined,
      )
      if (response && response.status < 500) return response.json()
      if (attempt === 3) return undefined
    }
  }

  return async (request) => {
    if (!isSame(request.headers.get('Authorization') ?? '', `Bearer ${token}`))
      return respond(401, { error: 'unauthorized' })
    const [, call] = /\/wallet\/(balance|debit|credit|rollback)$/.exec(new URL(request.url).pathname) ?? []
    if (!call) return respond(404, { error: 'unknown_call' })
    const body = await request.json().catch(() => ({}))
    const message = toCallback(call, body)
    if (!message) return respond(400, { error: 'amount' })
    const answer = await send(message)
    // The aggregator has to send its call again, with the same transactionId.
    if (!answer) return respond(503, { error: 'try_again' })
    if (answer.status === 'success')
      return respond(200, answer.balance === undefined ? {} : { balance: `${answer.balance}.00` })
    const [status, error] = errors[/** @type {keyof typeof errors} */ (answer.status)] ?? [502, answer.status]
    return respond(Number(status), { error })
  }
}

if (process.argv[1]?.endsWith('adapter.mjs')) {
  const { SITE = 'http://localhost:3000', CODE = 'reference', PORT = '4200', AGGREGATOR_TOKEN: token } = process.env
  const { PROVIDER_SIGNING_SECRET: secret } = process.env
  if (!token || !secret) throw new Error('AGGREGATOR_TOKEN and PROVIDER_SIGNING_SECRET must be set')
  const adapt = createAdapter({ callbacks: `${SITE}/callbacks`, code: CODE, secret, token })
  createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = 'POST', headers, url } = request
    const init = method === 'POST' ? { body: Buffer.concat(chunks) } : {}
    const authorization = { Authorization: headers.authorization ?? '' }
    const answer = await adapt(new Request(`http://adapter${url}`, { method, headers: authorization, ...init }))
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text())
  }).listen(Number(PORT), '127.0.0.1')
}
