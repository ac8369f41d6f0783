import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../bin/free-port.mjs'

const program = 'redis-server'

/** Whether redis-server is installed. Tests of shared state are skipped without it. */
export const hasRedis = spawnSync(program, ['--version']).status === 0

export type TestRedis = {
  url: string
  /** kill -9. Without a folder, all data is lost. */
  kill(): Promise<void>
  /** Starts Redis again on the same port. Without a folder, it is empty. */
  start(): Promise<void>
  /** SIGSTOP, so that connections stay open but get no responses. */
  freeze(): void
  thaw(): void
  /** All keys and their values, as text. */
  dump(): string
  /** Runs a command as an operator of Redis. @returns the output. @throws Error if Redis rejects the command */
  tell(...command: string[]): string
}

/** Starts a Redis server on a free port. @param folder where it persists its data, as docs advise operators to do. */
export async function startRedis(folder?: string): Promise<TestRedis> {
  const port = await freePort()
  let server: ChildProcess | undefined
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      const persistence = folder === undefined ? ['--appendonly', 'no'] : ['--appendonly', 'yes', '--dir', folder]
      const started = spawn(program, ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', ...persistence])
      server = started
      await new Promise<void>((resolve, reject) => {
        started.stdout.on('data', (text: Buffer) => text.toString().includes('Ready to accept') && resolve())
        started.once('exit', () => reject(new Error('Redis did not start')))
      })
    },
    kill: async () => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    dump: () => {
      const script = `
        local out = ''
        for _, name in ipairs(redis.call('keys', '*')) do
          out = out .. name .. ' ' .. tostring(redis.call('get', name)) .. '\\n'
        end
        return out`
      return spawnSync('redis-cli', ['-u', redis.url, 'eval', script, '0']).stdout.toString()
    },
    tell: (...command) => {
      const response = spawnSync('redis-cli', ['-u', redis.url, '-e', ...command])
      if (response.status !== 0) throw new Error(`${command.join(' ')}: ${response.stderr}`)
      return response.stdout.toString()
    },
  }
  await redis.start()
  return redis
}
