import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { parseJson } from '~/values/strict-json'
import type { Backoffice } from './backoffice-client'
import { databaseUrl, run } from './backup/pg-dump'
import { readyRestored, restore } from './backup/restore'
import { dryRun, first, force, type Result, row } from './parse-command'
import { errorCode, Problem, problem, usage } from './problem'
import { resolveFreePath, resolvePath } from './settings'
import { writeFileWith } from './write-response'

export const storeCommands = [
  row('backup <file>', {
    options: [force, first],
    run: (backoffice, { file, force, first }: { file: string; force?: boolean; first?: string }) =>
      backup(backoffice, resolveFreePath(file, force), first),
  }),
  row('bundle <file>'),
  row('record-backup'),
  row('restore <file>', {
    options: [dryRun],
    run: async (backoffice, { file }: { file: string }) => ({
      data: { status: 'success', ...(await restore(resolvePath(file), backoffice)) },
    }),
  }),
  row('restored', {
    run: async () => ({ data: { status: 'success', ...(await readyRestored()) } }),
  }),
  row('end-play-money'),
]

const dumpOptions = ['--format=custom', '--no-owner', '--no-privileges']

/** @param first the number of your first approval, which another person has confirmed. The dump uses it up. */
async function backup(backoffice: Backoffice, path: string, first?: string): Promise<Result> {
  const readUrl = () => databaseUrl(`pg_dump ${dumpOptions.join(' ')} --file=${path} "$DATABASE_URL"`)
  const { bytes, sha256 } = await writeFileWith(path, async (part) => {
    // If pg_dump does not work, this schema-only dump fails before the approval is used up.
    if (first !== undefined) await run('pg_dump', ['--schema-only', '--file=/dev/null'], readUrl())
    await backoffice.download('backup', { first })
    await run('pg_dump', [...dumpOptions, `--file=${part}`], readUrl())
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(part)) hash.update(chunk)
    return { sha256: hash.digest('hex'), bytes: (await stat(part)).size }
  })
  await backoffice.call('record-backup', {})
  return {
    data: { status: 'success', file: path, bytes, sha256 },
    lines: [`${path}: ${bytes.toLocaleString('en')} bytes, for restore or pg_restore`, `sha256 ${sha256}`],
  }
}

const logLine = z.looseObject({ requestId: z.string() })
type Line = z.output<typeof logLine>

export const findError = row('find-error <number> <log...>', {
  run: async (backoffice, { number, log }: { number: string; log: string[] }) => {
    if (!/^[\da-f]{8}(-[\da-f-]{0,28})?$/i.test(number))
      throw problem('number.wrong', { number: JSON.stringify(number) }, usage)
    const found = (await Promise.all(log.map((path) => linesAbout(path, number.toLowerCase())))).flat()
    const names = new Map<unknown, string>()
    for (const tag of new Set(found.map(({ member }) => member))) {
      const owner = typeof tag === 'string' && (await backoffice.call('who-is', { tag }).catch(() => undefined))
      if (owner) names.set(tag, owner.member)
    }
    const rows = found.map((line) => ({ memberId: names.get(line.member) ?? null, ...line }))
    return { data: { status: rows[0] ? 'success' : 'not_found', rows }, failed: rows.length === 0 }
  },
})

async function linesAbout(log: string, prefix: string): Promise<Line[]> {
  const found: Line[] = []
  try {
    const input = createReadStream(log === '-' ? '/dev/stdin' : resolvePath(log))
    for await (const text of createInterface({ input })) {
      if (!text.toLowerCase().includes(prefix)) continue
      // Hosting platforms may prepend text to the JSON of a log line.
      const line = logLine.safeParse(parseJson(text.slice(Math.max(0, text.indexOf('{'))))).data
      if (line?.requestId.toLowerCase().startsWith(prefix)) found.push(line)
    }
  } catch (error) {
    throw new Problem(`${log}: can't be read (${errorCode(error)})`, usage)
  }
  return found
}
