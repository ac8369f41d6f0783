import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { freePort } from '../../bin/free-port.mjs'
import { settingsForTests } from '../support/settings'
import { spawnProgram, waitUntilReady } from '../support/site'

/** Servers run on the first core and the load generator on the second if the machine has two cores and `taskset`. */
const serverCore = '0'
const generatorCore = '1'
const isPinned = availableParallelism() > 1 && hasTaskset()

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Moves this process, which generates the load, off the servers' core. */
export function leaveServerCore(): void {
  if (isPinned) execFileSync('taskset', ['--all-tasks', '-pc', generatorCore, `${process.pid}`], { stdio: 'ignore' })
}

export type Server = {
  pid: number
  /** http://127.0.0.1:<port>, without a trailing slash. */
  base: string
  port: number
  /** Kills the server without a clean shutdown. */
  stop: () => Promise<void>
}

/** The site's command line as in the image. */
export const siteProgram = ['--max-semi-space-size=8', 'bin/start.mjs']

/**
 * Starts a Node.js program with the environment of the image, and waits until it is ready.
 * @param program the script and its arguments.
 * @param settings a site's settings, which `settingsForTests` completes.
 * @throws Error with the program's output if it ends or is not ready within a minute.
 */
export async function startServer(program: readonly string[], settings: Record<string, string> = {}): Promise<Server> {
  const port = await freePort()
  const env = settingsForTests({ PORT: `${port}`, HOST: '127.0.0.1', MALLOC_ARENA_MAX: '2', ...settings })
  // `taskset` replaces itself with the program, so the process id stays the same.
  const pinned = isPinned ? ['taskset', '-c', serverCore] : []
  const [command = '', ...args] = [...pinned, process.execPath, ...program]
  const server = spawnProgram(command, args, env)
  const base = `http://127.0.0.1:${port}`
  try {
    await waitUntilReady(base, server)
  } catch (error) {
    server.process.kill('SIGKILL')
    throw error
  }
  return {
    pid: server.process.pid ?? 0,
    base,
    port,
    stop: async () => {
      server.process.kill('SIGKILL')
      await server.ended
    },
  }
}

/** Returns the processor time that all threads of a process have used so far, in ms. */
export function processorMs(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
  )
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1e6
}
