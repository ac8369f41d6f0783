import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createBrand } from '~/brand/brand.server'
import { readBrandFile } from '~/brand/brand-file.server'
import { connectRedis } from '~/platform/redis.server'
import { readConfig } from '~/platform/settings/config.server'
import { processIo } from '~/platform/settings/setting-files.server'
import { secretNames, settingNames } from '~/platform/settings/settings.server'
import { registry } from '~/platform/telemetry/metrics.server'
import { registerConnectionGauges } from '~/server/http/connections.server'
import { registerUpstreamGauges } from '~/server/upstream/metrics.server'
import { siteProgram } from '../bench/processes'
import { secretsOfDeployment } from '../support/deployment-secrets'

/** compose.yaml, the Dockerfile, npm's scripts, alerts and dashboard say what the site and their platforms know. */

const readYaml = (path: string) => parse(readFileSync(path, 'utf8')) as Record<string, unknown>
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const known = new Set<string>([...settingNames, ...secretNames.map((name) => `${name}_FILE`)])

type Service = {
  image?: string
  environment?: Record<string, unknown>
  secrets?: string[]
  volumes?: string[]
  command?: string[]
  logging?: { options: Record<string, string> }
  mem_limit?: string
  profiles?: string[]
  depends_on?: Record<string, { required?: boolean }>
}
type Compose = {
  name: string
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
  volumes: Record<string, object>
}

describe('compose.yaml', () => {
  const compose = readYaml('compose.yaml') as Compose

  it('sets only settings that there are, and uses every secret and volume that it declares', () => {
    expect(Object.keys(compose.services.site?.environment ?? {}).filter((name) => !known.has(name))).toEqual([])
    const services = Object.values(compose.services)
    const used = new Set(services.flatMap(({ secrets = [] }) => secrets))
    // Their passwords are part of addresses that are secrets themselves.
    expect(Object.keys(compose.secrets).sort()).toEqual([...used].sort())
    const created = readFileSync('bin/compose-secrets.sh', 'utf8')
    for (const name of used) expect(created).toContain(name)
    const mounted = services.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
    const named = new Set(mounted.filter((name) => !/^[.$]/.test(name)))
    expect([...named].sort()).toEqual(Object.keys(compose.volumes).sort())
  })

  it('bounds the memory and the log of every service', () => {
    for (const [name, { logging, mem_limit }] of Object.entries(compose.services)) {
      expect(mem_limit, name).toMatch(/^\d+[mg]$/)
      expect(logging?.options, name).toEqual({ 'max-size': '20m', 'max-file': '5' })
    }
  })

  it('backs up with the pg_dump of its database’s version, into its volume, by a script that there is', () => {
    const { database, backup, audit } = compose.services
    expect(backup?.image).toBe(database?.image)
    const [, dump] = / mv \S+ (\S+)\n/.exec(backup?.command?.at(-1) ?? '') ?? []
    const [, script = '', target, taken] =
      / sh (\S+) http:\/\/site:3000 (\/\w+) (\S+);/.exec(audit?.command?.at(-1) ?? '') ?? []
    expect([existsSync(script), taken]).toEqual([true, dump])
    for (const service of [backup, audit]) expect(service?.volumes).toEqual([`backup:${target}`])
    // An empty volume becomes as the folder of the image is.
    expect(readFileSync('Dockerfile', 'utf8')).toContain(
      `RUN mkdir /data ${target} && chown 1000:0 /data ${target} && `,
    )
    const names = Object.keys(audit?.environment ?? {})
    expect(names.filter((name) => !known.has(name))).toEqual(['KEEP_DAYS'])
  })

  it('starts the site alone, on PGlite, and by the profile `real` PostgreSQL and all beside it', () => {
    const { site, ...beside } = compose.services
    expect(site?.profiles).toBeUndefined()
    for (const [name, { profiles }] of Object.entries(beside)) expect(profiles, name).toEqual(['real'])
    for (const [name, { required }] of Object.entries(site?.depends_on ?? {})) expect(required, name).toBe(false)
    for (const name of ['DATABASE_URL', 'REDIS_URL'])
      expect(site?.environment?.[`${name}_FILE`]).toBe(`\${COMPOSE_PROFILES:+/run/secrets/${name.toLowerCase()}}`)
  })

  it('hands a setting of the shell on under its own name, and leaves it unset without one', () => {
    const taken = Object.entries(compose.services.site?.environment ?? {}).filter(([, value]) =>
      `${value}`.includes(':-'),
    )
    expect(taken.map(([name]) => name)).toContain('MONEY')
    for (const [name, value] of taken) expect(value).toBe(`\${${name}:-}`)
  })

  it('starts with real money by what docs/deployment.md puts into .env, with a brand from the folder that is named', async () => {
    const shell: Record<string, string> = {
      COMPOSE_PROFILES: 'real',
      MONEY: 'real',
      LICENCE: 'MDG-0815',
      SERVED_COUNTRIES: 'KR',
      COUNTRY_HEADER: 'X-Country',
      PUBLIC_ORIGIN: 'https://www.example.com',
      TRUSTED_PROXIES: '1',
      BRAND_FOLDER: 'docs/examples/brand',
    }
    const documented = /## One machine, with PostgreSQL and Redis\n(.*?)\n## /s.exec(
      readFileSync('docs/deployment.md', 'utf8'),
    )?.[1]
    for (const name of Object.keys(shell)) expect(documented).toContain(name)
    const { environment = {}, volumes = [] } = compose.services.site ?? {}
    const fill = (text: unknown, from = shell) =>
      `${text}`.replace(/\$\{(\w+):([-+])([^}]*)\}/, (_, name: string, kind: string, text: string) =>
        kind === '+' ? (from[name] ? text : '') : (from[name] ?? text),
      )
    const filledFrom = (from: typeof shell) =>
      Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value, from)]))
    const secretOf = (path: string) =>
      secretsOfDeployment[basename(path).toUpperCase() as keyof typeof secretsOfDeployment]
    const { money, brandFile = '' } = readConfig(filledFrom(shell), { ...processIo, readFile: secretOf })
    expect(money).toBe('real')
    const [source = '', target = '', mode] = fill(volumes[1]).split(':')
    expect([source, dirname(brandFile), mode]).toEqual(['docs/examples/brand', target, 'ro'])
    const brand = await createBrand(readBrandFile(join(source, basename(brandFile))))
    expect(brand.funds('en')).toBeDefined()
    const { BRAND_FOLDER: _, ...unnamed } = shell
    expect(filledFrom(unnamed).BRAND, 'without a folder of the operator').toBe('')
  })
})

describe('the Dockerfile', () => {
  const stages = readFileSync('Dockerfile', 'utf8').split(/^(?=FROM )/m)
  const [head = '', ...builds] = stages

  it('builds every stage of the site on the one base that a build argument pins, and labels the image with it', () => {
    expect(head).toMatch(/^ARG NODE_IMAGE=node:\d+-slim$/m)
    const names = builds.map((stage) => / AS (\S+)/.exec(stage)?.[1])
    const bases = builds.map((stage) => /^FROM (\S+)/.exec(stage)?.[1] ?? '')
    expect(bases.filter((base) => base !== `\${NODE_IMAGE}` && !names.includes(base))).toEqual([])
    // An argument from before the first FROM is empty in a stage that does not name it again.
    for (const stage of builds.filter((build) =>
      build
        .split('\n')
        .slice(1)
        .some((line) => line.includes('NODE_IMAGE')),
    ))
      expect(stage.split('\n')[1]).toBe('ARG NODE_IMAGE')
    expect(builds.at(-1)).toContain(`LABEL org.opencontainers.image.base.name="\${NODE_IMAGE}"`)
  })

  it.runIf(process.getuid?.() === 0)('lets any user of group 0 write where the image writes', () => {
    const made = /^RUN (mkdir \/data .*)$/m.exec(builds.at(-1) ?? '')?.[1] ?? ''
    const folder = mkdtempSync(join(tmpdir(), 'image-'))
    chmodSync(folder, 0o755)
    execFileSync('sh', ['-c', made.replaceAll(/(?=\/(?:data|backup))/g, folder)])
    const write = (uid: number, gid: number) =>
      ['data', 'backup'].map(
        (name) => spawnSync('mkdir', [join(folder, name, `by-${uid}-${gid}`)], { uid, gid, stdio: 'ignore' }).status,
      )
    expect([write(1000, 1000), write(1_000_730_000, 0), write(1001, 1001)]).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
    ])
    rmSync(folder, { recursive: true })
  })

  it('starts the site with the flags of npm start', () => {
    const image = builds.at(-1) ?? ''
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]') as string[]
    expect(scripts.start).toBe(`${command.join(' ')} --build-if-stale`)
    expect(command).toEqual(['node', ...siteProgram])
    expect(image).toMatch(/^ENV .*\bMALLOC_ARENA_MAX=2$/m)
  })
})

describe('a script of package.json', () => {
  it.each(Object.entries(scripts))(
    '%s runs programs in any shell: by their names, with plain arguments',
    (_, script) => {
      for (const [program = '', ...args] of script.split(' && ').map((command) => command.split(' '))) {
        expect(program === 'node' || existsSync(`node_modules/.bin/${program}`), program).toBe(true)
        for (const argument of args) expect(argument).toMatch(/^[\w./=-]+$/)
      }
    },
  )
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
    templating: { list: { name: string; type: string; datasource?: object }[] }
    panels: { datasource: object; targets: { expr: string; legendFormat?: string }[] }[]
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

  it('of the dashboard ask the chosen data source, for the chosen instances', () => {
    expect(dashboard.templating.list.map(({ name, type }) => [name, type])).toEqual([
      ['datasource', 'datasource'],
      ['instance', 'query'],
    ])
    const chosen = { type: 'prometheus', uid: `\${datasource}` }
    expect(dashboard.templating.list[1]?.datasource).toEqual(chosen)
    for (const { datasource } of dashboard.panels) expect(datasource).toEqual(chosen)
    for (const { expr } of targets)
      expect(expr.replaceAll(/\w+\{[^}]*instance=~"\$instance"[^}]*\}/g, ''), expr).not.toMatch(/madang_|[{]/)
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
