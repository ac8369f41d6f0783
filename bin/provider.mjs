#!/usr/bin/env node
// @ts-check
/** A reference implementation of a game provider (docs/providers.md): npm run provider. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createSender, misbehaviours, networkReason, playRound, playRounds, sumRounds } from './provider/rounds.mjs'

const known = /** @type {const} */ ({
  callbacks: ['http://localhost:3000/callbacks', 'the site’s callback URL'],
  code: ['reference', 'the provider’s code in PROVIDERS'],
  secret: [process.env.PROVIDER_SIGNING_SECRET ?? '', 'what npm run backoffice -- callback-secret CODE prints'],
  port: ['4100', 'where it listens, on 127.0.0.1'],
  origin: ['', 'its public origin, with a proxy in front of it'],
  games: ['12', 'how many games it lists'],
  misbehave: ['', `of ${misbehaviours.join(',')}, or all`],
  'late-ms': ['5000', 'how much later a late or missing win ends'],
  rounds: ['0', 'plays this many rounds and prints the balance changes, instead of serving'],
  session: ['', 'for rounds: the last part of an opened game’s address; several with commas'],
  'at-once': ['4', 'for rounds: how many at once'],
})
const usage = `npm run provider -- --secret TEXT [options]

Serves a launch page, and plays rounds by signed callbacks. Ctrl+C stops it. /providers.json is a file for PROVIDERS that
names it, /games.json its list of games.

${Object.entries(known)
  .map(([name, [value, about]]) => `  --${name.padEnd(10)} ${about}${value && name !== 'secret' ? ` (${value})` : ''}`)
  .join('\n')}
`

/** @param {string} message @returns {never} */
function refuse(message) {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function readOptions() {
  const names = /** @type {(keyof typeof known)[]} */ (Object.keys(known))
  const options = Object.fromEntries(
    names.map((name) => [name, { type: /** @type {const} */ ('string'), default: known[name][0] }]),
  )
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } })
    if (values.help) process.stdout.write(usage), process.exit(0)
    return /** @type {Record<keyof typeof known, string>} */ (values)
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

const options = readOptions()
const whole = (/** @type {keyof typeof known} */ name) =>
  /^\d{1,6}$/.test(options[name]) ? Number(options[name]) : refuse(`--${name}: must be a whole number`)
const named = options.misbehave === 'all' ? misbehaviours : options.misbehave.split(',').filter(Boolean)
const misbehave = named.map(
  (name) => misbehaviours.find((one) => one === name) ?? refuse(`--misbehave: unknown ${name}`),
)
if (!URL.canParse(options.callbacks)) refuse('--callbacks: must be an address')
if (options.secret === '') refuse('--secret: missing; npm run backoffice -- callback-secret CODE prints it')
const origin = options.origin || `http://127.0.0.1:${whole('port')}`
const send = createSender({ ...options, callbacks: options.callbacks.replace(/\/$/, '') })
const stakes = [1_000, 5_000, 10_000]

const listGames = () =>
  Array.from({ length: whole('games') }, (_, index) => ({
    ...{ code: `reels-${index + 1}`, nameKo: `기준 릴 ${index + 1}`, nameEn: `Reference Reels ${index + 1}` },
    ...{ category: index % 2 === 0 ? 'Classic' : 'Wide', returnToPlayer: 90, minStake: 1_000, maxStake: 10_000 },
  }))

const listProvider = () => ({
  ...{ code: options.code, kind: 'slot', nameKo: '기준 게임즈', nameEn: 'Reference Games', compRateBasisPoints: 30 },
  launchUrl: `${origin}/launch?session={session}&game={game}&language={language}&mobile={mobile}&home={home}`,
  games: listGames(),
})

/** @param {URLSearchParams} query @param {string} [result] */
function launchPage(query, result = '') {
  const escapeHtml = (/** @type {string} */ raw) => raw.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const [game, language, home] = ['game', 'language', 'home'].map((name) => escapeHtml(query.get(name) ?? ''))
  const link = /^https?:/.test(home ?? '') ? `<p><a href="${home}">Home</a></p>` : ''
  const buttons = stakes.map((stake) => `<button name="stake" value="${stake}">Stake ${stake}</button>`).join(' ')
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${game}</title><h1>${game}</h1><p role="status">${escapeHtml(result)}</p><form method="post">${buttons}</form>${link}</html>`
}

let played = 0

/** @param {string} session @param {number} stake */
async function playOne(session, stake) {
  const misbehaviour = misbehave[played++ % Math.max(1, misbehave.length)]
  const { later, ...round } = await playRound(send, { session, stake, misbehaviour })
  const report = (/** @type {Error} */ { message }) => void process.stderr.write(`${message}\n`)
  if (later) void sleep(whole('late-ms')).then(later).catch(report)
  const balance = round.balance === undefined ? '' : `, balance ${round.balance}`
  return round.end === 'refused' ? `Refused: ${round.refusal}` : `Staked ${stake}, won ${round.won}${balance}`
}

const page = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  // The page's URL contains the session, so it must not be sent to other sites.
  'Referrer-Policy': 'no-referrer',
}

function serve() {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    const json = { '/providers.json': () => ({ providers: [listProvider()] }), '/games.json': listGames }[pathname]
    if (json) return response.setHeader('Content-Type', 'application/json').end(JSON.stringify(json(), null, 2))
    if (pathname !== '/launch') return response.writeHead(404, page).end('Not found')
    if (request.method !== 'POST') return response.writeHead(200, page).end(launchPage(searchParams))
    const pressed = new URLSearchParams(await text(request)).get('stake')
    const stake = stakes.find((each) => String(each) === pressed) ?? 0
    const result = await playOne(searchParams.get('session') ?? '', stake).catch(
      (error) => `No answer: ${error.message}`,
    )
    return response.writeHead(200, page).end(launchPage(searchParams, result))
  })
  server.listen(whole('port'), '127.0.0.1', () =>
    process.stdout.write(`Provider ${options.code}: ${origin}, file for PROVIDERS at ${origin}/providers.json\n`),
  )
}

async function playMany() {
  const sessions = options.session.split(',').filter(Boolean)
  if (sessions.length === 0) refuse('--session: missing; open a game and name the last part of its address')
  const beganMs = performance.now()
  const how = { sessions, misbehave, rounds: whole('rounds'), atOnce: whole('at-once') }
  const rounds = await playRounds(send, how).catch((error) =>
    refuse(`--callbacks: no answer (${networkReason(error)}); check that the site is running`),
  )
  const perSecond = Math.round((rounds.length / (performance.now() - beganMs)) * 1_000)
  const reasons = [...new Set(rounds.flatMap(({ refusal = [] }) => refusal))]
  process.stdout.write(
    `${JSON.stringify({ ...sumRounds(rounds), perSecond, ...(reasons.length > 0 && { reasons }) })}\n`,
  )
}

if (whole('rounds') > 0) await playMany()
else serve()
