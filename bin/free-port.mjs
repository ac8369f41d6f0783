// @ts-check
import { once } from 'node:events'
import { createServer } from 'node:net'
import { pathToFileURL } from 'node:url'

/** @returns {Promise<number>} a TCP port that was free on 127.0.0.1 a moment ago */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  await once(server.close(), 'close')
  return port
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${await freePort()}\n`)
}
