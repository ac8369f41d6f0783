import { Agent, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { formatSeconds, reportFigure } from '../support/report-figure'
import { onPglite, startSite } from '../support/site'
import { cookieHeader, newMember, visitor } from '../support/visitor'

/** Shutdown of the process, and uncaught errors. */

type RequestResult = { status: number } | { failed: string; isAccepted: boolean }

/** Sends a request on a keep-alive connection. @returns its status or failure */
function sendOnAgent(
  agent: Agent,
  port: number,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<RequestResult> {
  return new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...headers,
          ...(body === undefined
            ? {}
            : { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': `${Buffer.byteLength(body)}` }),
        },
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve({ status: response.complete ? (response.statusCode ?? 0) : 0 }))
        response.on('error', () => resolve({ failed: 'in the response', isAccepted: true }))
      },
    )
    // The listener may have closed before it accepted a new connection.
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ failed: error.code ?? error.message, isAccepted: sent.reusedSocket }),
    )
    sent.end(body)
  })
}

it.each(['0', '500'])(
  'a site that receives SIGTERM loses no request of thirty busy visitors, with a delay of %s ms',
  async (delayMs) => {
    const site = await startSite({ DRAIN_DELAY_MS: delayMs })
    const member = await newMember(site.base)
    const agent = new Agent({ keepAlive: true, maxSockets: 30 })
    const results: RequestResult[] = []
    let isUp = true
    const clients = Array.from({ length: 30 }, async (_, index) => {
      for (let turn = 0; isUp; turn++) {
        const body = index % 3 === 0 ? `balance=10000&code=drain-code-${index}-${turn}` : undefined
        const ended = await sendOnAgent(
          agent,
          site.port,
          body ? '/deposit' : index % 3 === 1 ? '/note' : '/',
          { Cookie: cookieHeader(member) },
          body,
        )
        results.push(ended)
        if ('failed' in ended) return
      }
    })
    await expect.poll(() => results.length, { interval: 50 }).toBeGreaterThan(60)
    const began = performance.now()
    site.process.kill('SIGTERM')
    expect(await site.ended).toBe(0)
    const drainMs = performance.now() - began
    expect(drainMs).toBeLessThan(10_000)
    isUp = false
    await Promise.all(clients)
    agent.destroy()
    // New connections are refused after the listener has closed; every accepted request gets a response.
    expect(results.filter((end) => ('failed' in end ? end.isAccepted : end.status === 0))).toEqual([])
    const answered = results.filter((end) => 'status' in end).length
    reportFigure(
      `drain with a delay of ${delayMs} ms: ${answered} responses, none lost, over after ${formatSeconds(drainMs)}`,
    )
    await site.stop()
  },
)

describe('an uncaught error', () => {
  /** Injects code into the site that runs on SIGUSR2. */
  const withInjectedCode = (code: string) => ({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${code} })`)}`,
  })

  it('in an unhandled rejection is logged and counted, and the site continues', async () => {
    const site = await startSite(withInjectedCode("Promise.reject(new Error('a mistake for the test'))"))
    site.process.kill('SIGUSR2')
    const metrics = async () => (await fetch(`${site.base}/metrics`)).text()
    await expect.poll(metrics).toMatch(/^madang_unhandled_rejections_total 1$/m)
    for (const text of ['unhandled rejection', 'a mistake for the test']) expect(site.output()).toContain(text)
    expect((await newMember(site.base)).cookies.size).toBeGreaterThan(0)
    expect(await site.stop()).toBe(0)
  })

  it('in a callback ends the process immediately with a log line; its store can be reopened', async () => {
    const injected = withInjectedCode("setImmediate(() => { throw new Error('a mistake for the test') })")
    const site = await startSite({ ...injected, ...onPglite })
    const member = await newMember(site.base)
    const deposits = Array.from({ length: 10 }, (_, index) =>
      member.call('apply-user-deposit', { balance: 10_000, code: `mistake-${index}-code` }).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    site.process.kill('SIGUSR2')
    expect(await site.ended).not.toBe(0)
    expect(site.output()).toContain('uncaught exception')
    await Promise.all(deposits)
    const next = await startSite({ ...onPglite, DATA_DIR: site.dataDir })
    expect((await visitor(next.base).get('/')).status).toBe(200)
    expect(await next.stop()).toBe(0)
    await site.stop()
  })
})
