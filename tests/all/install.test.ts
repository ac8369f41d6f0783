import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installNode, nodeLines } from '../../bin/install/node-lines.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'madang-install-'))
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(file, join(folder, file))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(nodeLines)('npm ci installs without a warning on Node %s', (line) => {
  const path = [installNode(line, folder), process.env.PATH].join(delimiter)
  // None of the settings of npm on this machine, which may be deprecated themselves.
  const env = { PATH: path, HOME: folder }
  const { status, stderr } = spawnSync('npm', ['ci', '--dry-run', '--no-audit'], { cwd: folder, env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})
