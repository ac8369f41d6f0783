import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../bin/free-port.mjs'
import { installNode } from '../../bin/install/node-lines.mjs'
import { reportFigure } from '../support/report-figure'
import { sharedFolder } from '../support/shared-folder'
import { spawnProgram, waitUntilReady } from '../support/site'

/** The Dockerfile without a container engine: its stages run in folders for /site, and its CMD starts the site. */

type Stage = { name: string; from: string; lines: string[] }

const stages: Stage[] = []
for (const line of readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ').split('\n')) {
  const [, from, name = 'image'] = /^FROM (\S+)(?: AS (\S+))?/.exec(line) ?? []
  if (from !== undefined) stages.push({ name, from, lines: [] })
  else if (/^[A-Z]/.test(line)) stages.at(-1)?.lines.push(line)
}
const wordsOf = (instruction: string): string => {
  const line = stages.at(-1)?.lines.find((candidate) => candidate.startsWith(`${instruction} `))
  return (line ?? '').slice(instruction.length + 1)
}
const commandOf = (instruction: string): string[] => JSON.parse(wordsOf(instruction).replace(/^[^[]*/, ''))

const folder = sharedFolder('image')
let site: string
beforeAll(() => {
  const [all, ...exceptions] = readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean)
  expect([all, exceptions.filter((rule) => !rule.startsWith('!'))]).toEqual(['*', []])
  for (const rule of exceptions) cpSync(rule.slice(1), join(folder, 'context', rule.slice(1)), { recursive: true })
  for (const stage of stages) carryOut(stage)
  site = join(folder, 'image')
  execFileSync('chmod', ['-R', 'a-w,a+rX', site])
  execFileSync('chmod', ['a+rx', folder])
}, 600_000)

function carryOut({ name, from, lines }: Stage): void {
  const target = join(folder, name)
  if (stages.some((stage) => stage.name === from)) execFileSync('cp', ['-a', join(folder, from), target])
  else mkdirSync(target)
  for (const line of lines) {
    const [, stage, copied] = /^COPY (?:--from=(\S+) )?(.*)$/.exec(line) ?? []
    if (copied !== undefined) {
      const parts = copied.split(' ')
      const to = parts.pop() ?? '.'
      for (const part of parts) {
        const source = join(folder, stage ?? 'context', part.replace(/^\/site\//, ''))
        cpSync(source, join(target, to === './' && part !== '.' ? basename(part) : to), {
          recursive: true,
          verbatimSymlinks: true,
        })
      }
    } else if (/^RUN npm /.test(line)) {
      const { status, stderr } = spawnSync('sh', ['-c', line.slice('RUN '.length)], {
        cwd: target,
        env: { ...process.env, NODE_ENV: '' },
        encoding: 'utf8',
      })
      expect([line, status], stderr).toEqual([line, 0])
    }
  }
}

function describeFiles(path: string): (readonly [name: string, bytes: number, changedMs: number])[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs } = lstatSync(join(path, name))
    return [name, size, mtimeMs] as const
  })
}

describe('the image', () => {
  it('runs unprivileged on read-only files, is healthy, and stops on SIGTERM', async () => {
    const [uid = 0, gid = 0] = wordsOf('USER').split(':').map(Number)
    expect(uid).toBeGreaterThan(0)
    const before = describeFiles(site)
    reportFigure(`image: ${Math.round(before.reduce((sum, [, bytes]) => sum + bytes, 0) / 1e6)} MB`)
    const nodeFolder = installNode('26', folder)
    const DATA_DIR = join(folder, 'data')
    mkdirSync(DATA_DIR)
    const isRoot = process.getuid?.() === 0
    if (isRoot) chownSync(DATA_DIR, uid, gid)
    const port = await freePort()
    const fixed = Object.fromEntries(
      wordsOf('ENV')
        .split(' ')
        .map((pair) => pair.split('=')),
    )
    const env = {
      ...fixed,
      PATH: `${nodeFolder}:/usr/bin:/bin`,
      PORT: `${port}`,
      HOST: '127.0.0.1',
      DATA_DIR,
      TMPDIR: '/no',
    }
    const as = { cwd: site, ...(isRoot ? { uid, gid } : {}) }
    const [command = '', ...args] = commandOf('CMD')
    const running = spawnProgram(join(nodeFolder, command), args, env, as)
    try {
      const base = `http://127.0.0.1:${port}`
      await waitUntilReady(base, running)
      const [check = '', ...checkArgs] = commandOf('HEALTHCHECK')
      expect(spawnSync(join(nodeFolder, check), checkArgs, { ...as, env }).status).toBe(0)
      expect(await (await fetch(base)).text()).toContain('<main')
      const [, kilobytes] =
        /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${running.process.pid}/status`, 'utf8')) ?? []
      reportFigure(`image: ${Math.round(Number(kilobytes) / 1e3)} MB of memory at most by the first page`)
      expect(Number(kilobytes) / 1024, 'as much as docs/deployment.md asks to give it').toBeLessThan(768)
      running.process.kill('SIGTERM')
      expect(await running.ended, running.output()).toBe(0)
    } finally {
      running.process.kill('SIGKILL')
    }
    expect(describeFiles(site)).toEqual(before)
  }, 180_000)

  it('states its base image and its contents', () => {
    expect(wordsOf('LABEL')).toMatch(/^org\.opencontainers\.image\.base\.name=/)
    const { bomFormat, components } = JSON.parse(readFileSync(join(site, 'sbom.cdx.json'), 'utf8'))
    const names = (components as { name: string }[]).map(({ name }) => name)
    expect([bomFormat, names.includes('react-router'), names.includes('vitest')]).toEqual(['CycloneDX', true, false])
  })
})
