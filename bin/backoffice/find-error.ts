import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { parseJson } from '~/values/strict-json'
import type { Backoffice } from './backoffice-client'
import { row } from './command'
import { errorCode, Problem, usage } from './problem'
import { resolvePath } from './settings'

const logLine = z.looseObject({ requestId: z.string() })
type Line = z.output<typeof logLine>

export const findError = row('find-error <number> <log...>', {
  about: 'Finds what the log says of the number on an error page.',
  run: async (backoffice, { number, log }: { number: string; log: string[] }) => {
    const mustBe = 'must be 8 digits as on the page, such as 3F2A9C1E'
    if (!/^[\da-f]{8}(-[\da-f-]{0,28})?$/i.test(number))
      throw new Problem(`number: ${mustBe}, not ${JSON.stringify(number)}`, usage)
    const found = (await Promise.all(log.map((path) => linesAbout(path, number.toLowerCase())))).flat()
    const names = await nameMembers(backoffice, found)
    const rows = found.map((line) => ({ memberId: names.get(String(line.member)) ?? null, ...line }))
    return { data: { status: rows[0] ? 'success' : 'not_found', rows }, failed: rows.length === 0 }
  },
})

async function linesAbout(log: string, prefix: string): Promise<Line[]> {
  const found: Line[] = []
  try {
    const input = createReadStream(log === '-' ? '/dev/stdin' : resolvePath(log))
    for await (const text of createInterface({ input })) {
      if (!text.toLowerCase().includes(prefix)) continue
      // A hosting platform may put text before the JSON of a log line.
      const line = logLine.safeParse(parseJson(text.slice(Math.max(0, text.indexOf('{'))))).data
      if (line?.requestId.toLowerCase().startsWith(prefix)) found.push(line)
    }
  } catch (error) {
    throw new Problem(`${log}: can't be read (${errorCode(error)})`, usage)
  }
  return found
}

async function nameMembers(backoffice: Backoffice, lines: readonly Line[]): Promise<Map<string, string>> {
  const tags = new Set(lines.flatMap(({ member }) => (typeof member === 'string' ? [member] : [])))
  const named = await Promise.all(
    [...tags].map(async (tag) => {
      const found = await backoffice.call('who-is', { tag }).catch(() => undefined)
      return found ? [[tag, found.member] as const] : []
    }),
  )
  return new Map(named.flat())
}
