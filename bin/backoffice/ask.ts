import { createInterface } from 'node:readline/promises'
import { Problem } from './problem'

/** Asks a person at the terminal. @throws Problem where there is none */
export async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Problem('There is no terminal to ask for a code of your second factor: give it with --second-factor.', {
      status: 'code_needed',
      exitCode: 3,
    })
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
  }
}
