import { once } from 'node:events'
import { createServer } from 'node:net'

import { expect, it } from 'vitest'

import { freePort } from '../../../bin/free-port.mjs'

it('chooses a different free port each time, below the range of outgoing connections', async () => {
  const taken = (await freePort()) + 1
  const server = createServer().listen(taken, '127.0.0.1')
  // If another process uses this port, it isn't free either.
  await once(server, 'listening').catch(() => server)
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()))
  server.close()

  expect(new Set([...ports, taken]).size).toBe(21)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})
