// @ts-check
import { createHmac, randomInt, randomUUID } from 'node:crypto'

/** Plays the reference provider's rounds with callbacks (docs/callbacks.md), including typical mistakes. */

export const misbehaviours = /** @type {const} */ ([
  ...['late', 'twice', 'out-of-order', 'rollback-first', 'wrong-sum', 'never', 'clock-off'],
])

/**
 * @typedef {'late' | 'twice' | 'out-of-order' | 'rollback-first' | 'wrong-sum' | 'never' | 'clock-off'} Misbehaviour
 * @typedef {{ status: number, body: { status?: string, balance?: number } }} Answer
 * @typedef {(message: Record<string, unknown>, how?: { clockOffMs?: number }) => Promise<Answer>} Send
 * @typedef {{ stake: number, won: number, end: 'settled' | 'returned' | 'refused', refusal?: string, balance?: number }} Round
 */

const clockOffMs = 10 * 60_000

/** Returns the headers that sign a callback. @param {string} secret @param {string} body @param {number} [atMs] */
export function signCallback(secret, body, atMs = Date.now()) {
  const signature = createHmac('sha256', secret).update(`${atMs}.${body}`).digest('hex')
  return { 'Content-Type': 'application/json', 'X-Callback-Time': `${atMs}`, 'X-Callback-Signature': signature }
}

/**
 * Returns a function that sends a provider's signed callbacks, and retries if the response is lost or is a 5xx.
 * @param {{ callbacks: string, code: string, secret: string, post?: typeof fetch, now?: () => number }} options
 *   `callbacks`: the URL, which ends in /callbacks
 * @returns {Send}
 */
export function createSender({ callbacks, code, secret, post = fetch, now = Date.now }) {
  return async (message, { clockOffMs = 0 } = {}) => {
    const body = JSON.stringify({ provider: code, ...message })
    for (let attempt = 1; ; attempt += 1) {
      const headers = signCallback(secret, body, now() + clockOffMs)
      const response = await post(`${callbacks}/${code}`, { method: 'POST', headers, body }).catch((error) => {
        if (attempt >= 5) throw error
      })
      if (response && (response.status < 500 || attempt >= 5))
        return { status: response.status, body: await response.json() }
    }
  }
}

/**
 * Plays a round and returns its expected end. After other rounds, `later` sends a late win or rolls back a missing one.
 * @param {Send} send
 * @param {{ session: string, stake: number, won?: number, misbehaviour?: Misbehaviour | undefined }} round
 * @returns {Promise<Round & { later?: () => Promise<Round> }>}
 */
export async function playRound(send, { session, stake, won = drawWin(stake), misbehaviour }) {
  const id = randomUUID()
  const bet = { type: 'bet', id, session, stake }
  const win = { type: 'win', id: `${id}.win`, bet: id, won }
  const rollback = { type: 'rollback', id: `${id}.rollback`, bet: id }

  if (misbehaviour === 'rollback-first') {
    await expectStatus(send(rollback), 'success')
    await expectStatus(send(bet), 'rolled_back')
    await expectStatus(send(win), 'rolled_back')
    return { stake, won, end: 'refused', refusal: 'rolled_back' }
  }
  if (misbehaviour === 'out-of-order') await expectStatus(send(win), 'unknown')
  if (misbehaviour === 'clock-off') await expectStatus(send(bet, { clockOffMs }), 'signature')
  const [taken, again] = await Promise.all([send(bet), misbehaviour === 'twice' ? send(bet) : undefined])
  if (again && again.body.balance !== taken.body.balance)
    throw new Error(`bet twice: ${JSON.stringify([taken, again])}`)
  if (taken.body.status !== 'success')
    return { stake, won, end: 'refused', refusal: taken.body.status ?? `status ${taken.status}` }
  if (misbehaviour === 'wrong-sum') {
    await expectStatus(send({ ...bet, stake: stake + 1 }), 'id_reused')
    await expectStatus(send({ ...win, won: -1 }), 'malformed')
    await expectStatus(send({ ...win, won: won + 0.5 }), 'malformed')
  }
  /** @returns {Promise<Round>} */
  const settle = async () => {
    const messages = misbehaviour === 'twice' ? [win, win, win] : [win]
    const [first] = await Promise.all(messages.map((message) => expectStatus(send(message), 'success')))
    if (misbehaviour === 'wrong-sum') await expectStatus(send({ ...win, won: won + 1 }), 'id_reused')
    if (misbehaviour === 'out-of-order') await expectStatus(send(rollback), 'settled')
    return { stake, won, end: 'settled', balance: first?.balance }
  }
  /** @returns {Promise<Round>} */
  const giveBack = async () => {
    const { balance } = await expectStatus(send(rollback), 'success')
    await expectStatus(send(win), 'rolled_back')
    return { stake, won, end: 'returned', balance }
  }
  if (misbehaviour === 'late') return { stake, won, end: 'settled', later: settle }
  // The provider never reports the win. Its reconciliation later returns the stake to the member.
  if (misbehaviour === 'never') return { stake, won, end: 'returned', later: giveBack }
  return settle()
}

/** @param {Promise<Answer>} sent @param {string} status */
async function expectStatus(sent, status) {
  const answer = await sent
  if (answer.body.status !== status)
    throw new Error(`${status} expected, got ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Returns a random win. 40 % of rounds pay twice the stake, 2 % five times: a return of 90 %. @param {number} stake */
function drawWin(stake) {
  const drawn = randomInt(50)
  return drawn < 20 ? stake * 2 : drawn === 20 ? stake * 5 : 0
}

/**
 * Plays several rounds at once, with each misbehaviour in turn.
 * @param {Send} send
 * @param {{ sessions: readonly string[], rounds: number, misbehave?: readonly Misbehaviour[], atOnce?: number, stake?: number }} options
 * @returns {Promise<Round[]>} in the order in which they ended
 */
export async function playRounds(send, { sessions, rounds, misbehave = [], atOnce = 4, stake = 1_000 }) {
  /** @type {Round[]} */
  const ended = []
  /** @type {(() => Promise<Round>)[]} */
  const later = []
  let next = 0
  const work = async () => {
    while (next < rounds) {
      const index = next
      next += 1
      const misbehaviour = index % 2 === 0 ? undefined : misbehave[((index - 1) / 2) % Math.max(1, misbehave.length)]
      const session = sessions[index % sessions.length] ?? ''
      const round = await playRound(send, { session, stake, misbehaviour })
      if (round.later) later.push(round.later)
      else ended.push(round)
      const end = later.length > 20 ? later.shift() : undefined
      if (end) ended.push(await end())
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  for (const end of later) ended.push(await end())
  return ended
}

/** Returns why a request failed, such as ECONNREFUSED. @param {unknown} error */
export function networkReason(error) {
  const { message, cause } = /** @type {Error & { cause?: { code?: string } }} */ (error)
  return cause?.code ?? message
}

/** Returns the total amounts of rounds, and the number of rounds by end. @param {readonly Round[]} rounds */
export function sumRounds(rounds) {
  const settled = rounds.filter(({ end }) => end === 'settled')
  const sum = (/** @type {(round: Round) => number} */ of) => settled.reduce((total, round) => total + of(round), 0)
  return {
    rounds: rounds.length,
    settled: settled.length,
    returned: rounds.filter(({ end }) => end === 'returned').length,
    refused: rounds.filter(({ end }) => end === 'refused').length,
    staked: sum(({ stake }) => stake),
    won: sum(({ won }) => won),
  }
}
