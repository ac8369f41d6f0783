// @ts-check
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createSender, networkReason, signCallback } from './rounds.mjs'

const usage = `Usage: npm run conformance -- --callbacks URL --code CODE --secret TEXT --session TOKEN [--stake WON]

Plays a provider against callbacks and prints a line for each check (docs/callbacks.md).

  --callbacks URL   the address that ends in /callbacks
  --code CODE       a provider's code
  --secret TEXT     its secret (or PROVIDER_SIGNING_SECRET)
  --session TOKEN   of an opened game of that provider, whose member has four stakes of in-game money or more
  --stake WON       of each bet (default 1000). All stakes come back; the member keeps their comp

Exit code: 0 all hold, 1 one fails, 2 wrong options, 3 no answer.
`

/**
 * Runs the checks. Reports failures and continues.
 * @param {{ callbacks: string, code: string, secret: string, session: string, stake: number, post?: typeof fetch, now?:
 * () => number, report?: (line: string) => void }} options
 * @returns {Promise<number>} the number of failed checks
 */
export async function checkCallbacks(options) {
  const { callbacks, code, secret, session, stake, post = fetch, now = Date.now, report = () => {} } = options
  const send = createSender({ callbacks, code, secret, post, now })
  let failed = 0
  /** @param {string} name @param {Promise<import('./rounds.mjs').Answer>} sent @param {string | number} expected a status, or one of HTTP @param {number} [balance] */
  const check = async (name, sent, expected, balance) => {
    const { status, body } = await sent
    const seen = typeof expected === 'number' ? status : body.status
    const isRight = seen === expected && (balance === undefined || body.balance === balance)
    const wanted = balance === undefined ? expected : `${expected}, balance ${balance}`
    if (!isRight) failed += 1
    report(
      `${isRight ? 'holds' : 'FAILS'}  ${name}${isRight ? '' : `: expected ${wanted}, got ${status} ${JSON.stringify(body)}`}`,
    )
    return body
  }
  /** @param {string} body @param {Record<string, string>} [headers] @param {{ path?: string, method?: string }} [more] */
  const sendRaw = async (body, headers = signCallback(secret, body, now()), { path = code, method = 'POST' } = {}) => {
    const response = await post(`${callbacks}/${path}`, { method, headers, ...(method === 'GET' ? {} : { body }) })
    return { status: response.status, body: await response.json().catch(() => ({})) }
  }
  const newId = () => `check-${randomUUID()}`
  const bet = (more = {}) => ({ type: 'bet', id: newId(), session, stake, ...more })
  const win = (/** @type {string} */ of, won = stake) => ({ type: 'win', id: newId(), bet: of, won })
  const rollback = (/** @type {string} */ of) => ({ type: 'rollback', id: newId(), bet: of })
  const signedText = JSON.stringify({ provider: code, ...bet() })
  const off = (/** @type {number} */ minutes) => ({ clockOffMs: minutes * 60_000 })

  const balance = { type: 'balance', session }
  const { balance: first = 0 } = await check('tells the balance of an open game', send(balance), 'success')
  if (first < 4 * stake) {
    report(`FAILS  needs four stakes (${4 * stake}) of in-game money: the session has ${first}`)
    return failed + 1
  }
  const less = first - stake

  await check('refuses a message without a signature', sendRaw(signedText, {}), 401)
  await check(
    'refuses the signature of another secret',
    sendRaw(signedText, signCallback('other', signedText, now())),
    401,
  )
  await check('refuses the signature of another body', sendRaw(signedText, signCallback(secret, '{}', now())), 401)
  await check('refuses a time six minutes ago', send(bet(), off(-6)), 401)
  await check('refuses a time in six minutes', send(bet(), off(6)), 401)
  await check('accepts a time four minutes ago', send(balance, off(-4)), 'success', first)
  await check('does not know another sender', sendRaw(signedText, undefined, { path: `none-${randomUUID()}` }), 404)
  await check('takes POST only', sendRaw('', {}, { method: 'GET' }), 405)

  await check('refuses what is no JSON', sendRaw('{"type":'), 400)
  await check('refuses an unknown field', send(bet({ more: 1 })), 400)
  await check('refuses a fraction of a won', send(bet({ stake: 0.5 })), 400)
  await check('refuses a stake of 0', send(bet({ stake: 0 })), 400)
  await check('refuses the code of another provider', send(bet({ provider: 'another' })), 400)
  await check('refuses a body above 64 KiB', sendRaw(JSON.stringify(bet({ more: 'x'.repeat(65 * 1024) }))), 413)

  await check('refuses a bet of an unknown game', send(bet({ session: 'x'.repeat(43) })), 'session')
  await check('refuses a bet above the balance', send(bet({ stake: first + 1 })), 'balance')
  const one = bet()
  await check('takes a bet', send(one), 'success', less)
  await check('gives the same bet its first answer', send(one), 'success', less)
  await check('refuses another bet under a known id', send({ ...one, stake: stake + 1 }), 409)
  await check('refuses another kind of message under a known id', send({ ...win(newId()), id: one.id }), 409)
  const won = win(one.id)
  await check('pays a win', send(won), 'success', first)
  await check('gives the same win its first answer', send(won), 'success', first)
  await check('refuses another win of an ended bet', send(win(one.id)), 'settled')
  await check('refuses the rollback of an ended bet', send(rollback(one.id)), 'settled')

  const two = bet()
  await check('does not know a win before its bet', send(win(two.id)), 'unknown')
  const together = [1, 2, 3, 4].map(() => send(two))
  for (const [index, sent] of together.entries())
    await check(`takes a bet once that is sent four times at once (${index + 1})`, sent, 'success', less)
  await check('returns the stake of an open bet', send(rollback(two.id)), 'success', first)
  await check('returns it once', send(rollback(two.id)), 'success', first)
  await check('refuses a win after the rollback', send(win(two.id)), 'rolled_back')

  const three = bet()
  await check('accepts a rollback before its bet', send(rollback(three.id)), 'success')
  await check('refuses that bet when it comes', send(three), 'rolled_back')
  await check('refuses a win of that bet', send(win(three.id)), 'rolled_back')
  const four = bet()
  await check('takes a bet that is lost', send(four), 'success', less)
  await check('ends a lost bet by a win of 0', send(win(four.id, 0)), 'success', less)
  const five = bet()
  await send(five)
  await check('pays more than the stake', send(win(five.id, 2 * stake)), 'success', first)
  await check('has the balance that it began with', send(balance), 'success', first)
  return failed
}

/** @param {string[]} args @returns {Promise<number>} the exit code */
export async function main(args) {
  const text = /** @type {const} */ ({ type: 'string' })
  const known = { callbacks: text, code: text, secret: text, session: text, stake: text }
  try {
    const { values } = parseArgs({ args, options: { ...known, help: { type: 'boolean', short: 'h' } } })
    const { callbacks = '', code, secret = process.env.PROVIDER_SIGNING_SECRET, session, stake = '1000' } = values
    if (values.help || !URL.canParse(callbacks) || !code || !secret || !session || !/^[1-9]\d{0,8}$/.test(stake)) {
      process.stderr.write(usage)
      return values.help ? 0 : 2
    }
    const report = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`)
    const address = callbacks.replace(/\/$/, '')
    const failed = await checkCallbacks({ callbacks: address, code, secret, session, stake: Number(stake), report })
    report(failed === 0 ? '\nAll checks passed.' : `\n${failed} failed.`)
    return failed === 0 ? 0 : 1
  } catch (error) {
    const isOption = error instanceof TypeError && 'code' in error
    process.stderr.write(
      isOption
        ? `${error.message}\n\n${usage}`
        : `--callbacks: no answer (${networkReason(error)}); check that it is running\n`,
    )
    return isOption ? 2 : 3
  }
}
