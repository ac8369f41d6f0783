// @ts-check
import { once } from 'node:events'
import { createServer } from 'node:net'
import { pathToFileURL } from 'node:url'

/** Below the ports of outgoing connections on Linux and macOS: one of those could take the port before its server starts. */
const [lowest, highest, blocks] = [20_000, 32_767, 16]
/** Test files that run at the same time have a block each. Otherwise, two could pick a port before its server starts. */
const block = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % blocks
const size = Math.floor((highest - lowest) / blocks)
const [first, last] = [lowest + block * size, lowest + (block + 1) * size - 1]
let latest = first + Math.floor(Math.random() * (last - first))

/** @returns {Promise<number>} a TCP port that was free on 127.0.0.1 a moment ago; another one at each call */
export async function freePort() {
  const port = latest < last ? latest + 1 : first
  latest = port
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE') return freePort()
    throw error
  }
  await once(server.close(), 'close')
  return port
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${await freePort()}\n`)
}
