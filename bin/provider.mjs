#!/usr/bin/env node
// @ts-check
/** A reference provider of games: npm run provider. docs/providers.md describes it. */
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createSender, misbehaviours, playRound, playRounds, sumRounds } from './provider/rounds.mjs'

/** @typedef {import('./provider/rounds.mjs').Misbehaviour} Misbehaviour */

const usage = `npm run provider -- [options]

Serves a launch page for a provider of PROVIDERS, and plays rounds by signed callbacks. Ctrl+C stops it.
  /providers.json   a file for PROVIDERS that names this provider
  /games.json       its list of games

  --callbacks URL   where the site takes callbacks (default http://localhost:3000/callbacks)
  --code CODE       the provider's code (default reference)
  --secret TEXT     of npm run backoffice -- callback-secret CODE (or PROVIDER_SIGNING_SECRET)
  --port N          where it listens, on 127.0.0.1 (default 4100)
  --origin URL      its public origin, for a proxy with https in front of it
  --games N         how many games it lists (default 12)
  --misbehave LIST  ${misbehaviours.join(',')}, or all
  --late-ms N       how much later a late or missing win ends (default 5000)
  --rounds N        instead of serving: plays N rounds and prints what they moved, with
  --session TOKEN   of an opened game, the last part of its address; several with commas
  --at-once N       rounds at once (default 4)
`

/** @param {string} message @returns {never} */
function refuse(message) {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function readOptions() {
  const text = (/** @type {string} */ value) => ({ type: /** @type {const} */ ('string'), default: value })
  try {
    const { values } = parseArgs({
      options: {
        callbacks: text('http://localhost:3000/callbacks'),
        code: text('reference'),
        secret: text(process.env.PROVIDER_SIGNING_SECRET ?? ''),
        port: text('4100'),
        origin: text(''),
        games: text('12'),
        misbehave: text(''),
        'late-ms': text('5000'),
        rounds: text('0'),
        session: text(''),
        'at-once': text('4'),
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) {
      process.stdout.write(usage)
      process.exit(0)
    }
    const whole = (/** @type {'port' | 'games' | 'late-ms' | 'rounds' | 'at-once'} */ name) =>
      /^\d{1,6}$/.test(values[name]) ? Number(values[name]) : refuse(`--${name}: must be a whole number`)
    const named = values.misbehave === 'all' ? [...misbehaviours] : values.misbehave.split(',').filter(Boolean)
    const misbehave = named.map(
      (name) => misbehaviours.find((known) => known === name) ?? refuse(`--misbehave: unknown ${name}`),
    )
    if (!URL.canParse(values.callbacks)) refuse('--callbacks: must be an address')
    if (values.secret === '') refuse('--secret: missing; npm run backoffice -- callback-secret CODE prints it')
    return {
      ...{ callbacks: values.callbacks.replace(/\/$/, ''), code: values.code, secret: values.secret, misbehave },
      ...{ port: whole('port'), games: whole('games'), lateMs: whole('late-ms'), rounds: whole('rounds') },
      origin: values.origin || `http://127.0.0.1:${whole('port')}`,
      atOnce: whole('at-once'),
      sessions: values.session.split(',').filter(Boolean),
    }
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

const options = readOptions()
const send = createSender(options)
const stakes = [1_000, 5_000, 10_000]

const listGames = () =>
  Array.from({ length: options.games }, (_, index) => ({
    ...{ code: `reels-${index + 1}`, nameKo: `기준 릴 ${index + 1}`, nameEn: `Reference Reels ${index + 1}` },
    ...{ category: index % 2 === 0 ? 'Classic' : 'Wide', returnToPlayer: 90, minStake: 1_000, maxStake: 10_000 },
  }))

const providersFile = () => ({
  providers: [
    {
      ...{
        code: options.code,
        kind: 'slot',
        nameKo: '기준 게임즈',
        nameEn: 'Reference Games',
        compRateBasisPoints: 30,
      },
      launchUrl: `${options.origin}/launch?session={session}&game={game}&language={language}&mobile={mobile}&home={home}`,
      games: listGames(),
    },
  ],
})

const escapeHtml = (/** @type {string} */ text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** @param {URLSearchParams} query @param {string} [result] */
function launchPage(query, result = '') {
  const [session, game, language, home] = ['session', 'game', 'language', 'home'].map((name) =>
    escapeHtml(query.get(name) ?? ''),
  )
  const link = /^https?:/.test(home ?? '') ? `<p><a href="${home}" rel="noreferrer">Home</a></p>` : ''
  const buttons = stakes.map((stake) => `<button name="stake" value="${stake}">Stake ${stake}</button>`).join(' ')
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${game}</title><h1>${game}</h1><p role="status">${escapeHtml(result)}</p>
<form method="post"><input type="hidden" name="session" value="${session}">${buttons}</form>${link}</html>`
}

let played = 0

/** @param {string} session @param {number} stake */
async function playOne(session, stake) {
  const misbehaviour = options.misbehave[played % Math.max(1, options.misbehave.length)]
  played += 1
  const round = await playRound(send, { session, stake, misbehaviour })
  const { later } = round
  if (later)
    void sleep(options.lateMs)
      .then(later)
      .catch((error) => process.stderr.write(`${error.message}\n`))
  const balance = round.balance === undefined ? '' : `, balance ${round.balance}`
  return round.end === 'refused' ? `Refused: ${round.refusal}` : `Staked ${stake}, won ${round.won}${balance}`
}

/** @param {import('node:http').IncomingMessage} request */
async function readForm(request) {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > 4_096) throw new Error('form too large')
  }
  return new URLSearchParams(text)
}

function serve() {
  const json = { 'Content-Type': 'application/json' }
  const page = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    // The address has the session.
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', options.origin)
    try {
      if (pathname === '/providers.json')
        return response.writeHead(200, json).end(JSON.stringify(providersFile(), null, 2))
      if (pathname === '/games.json') return response.writeHead(200, json).end(JSON.stringify(listGames()))
      if (pathname !== '/launch') return response.writeHead(404, page).end('Not found')
      if (request.method !== 'POST') return response.writeHead(200, page).end(launchPage(searchParams))
      const form = await readForm(request)
      const stake = stakes.find((each) => String(each) === form.get('stake'))
      const result = stake ? await playOne(form.get('session') ?? '', stake) : 'No such stake'
      return response.writeHead(200, page).end(launchPage(searchParams, result))
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
      return response.writeHead(502, page).end(launchPage(searchParams, 'No answer'))
    }
  })
  server.listen(options.port, '127.0.0.1', () =>
    process.stdout.write(
      `Provider ${options.code}: ${options.origin}, file for PROVIDERS at ${options.origin}/providers.json\n`,
    ),
  )
}

async function playMany() {
  if (options.sessions.length === 0) refuse('--session: missing; open a game and name the last part of its address')
  const beganMs = performance.now()
  const { rounds, sessions, misbehave, atOnce } = options
  const moved = sumRounds(await playRounds(send, { rounds, sessions, misbehave, atOnce }))
  const perSecond = Math.round((rounds / (performance.now() - beganMs)) * 1_000)
  process.stdout.write(`${JSON.stringify({ ...moved, perSecond })}\n`)
}

if (options.rounds > 0) await playMany()
else serve()
