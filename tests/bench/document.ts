import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { isPinned } from './processes'

const document = 'docs/performance.md'

/** Says where and when the figures were measured, in two lines. */
export function describeMachine(effort: string): string {
  const processors = cpus()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const machine = [
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}`,
    `${processors.length} x ${processors[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node.js ${process.version}`,
  ]
  const run = [
    effort,
    isPinned ? 'server and load generator on a core each' : 'server and load generator on the same cores',
    `load of the machine ${loadavg()[0]?.toFixed(1)} at the end`,
  ]
  return `${machine.join('; ')};\n${run.join('; ')}.`
}

/** Replaces what stands between the markers of a section. @throws Error when the document has no such markers */
export function replaceInDocument(section: string, text: string): void {
  const [begin, end] = [`<!-- bench ${section}: begin -->`, `<!-- bench ${section}: end -->`]
  const page = readFileSync(document, 'utf8')
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${document} has no markers of ${section}`)
  writeFileSync(document, `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`)
  process.stdout.write(`written to ${document}\n`)
}
