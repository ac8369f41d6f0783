import { Agent, request as httpRequest, METHODS } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'error' })
})
afterAll(() => site?.stop())

/** What Node.js waits for at the moment, by type: of a few dozen types, and gone when it has come. */
const comesAndGoes = /^nodejs_active_(?:handles|requests|resources)\{/

/** The names of all series with their labels. */
async function readSeries(): Promise<string[]> {
  const lines = (await (await fetch(`${site.base}/metrics`)).text())
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !comesAndGoes.test(line))
  return lines.map((line) => line.slice(0, line.lastIndexOf(' ')))
}

/** A busy machine may answer 503 to some: there are few statuses. */
const withoutStatus = (series: string) => series.replace(/status="\d+"/, '')

describe('the metrics', () => {
  it('do not grow with what clients send: 5,000 addresses, queries, methods and hosts', async () => {
    await sendFlood('warm-up', 700)
    await readSeries()
    const before = new Set((await readSeries()).map(withoutStatus))
    await sendFlood('flood', 5_000)
    const after = await readSeries()
    expect(after.filter((series) => /flood|warm-up|__proto__|evil/i.test(series))).toEqual([])
    expect([...new Set(after.map(withoutStatus))].filter((series) => !before.has(series))).toEqual([])
    expect(after.length).toBeLessThan(2_000)
  })
})

/** Paths with a text of the client's in every place where one may stand. */
const paths: readonly ((word: string) => string)[] = [
  (word) => `/${word}`,
  (word) => `/${word}/%7Bpattern%7D/:route/*`,
  (word) => `/__proto__/constructor/${word}`,
  (word) => `/login?${word}=${word}`,
  (word) => `/art/2/gaon/${word}.svg`,
  (word) => `/art/${word}/gaon/x.svg`,
  (word) => `/assets/${word}.js`,
  (word) => `/picture/1/${word}`,
  (word) => `/brand/${word}`,
  (word) => `/house/game/${word}`,
  (word) => `/house/${word}/x`,
  (word) => `/house/callback/${word}`,
  (word) => `/house/desk/${word}`,
  (word) => `/api/routes/${word}`,
  (word) => `/api/routes/__proto__?${word}`,
  (word) => `/${word}.data`,
  (word) => `/healthz?${word}`,
  (word) => `/%zz${word}`,
  (word) => `//${word}/x`,
  (word) => `http://evil.example/${word}`,
]
const methods = METHODS.filter((method) => method !== 'CONNECT')

/** Sends `count` requests that differ, ten at a time; 700 of them have all kinds. */
async function sendFlood(name: string, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 10 })
  let next = 0
  const sendOne = (at: number) => {
    const word = `${name}-${at}-evil`
    const path = (paths[at % paths.length] ?? String)(word)
    // Every path by GET and POST; the other methods in turn, to the first path alone.
    const others = at % paths.length === 0 ? methods[Math.floor(at / paths.length) % methods.length] : undefined
    const method = others ?? (Math.floor(at / paths.length) % 2 === 0 ? 'GET' : 'POST')
    return at % 50 === 49 ? sendRaw(`${word.toUpperCase()} /${word}`) : send(agent, method, path, word)
  }
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      while (next < count) await sendOne(next++)
    }),
  )
  agent.destroy()
}

function send(agent: Agent, method: string, path: string, word: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-Request-Id': word, 'User-Agent': word, 'Accept-Language': word }
    const sent = httpRequest({ port: site.port, host: '127.0.0.1', agent, method, path, headers }, (response) => {
      response.resume()
      response.once('close', resolve)
    })
    sent.once('error', reject)
    sent.end()
  })
}

/** Sends a first line that is no HTTP. */
function sendRaw(line: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(site.port, '127.0.0.1', () => socket.end(`${line} HTTP/1.1\r\nHost: evil.example\r\n\r\n`))
    socket.resume()
    socket.once('error', () => resolve())
    socket.once('close', () => resolve())
  })
}
