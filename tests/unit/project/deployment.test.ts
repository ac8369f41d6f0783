import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { createBrand } from '~/brand/brand.server'
import { readBrandFile } from '~/brand/read-brand-file.server'
import { connectRedis } from '~/platform/redis.server'
import { readConfig } from '~/platform/settings/config.server'
import { secretNames, settingNames } from '~/platform/settings/settings.server'
import { registry } from '~/platform/telemetry/metrics.server'
import { registerConnectionGauges } from '~/server/http/connections.server'
import { registerUpstreamGauges } from '~/server/upstream/upstream-gauges.server'
import { canRun } from '../../../bin/install/debian.mjs'
import { siteProgram } from '../../bench/processes'

/** Checks that no platform tool has: settings, probes, ports and metrics in deployment files match the site. */

const readYaml = (path: string) => parse(readFileSync(path, 'utf8'))
const known = new Set<string>([...settingNames, ...secretNames.map((name) => `${name}_FILE`)])
const unknownOf = (names: string[]) => names.filter((name) => !known.has(name))

/** Valid values for the Secret or the secret files of a deployment. */
const secretsOfDeployment = {
  SESSION_SECRET: 's'.repeat(32),
  DATABASE_URL: 'postgres://madang:secret@database:5432/madang',
  REDIS_URL: 'redis://:secret@redis:6379',
  BACKOFFICE_TOKEN: 'd'.repeat(32),
  METRICS_TOKEN: 'm'.repeat(32),
}

describe('compose.yaml', () => {
  const { services } = readYaml('compose.yaml')

  it('sets only existing settings', () => {
    expect(unknownOf(Object.keys(services.site.environment))).toEqual([])
    expect(unknownOf(Object.keys(services.audit.environment))).toEqual(['KEEP_DAYS'])
  })
})

describe('the Dockerfile', () => {
  const image = readFileSync('Dockerfile', 'utf8')

  it('starts the site with the flags of npm start', () => {
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]') as string[]
    expect(readYaml('package.json').scripts.start).toBe(`${command.join(' ')} --build-if-stale`)
    expect(command).toEqual(['node', ...siteProgram])
  })
})

const base = 'deploy/kubernetes'

describe('the Kubernetes base', () => {
  const literals: string[] = readYaml(join(base, 'kustomization.yaml')).configMapGenerator[0].literals
  const { spec: podSpec } = readYaml(join(base, 'deployment.yaml')).spec.template
  const [container] = podSpec.containers

  it('runs the image with its port, user and folder, and probes routes that exist', () => {
    const image = readFileSync('Dockerfile', 'utf8')
    const [port] = container.ports
    expect(image).toContain(`EXPOSE ${port.containerPort}\n`)
    expect(image).toContain(`VOLUME ${container.volumeMounts[0].mountPath}\n`)
    expect(image).toContain(`USER ${podSpec.securityContext.runAsUser}:${podSpec.securityContext.fsGroup}\n`)
    expect(readYaml(join(base, 'service.yaml')).spec.ports[0].targetPort).toBe(port.name)
    const routes = readFileSync('app/routes.ts', 'utf8')
    for (const { httpGet } of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
      expect(routes).toContain(`route('${httpGet.path.slice(1)}'`)
      expect(httpGet.port).toBe(port.name)
    }
  })

  it('has a longer termination grace period than the site takes to drain', () => {
    const ms = (name: string) => Number(literals.find((literal) => literal.startsWith(`${name}=`))?.split('=')[1])
    const drainMs = ms('DRAIN_DELAY_MS') + ms('DRAIN_DEADLINE_MS')
    expect(podSpec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(drainMs)
  })
})

describe.each([
  ['backoffice', 'BACKOFFICE'],
  // The names from 1.0.0, which are supported until 2.0.0.
  ['desk', 'DESK'],
])('the component %s', (name, prefix) => {
  it('enables the back office for browsers on the host of its Ingress', () => {
    const literals: string[] = readYaml(join(base, name, 'kustomization.yaml')).configMapGenerator[0].literals
    const { metadata, spec } = readYaml(join(base, name, 'ingress.yaml'))
    expect(metadata.name).toBe(`madang-${name}`)
    expect(spec.tls).toEqual([{ hosts: [spec.rules[0].host], secretName: `madang-${name}-tls` }])
    expect(literals).toEqual([`${prefix}_WEB=on`, `${prefix}_ORIGIN=https://${spec.rules[0].host}`])
    const config = readConfig({
      ...Object.fromEntries(literals.map((literal) => literal.split(/=(.*)/s))),
      ...secretsOfDeployment,
      PUBLIC_ORIGIN: 'https://www.example.com',
    })
    expect(config.backoffice).toMatchObject({ web: 'on', origin: `https://${spec.rules[0].host}` })
  })
})

type Kustomization = { configMapGenerator?: { literals?: string[] }[] }
// biome-ignore lint/suspicious/noExplicitAny: each kind has fields of its own.
type Manifest = { kind: string } & Record<string, any>

describe.each(readdirSync('deploy/overlays'))('the overlay %s', (name) => {
  const folder = join('deploy/overlays', name)

  it('has consistent settings, and a brand with the statements that real money requires', async () => {
    const { configMapGenerator, components } = readYaml(join(folder, 'kustomization.yaml'))
    const [{ literals }, ...files] = configMapGenerator
    const parts: Kustomization[] = [base, ...components.map((path: string) => join(folder, path))].map((path) =>
      readYaml(join(path, 'kustomization.yaml')),
    )
    const all: string[] = parts.flatMap(({ configMapGenerator: made = [] }) =>
      made.flatMap((map) => map.literals ?? []),
    )
    const environment: Record<string, string> = Object.fromEntries(
      [...all, ...literals].map((literal) => literal.split(/=(.*)/s)),
    )
    expect(unknownOf(Object.keys(environment))).toEqual([])
    // Cloudflare, which sets the country header, counts as a further proxy.
    expect(environment.COUNTRY_HEADER === undefined).toBe(environment.TRUSTED_PROXIES !== '2')
    const providers = environment.PROVIDERS ? [basename(environment.PROVIDERS)] : []
    if (providers[0]) environment.PROVIDERS = join(folder, providers[0])
    const { DATABASE_URL, ...secrets } = secretsOfDeployment
    const config = readConfig({ ...environment, ...secrets, ...(environment.UPSTREAM_URL ? {} : { DATABASE_URL }) })
    expect(config.money).toBe(name === 'staging' ? 'play' : 'real')
    if (config.money === 'play') return
    const site = readYaml(join(base, 'deployment.yaml')).spec.template.spec
    const isBrand = (mount: { name: string }) => mount.name === 'brand'
    const { mountPath } = site.containers[0].volumeMounts.find(isBrand)
    const { configMap } = site.volumes.find(isBrand)
    const path = relative(mountPath, config.brandFile ?? '')
    expect(files).toEqual([{ name: configMap.name, namespace: 'madang', files: [path, ...providers] }])
    const brand = await createBrand(readBrandFile(join(folder, path)))
    expect(brand.funds('en')?.text).toMatch(/\w/)
  })

  it.skipIf(!canRun('kubectl', ['version', '--client']))('builds, with no more connections than PostgreSQL has', () => {
    const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    const made = parseAllDocuments(text).map((document) => document.toJS() as Manifest)
    const find = (kind: string): Manifest => made.find((manifest) => manifest.kind === kind) ?? { kind }
    expect(find('Deployment').spec.template.spec.containers[0].envFrom[1].secretRef.name).toBe('madang')
    const settings = made.find(({ data }) => data?.PUBLIC_ORIGIN)?.data
    const { PUBLIC_ORIGIN, BACKOFFICE_ORIGIN, UPSTREAM_URL, DATABASE_POOL = '10' } = settings
    const hosts = made
      .filter(({ kind }) => kind === 'Ingress')
      .flatMap(({ spec }) => spec.rules.map(({ host }: { host: string }) => `https://${host}`))
    expect(hosts.sort()).toEqual([PUBLIC_ORIGIN, BACKOFFICE_ORIGIN].filter(Boolean).sort())
    // Each process may check a slow server over one more connection, and a rollout has more processes. Of PostgreSQL's
    // hundred connections, three are reserved for superusers, and the nightly pg_dump uses one.
    const { maxReplicas } = find('HorizontalPodAutoscaler').spec
    const { maxSurge } = find('Deployment').spec.strategy.rollingUpdate
    if (UPSTREAM_URL === undefined) expect((maxReplicas + maxSurge) * (Number(DATABASE_POOL) + 1)).toBeLessThan(97)
  })
})

describe('alerts and dashboard', () => {
  type Rule = { alert: string; expr: string; annotations: { runbook_url: string; description: string } }
  const alerts: { groups: { rules: Rule[] }[] } = readYaml('deploy/prometheus/alerts.yml')
  const rules = alerts.groups.flatMap(({ rules }) => rules)

  // This registers the metrics, and nothing connects.
  const redis = connectRedis('redis://127.0.0.1:1')
  afterAll(() => redis.close())
  registerUpstreamGauges({
    fetch: async () => new Response(),
    embedded: true,
    check: async () => {},
    close: async () => {},
    figures: async () => ({
      waiting: [],
      lastChecks: { backup: 0, audit: { in_order: 0, findings: 0 } },
      backofficeLog: undefined,
      pool: undefined,
    }),
    transactionSums: async () => [],
  })
  registerConnectionGauges({ count: () => ({ busy: 0, idle: 0 }) }, { maxConnections: 0 })
  /** Labels of each metric; prom-client does not type them. */
  const labelsOf = new Map(
    registry.getMetricsAsArray().map((metric) => [metric.name, (metric as { labelNames?: string[] }).labelNames ?? []]),
  )
  const dashboard = JSON.parse(readFileSync('deploy/grafana/dashboards/madang.json', 'utf8')) as {
    panels: { targets: { expr: string; legendFormat?: string }[] }[]
  }
  const targets = dashboard.panels.flatMap(({ targets }) => targets)
  const uses = [
    ...rules.map(({ expr, annotations }) => ({ expr, text: annotations.description })),
    ...targets.map(({ expr, legendFormat = '' }) => ({ expr, text: legendFormat })),
  ]

  it('use only metrics and labels that the site serves', () => {
    const scraped = ['job', 'instance']
    let named = 0
    for (const { expr, text } of uses) {
      const [selectors, labels] = [
        [...expr.matchAll(/\b((?:madang|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)],
        new Set(scraped),
      ]
      for (const [, series = '', matchers = ''] of selectors) {
        named += 1
        const name = labelsOf.has(series) ? series : series.replace(/_(bucket|count|sum)$/, '')
        expect([...labelsOf.keys()]).toContain(name)
        const own = [...(labelsOf.get(name) ?? []), ...(series.endsWith('_bucket') ? ['le'] : [])]
        for (const label of own) labels.add(label)
        for (const [, label = ''] of matchers.matchAll(/(\w+)(?:!=|=~|!~|=)"/g))
          expect([...own, ...scraped]).toContain(label)
      }
      const grouped = [...expr.matchAll(/\b(?:by|without) \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */))
      const shown = [...text.matchAll(/\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g)].map(([, label = '']) => label)
      for (const label of [...grouped, ...shown]) expect([...labels], expr).toContain(label)
      // The result has only the labels that it is grouped by.
      if (grouped.length > 0) expect(grouped).toEqual(expect.arrayContaining(shown))
    }
    expect(named).toBeGreaterThan(25)
  })

  it('use metrics that docs/monitoring.md lists completely, with their labels', () => {
    const rows = [...readFileSync('docs/monitoring.md', 'utf8').matchAll(/^\| (madang_\w+) \|([^|]*)\|/gm)]
    const documented = rows.map(([, name = '', labels = '']) => [name, labels.trim().split(', ').filter(Boolean)])
    const served = [...labelsOf].filter(([name]) => name.startsWith('madang_'))
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(served))
  })

  it('have a section in docs/alerts.md each, a test in which they fire and one in which they don’t', () => {
    const headings = [...readFileSync('docs/alerts.md', 'utf8').matchAll(/^### (\w+)$/gm)].map(([, name]) => name ?? '')
    expect(headings.sort()).toEqual(rules.map(({ alert }) => alert).sort())
    for (const { alert, annotations } of rules)
      expect(annotations.runbook_url).toBe(`{{ $externalLabels.runbooks }}#${alert.toLowerCase()}`)
    const tests: { tests: { name: string }[] } = readYaml('deploy/prometheus/alerts.test.yml')
    expect(tests.tests.map(({ name }) => name).sort()).toEqual(
      rules.flatMap(({ alert }) => [`${alert} fires`, `${alert} stays quiet`]).sort(),
    )
  })
})
