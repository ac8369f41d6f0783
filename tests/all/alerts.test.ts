import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { canRun } from '../../bin/debian.mjs'

it.skipIf(!canRun('promtool'))(
  'Prometheus takes the rules, and each alert fires on its trouble and on nothing less',
  () => {
    for (const args of [
      ['check', 'rules', 'deploy/prometheus/alerts.yml'],
      ['test', 'rules', 'deploy/prometheus/alerts.test.yml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
      expect(status, stdout + stderr).toBe(0)
    }
  },
)
