import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { canRun } from '../../bin/install/debian.mjs'

it.skipIf(!canRun('promtool'))(
  'Prometheus accepts the configurations, rules and dashboard queries, and each alert fires only on its problem',
  () => {
    const scrape = join(mkdtempSync(join(tmpdir(), 'madang-scrape-')), 'prometheus.yml')
    const [, , inKubernetes = ''] = readFileSync('docs/deployment.md', 'utf8').split('```yaml\n')
    // Debian's Prometheus is built without Kubernetes discovery.
    const targets = 'static_configs: [{ targets: [site:3000] }]'
    const dashboard = join(dirname(scrape), 'dashboard.yml')
    const { panels } = JSON.parse(readFileSync('deploy/grafana/dashboards/madang.json', 'utf8')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const rules = panels.flatMap(({ targets }, index) =>
      targets.map(({ expr }, of) => ({ record: `panel:${index}:${of}`, expr })),
    )
    writeFileSync(dashboard, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    writeFileSync(scrape, (inKubernetes.split('```')[0] ?? '').replace(/kubernetes_sd_configs: .*/, targets))
    for (const args of [
      ['check', 'config', '--syntax-only', 'deploy/prometheus/prometheus.yml'],
      ['check', 'config', '--syntax-only', scrape],
      ['check', 'rules', 'deploy/prometheus/alerts.yml'],
      ['check', 'rules', dashboard],
      ['test', 'rules', 'deploy/prometheus/alerts.test.yml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
      expect(status, stdout + stderr).toBe(0)
    }
    rmSync(dirname(scrape), { recursive: true })
  },
)
