import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { minutes, seconds } from '~/values/durations'

/** The path starts at the project's root, where the site runs. */
const program = 'bin/picture-encoder.mjs'
/** A hundred times what an ordinary picture takes. */
const encodingTimeoutMs = seconds(2)
/** An idle encoder ends after this time. It takes 60 MB. */
const idleForMs = minutes(1)

type Encoder = { child: ChildProcess; ended: AbortSignal }

const idle = new Map<Encoder, NodeJS.Timeout>()

/**
 * Makes WebP of at most this width, in px, in a process of its own, which is killed after two seconds or when the
 * signal aborts. Callers limit how many run at once. @returns `broken` for an unreadable or too large picture or an
 * ended process; `timeout` after two seconds. @throws the reason of the signal, or an error when no process can be
 * started.
 */
export async function encodeWebp(
  original: Uint8Array,
  width: number,
  signal: AbortSignal,
): Promise<Buffer | 'broken' | 'timeout'> {
  const encoder = takeIdle() ?? (await startEncoder(signal))
  const timeout = AbortSignal.timeout(encodingTimeoutMs)
  try {
    encoder.child.send({ original, width }, () => undefined)
    const made = await nextMessage(encoder, AbortSignal.any([signal, timeout]))
    keepIdle(encoder)
    return made instanceof Uint8Array ? Buffer.from(made) : 'broken'
  } catch {
    encoder.child.kill('SIGKILL')
    signal.throwIfAborted()
    return timeout.aborted ? 'timeout' : 'broken'
  }
}

function takeIdle(): Encoder | undefined {
  const [[encoder, timer] = []] = idle
  clearTimeout(timer)
  if (encoder) idle.delete(encoder)
  return encoder
}

function keepIdle(encoder: Encoder): void {
  const end = () => {
    idle.delete(encoder)
    encoder.child.kill()
  }
  idle.set(encoder, setTimeout(end, idleForMs).unref())
}

async function startEncoder(signal: AbortSignal): Promise<Encoder> {
  // No environment: a process that reads a stranger's bytes gets no secret.
  const env = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' }
  const child = fork(program, {
    env,
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const end = new AbortController()
  const encoder = { child, ended: end.signal }
  // Without a listener the event would end the site; callers learn of it while they wait for a message.
  child.on('error', () => undefined)
  child.once('exit', () => {
    clearTimeout(idle.get(encoder))
    idle.delete(encoder)
    end.abort()
  })
  // The site ends without waiting for it.
  child.unref()
  child.channel?.unref()
  try {
    await nextMessage(encoder, signal)
  } catch (cause) {
    child.kill('SIGKILL')
    throw cause
  }
  return encoder
}

async function nextMessage({ child, ended }: Encoder, signal: AbortSignal): Promise<unknown> {
  const [message] = await once(child, 'message', { signal: AbortSignal.any([signal, ended]) })
  return message
}
