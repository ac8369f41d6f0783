import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../bin/free-port.mjs'
import { settingsForTests } from '../support/settings'
import { isReplicated, requestsInFlight, spawnSite, startSite } from '../support/site'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

describe.skipIf(isReplicated)('a site that is told to stop', () => {
  it('reports it to probes, finishes requests in flight, and exits with 0', async () => {
    const stopping = await startSite({ DRAIN_DELAY_MS: '700' })
    const whenIdle = await requestsInFlight(stopping.base)
    let finishBody = () => {}
    const slow = new Promise<number | undefined>((resolve, reject) => {
      const sent = httpRequest(
        {
          port: stopping.port,
          host: '127.0.0.1',
          path: '/login',
          method: 'POST',
          headers: { ...form, 'Content-Length': 20 },
        },
        (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode))
        },
      )
      sent.on('error', reject)
      sent.write('id=demo&')
      finishBody = () => void sent.end('pw=demo-1234')
    })
    await expect.poll(() => requestsInFlight(stopping.base)).toBe(whenIdle + 1)
    stopping.process.kill('SIGTERM')
    const probe = async () => {
      const response = await fetch(`${stopping.base}/readyz`)
      return [response.status, await response.json()]
    }
    await expect.poll(probe).toEqual([503, { status: 'draining' }])
    finishBody()
    expect(await slow).toBe(303)
    expect(await stopping.stop()).toBe(0)
  })
})

describe('a start', () => {
  it('with an invalid setting ends with one line that names what is wrong', async () => {
    const failed = spawnSite(settingsForTests({ PORT: 'eighty' }))
    expect(await failed.ended).toBe(1)
    expect(failed.output().trim().split('\n')).toHaveLength(1)
    expect(failed.output()).toMatch(/^PORT must/)
  })

  it.each([
    ['UPSTREAM_PATHS', { 'user-do-logn': '/login' }],
    ['BANKS', { names: [] }],
    ['PAYMENTS', { idx: 1 }],
  ])('with an invalid file of %s ends with one line too, on any store', async (name, content) => {
    const folder = await mkdtemp(join(tmpdir(), 'madang-files-'))
    const path = join(folder, 'file.json')
    await writeFile(path, JSON.stringify(content))
    const secret = 'a secret for tests that is long enough to be taken'
    // The start waits for a database that does not answer, but not for an invalid file.
    const onDatabase = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SESSION_SECRET: secret }
    const failed = spawnSite(settingsForTests({ PORT: String(await freePort()), [name]: path, ...onDatabase }))
    expect(await failed.ended).toBe(1)
    expect(failed.output().trim().split('\n')).toHaveLength(1)
    expect(failed.output()).toMatch(new RegExp(`^${name} (must|names)`))
    await rm(folder, { recursive: true })
  })

  it('on a port that is taken says so', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, () => resolve()))
    const { port } = taken.address() as AddressInfo
    const failed = spawnSite(settingsForTests({ PORT: String(port) }))
    expect(await failed.ended).toBe(1)
    expect(failed.output()).toContain(`PORT ${port} is taken`)
    await new Promise((resolve) => taken.close(resolve))
  })
})
