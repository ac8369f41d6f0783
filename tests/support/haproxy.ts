import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../bin/free-port.mjs'

const program = 'haproxy'

/** Whether haproxy is installed. Tests of replicas behind it are skipped without it. */
export const hasHaproxy = spawnSync(program, ['-v']).status === 0

/**
 * Starts an HAProxy on a free port that hands requests to these ports in turn and asks each /readyz every 100 ms. It
 * repeats a request only when no connection was made, so that it never sends a payment twice.
 */
export async function startHaproxy(ports: readonly number[]): Promise<{ base: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'madang-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  const servers = ports.map((of, at) => `  server site${at} 127.0.0.1:${of} check inter 100ms fall 1 rise 1`)
  const lines = [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    // Without it a check may take no longer than its interval, and a busy site would count as down.
    '  timeout check 5s',
    '  timeout client 60s',
    '  timeout server 60s',
    '  option redispatch 1',
    '  retries 3',
    '  retry-on conn-failure',
    'listen sites',
    `  bind 127.0.0.1:${port}`,
    '  balance roundrobin',
    '  option httpchk GET /readyz',
    '  http-check expect status 200',
    ...servers,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const child = spawn(program, ['-db', '-f', file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  return {
    base: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
