import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { onServerCore } from './processes'

/** Renders the elements of a page by React alone, in a process of its own on the servers' core. */
export type ElementRenderer = {
  /** Renders the page so many times. @returns processor time of one, in milliseconds */
  sample: (count: number) => Promise<number>
  stop: () => void
}

/**
 * Starts it.
 *
 * @param file an HTML document without scripts.
 * @throws Error when what React renders is not about as long as the document: then it would not be the same elements.
 */
export async function startElementRenderer(file: string): Promise<ElementRenderer> {
  const [command = '', ...args] = onServerCore([process.execPath, 'tests/bench/element-renderer.mjs', file])
  const child: ChildProcess = spawn(command, args, {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [length]: unknown[] = await once(child, 'message')
  const wanted = readFileSync(file, 'utf8').length
  if (!(Math.abs(Number(length) / wanted - 1) < 0.05)) {
    throw new Error(`React renders ${length} characters of a page of ${wanted}`)
  }
  return {
    sample: async (count) => {
      child.send(count)
      const [processorMs]: unknown[] = await once(child, 'message')
      return Number(processorMs)
    },
    stop: () => child.kill(),
  }
}
