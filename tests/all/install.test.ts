import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { installNode, nodeLines } from '../../bin/install/node-lines.mjs'
import { sharedFolder } from '../support/shared-folder'

const folder = sharedFolder('install')
beforeAll(() => {
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(file, join(folder, file))
})

it.each(nodeLines)('npm ci installs without a warning on Node %s', (line) => {
  const path = [installNode(line, folder), process.env.PATH].join(delimiter)
  // Excludes the npm settings of this machine, which may be deprecated.
  const env = { PATH: path, HOME: folder }
  const { status, stderr } = spawnSync('npm', ['ci', '--dry-run', '--no-audit'], { cwd: folder, env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})
