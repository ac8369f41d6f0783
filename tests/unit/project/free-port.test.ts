import { once } from 'node:events'
import { createServer } from 'node:net'

import { expect, it } from 'vitest'

import { freePort } from '../../../bin/free-port.mjs'

it('chooses another free port each time, below those of outgoing connections', async () => {
  const taken = (await freePort()) + 1
  const server = createServer().listen(taken, '127.0.0.1')
  // If another process has that port, it is taken all the same.
  await once(server, 'listening').catch(() => server)
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()))
  server.close()

  expect(new Set([...ports, taken]).size).toBe(21)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})
