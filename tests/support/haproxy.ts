import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../bin/free-port.mjs'

const program = 'haproxy'

/** Whether HAProxy is installed. Without it, tests of replicas are skipped. */
export const hasHaproxy = spawnSync(program, ['-v']).status === 0

export type Haproxy = { base: string; port: number; pid: number; stop: () => Promise<void> }

/**
 * Starts an HAProxy on a free port that distributes requests to these ports round robin. It retries a request only if
 * the connection failed, so that it never sends a payment twice.
 * @param options.checked whether it checks each /readyz every 100 ms and skips processes that aren't ready; true by
 * default.
 */
export function startHaproxy(ports: readonly number[], { checked = true } = {}): Promise<Haproxy> {
  const check = checked ? ' check inter 100ms fall 1 rise 1' : ''
  // Without `timeout check`, checks would have to finish within their interval, and a busy site would count as down.
  return runHaproxy([
    ...['mode http', 'timeout connect 2s', 'timeout check 5s', 'timeout client 60s', 'timeout server 60s'],
    ...['option redispatch 1', 'retries 3', 'retry-on conn-failure', 'balance roundrobin'],
    ...(checked ? ['option httpchk GET /readyz', 'http-check expect status 200'] : []),
    ...ports.map((port, index) => `server site${index} 127.0.0.1:${port}${check}`),
  ])
}

/** Starts an HAProxy for a database with a standby. It connects to the first port that accepts connections. */
export function startDatabaseProxy([primary, standby]: readonly [primary: number, standby: number]): Promise<Haproxy> {
  const check = 'check inter 100ms fall 1 rise 1 on-marked-down shutdown-sessions'
  return runHaproxy([
    ...['mode tcp', 'timeout connect 2s', 'timeout check 5s', 'timeout client 1h', 'timeout server 1h'],
    `server primary 127.0.0.1:${primary} ${check}`,
    `server standby 127.0.0.1:${standby} ${check} backup`,
  ])
}

/** @param rules the lines of its only `listen` section, after `bind`. */
async function runHaproxy(rules: readonly string[]): Promise<Haproxy> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'madang-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  // Large enough for the longest header that a site accepts, because HAProxy would reject it with another status.
  // With SO_REUSEPORT, two could share a port, and each would get requests for the other's servers.
  const lines = ['global', '  tune.bufsize 65536', '  noreuseport', 'listen servers', `  bind 127.0.0.1:${port}`]
  writeFileSync(file, `${[...lines, ...rules.map((rule) => `  ${rule}`)].join('\n')}\n`)
  const child = spawn(program, ['-db', '-f', file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  await waitUntilConnects(port)
  if (child.exitCode !== null) throw new Error(`HAProxy ended with exit code ${child.exitCode}`)
  return { base: `http://127.0.0.1:${port}`, port, pid: child.pid ?? 0, stop }
}

/** @throws if nothing listens on the port within a minute */
async function waitUntilConnects(port: number): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await pause(20)) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    if (Date.now() > deadline) throw new Error('HAProxy is not listening')
  }
}
