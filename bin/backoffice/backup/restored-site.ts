import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { each } from '~/embedded/backoffice/commands/definition'
import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { minutes, seconds } from '~/values/durations'
import { freePort } from '../../free-port.mjs'
import { connectBackoffice } from '../backoffice-client'
import { Problem, problem, textFor } from '../problem'
import { projectRoot } from '../settings'

const openTimeoutMs = minutes(5)

export type RestoredAudit = { audit: Pick<CommandResult<'audit'>, 'inOrder' | 'findings' | 'figures'>; ended: string }

/** Audits a restored store. If the audit passes, starts a new epoch and ends all sessions and named tokens. */
export async function auditRestored(settings: Record<string, string>): Promise<RestoredAudit> {
  const port = await freePort()
  const token = randomBytes(32).toString('hex')
  const site = spawn(process.execPath, [...process.execArgv, join(projectRoot, 'bin/start.mjs')], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...settings,
      PORT: String(port),
      HOST: '127.0.0.1',
      BACKOFFICE_TOKEN: token,
      // A second person's approval would be pointless, because whoever restores a store already has its data.
      BACKOFFICE_SECOND_PERSON_FOR: 'none',
      SESSION_SECRET: randomBytes(32).toString('hex'),
      // With other values under their old names, the token and the second person's setting would be refused.
      ...each('', 'DESK_TOKEN', 'DESK_TOKEN_FILE', 'DESK_SECOND_PERSON_FOR'),
      ...each('', 'REDIS_URL', 'REDIS_URL_FILE', 'ALERT_URL', 'ALERT_URL_FILE'),
      SEED_DEMO: 'no',
      LOG_LEVEL: 'error',
      DRAIN_DELAY_MS: '0',
    },
  })
  const output: Buffer[] = []
  for (const stream of [site.stdout, site.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes))
  let hasEnded = false
  const end = once(site, 'close').then(() => {
    hasEnded = true
  })
  const lastLine = () => Buffer.concat(output).toString().trim().split('\n').at(-1) ?? ''
  const forget = onSignal(() => site.kill('SIGKILL'))
  try {
    reportProgress('Opening it')
    const base = `http://127.0.0.1:${port}`
    for (const deadline = Date.now() + openTimeoutMs; ; await wait(100)) {
      if (hasEnded || Date.now() > deadline)
        throw problem('restore.notOpened', { line: lastLine() }, { status: 'not_opened' })
      const result = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
      await result?.body?.cancel()
      if (result?.ok) break
    }
    reportProgress('Auditing it')
    const backoffice = connectBackoffice({ site: base, token })
    const { rows } = await backoffice.call('tokens', { size: 1_000 })
    const { inOrder, findings, figures } = await backoffice.call('audit', {})
    if (!inOrder) {
      const lines = findings.map(({ check, count }) => `failed: ${check} (${count})`).join('\n')
      throw problem('restore.notInOrder', { lines }, { status: 'not_in_order' })
    }
    const { ended, tokens } = await backoffice.call('begin-epoch', {})
    const lines = [textFor('restore.ended', { ended, tokens }), ...renewalsOf(rows)]
    return { audit: { inOrder, findings, figures }, ended: lines.join('\n') }
  } catch (error) {
    if (!(error instanceof Problem) || error.exitCode !== 3) throw error
    await Promise.race([end, wait(500, undefined, { ref: false })])
    const ending = hasEnded ? `it ended with ${site.exitCode ?? site.signalCode}` : 'it was running'
    throw new Problem(`${error.message}\nSite that opened it: ${ending}; ${lastLine() || 'it logged nothing'}`, error)
  } finally {
    forget()
    site.kill('SIGTERM')
    await Promise.race([end, wait(seconds(30), undefined, { ref: false })])
    if (!hasEnded) site.kill('SIGKILL')
    await end
  }
}

/** Returns the commands that recreate ended tokens, owners last, because two owners may require two approvals. */
function renewalsOf(rows: CommandResult<'tokens'>['rows']): string[] {
  const ended = rows.filter(({ endedAt }) => endedAt === null)
  if (ended.length === 0) return []
  const inOrder = [...ended.filter(({ role }) => role !== 'owner'), ...ended.filter(({ role }) => role === 'owner')]
  const commands = inOrder.map(({ name, role }) => {
    const note = role === 'machine' ? '  (set it as NIGHTLY_TOKEN)' : ''
    return `  npm run backoffice -- make-token ${name} --role ${role}${note}`
  })
  return [textFor('restore.tokens', { commands: commands.join('\n') })]
}

/** Runs `work`, then deletes the draft folder, even after a signal. */
export async function withDraft<T>(draft: string, work: () => Promise<T>): Promise<T> {
  const forget = onSignal(() => rmSync(draft, { recursive: true, force: true }))
  try {
    return await work()
  } finally {
    forget()
    await rm(draft, { recursive: true, force: true })
  }
}

export function reportProgress(line: string): void {
  process.stderr.write(`${line} …\n`)
}

const cleanups = new Set<() => unknown>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    for (const cleanUp of [...cleanups].reverse()) await cleanUp()
    process.exit(3)
  })
}

/** Registers a clean-up for SIGINT and SIGTERM. The latest one runs first. @returns a function that unregisters it */
export function onSignal(cleanUp: () => unknown): () => void {
  cleanups.add(cleanUp)
  return () => cleanups.delete(cleanUp)
}
