import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { createBrand } from '~/brand/brand.server'
import { readBrandFile } from '~/brand/brand-file.server'
import { readConfig } from '~/platform/settings/config.server'
import { secretNames, settingNames } from '~/platform/settings/settings.server'
import { canRun } from '../../bin/install/debian.mjs'
import { secretsOfDeployment } from '../support/deployment-secrets'

const folder = 'deploy/kubernetes'
const readYaml = (name: string) => parse(readFileSync(join(folder, name), 'utf8'))
const known = new Set<string>([...settingNames, ...secretNames.map((name) => `${name}_FILE`)])

describe('the Kubernetes base', () => {
  const yamlBlocks = [...readFileSync('docs/deployment.md', 'utf8').matchAll(/```yaml\n(.*?)```/gs)].map(
    ([, text]) => text,
  )
  const kustomization = readYaml('kustomization.yaml')
  const literals: string[] = kustomization.configMapGenerator[0].literals
  const [deployment, service, ingress] = ['deployment.yaml', 'service.yaml', 'ingress.yaml'].map(readYaml)
  const { metadata: pod, spec: podSpec } = deployment.spec.template
  const [container] = podSpec.containers

  it.each(['.', 'backup', 'backoffice', 'monitoring'])('lists each file of %s', (part) => {
    const { resources, configurations = [] } = readYaml(join(part, 'kustomization.yaml'))
    const files = readdirSync(join(folder, part)).filter(
      (name) => /\.yaml$/.test(name) && name !== 'kustomization.yaml',
    )
    expect([...resources, ...configurations].sort()).toEqual(files.sort())
  })

  // kubectl apply refuses a field that it does not know. That one manifest names what no other has, it does not see.
  it('selects its own pods, ports and objects', () => {
    const policy = readYaml('network-policy.yaml').spec
    for (const { matchLabels } of [
      deployment.spec.selector,
      readYaml('disruption-budget.yaml').spec.selector,
      policy.podSelector,
      { matchLabels: service.spec.selector },
    ])
      expect(pod.labels).toMatchObject(matchLabels)
    const { apiVersion, kind, metadata } = deployment
    expect(readYaml('autoscaler.yaml').spec.scaleTargetRef).toEqual({ apiVersion, kind, name: metadata.name })
    const [port] = container.ports
    expect(policy.ingress[0].ports).toEqual([{ port: port.name }])
    const [door] = service.spec.ports
    expect(door.targetPort).toBe(port.name)
    expect(ingress.spec.rules[0].http.paths[0].backend).toEqual({
      service: { name: service.metadata.name, port: { name: door.name } },
    })
    expect(container.envFrom[0].configMapRef.name).toBe(kustomization.configMapGenerator[0].name)
    expect(container.volumeMounts[0].name).toBe(podSpec.volumes[0].name)
  })

  it('serves the back office on the host that BACKOFFICE_ORIGIN names, by the same Service', () => {
    const [{ literals: backoffice }] = readYaml('backoffice/kustomization.yaml').configMapGenerator
    const { rules, tls } = readYaml('backoffice/ingress.yaml').spec
    expect(backoffice).toEqual(['BACKOFFICE_WEB=on', `BACKOFFICE_ORIGIN=https://${rules[0].host}`])
    expect([tls[0].hosts, rules[0].http]).toEqual([[rules[0].host], ingress.spec.rules[0].http])
  })

  it('runs the image on its port, with its user and its folder, and asks probes that the site answers', () => {
    const image = readFileSync('Dockerfile', 'utf8')
    const [port] = container.ports
    expect(image).toContain(`EXPOSE ${port.containerPort}\n`)
    expect(image).toContain(`VOLUME ${container.volumeMounts[0].mountPath}\n`)
    expect(image).toContain(`USER ${podSpec.securityContext.runAsUser}:${podSpec.securityContext.fsGroup}\n`)
    const routes = readFileSync('app/routes.ts', 'utf8')
    for (const { httpGet } of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
      expect(routes).toContain(`route('${httpGet.path.slice(1)}'`)
      expect(httpGet.port).toBe(port.name)
    }
  })

  it('gives its pods no more rights than their namespace lets in, on files that may not be written', () => {
    expect(readYaml('namespace.yaml').metadata.labels).toEqual({ 'pod-security.kubernetes.io/enforce': 'restricted' })
    expect(podSpec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  it('backs up with a pod of its own that no Service or scrape takes for the site, and with a script that there is', () => {
    const job = readYaml('backup/cron-job.yaml').spec.jobTemplate.spec.template
    expect(job.metadata.labels).not.toMatchObject(service.spec.selector)
    expect(job.metadata.labels).toEqual(readYaml('backup/network-policy.yaml').spec.podSelector.matchLabels)
    expect(job.spec.securityContext).toEqual(podSpec.securityContext)
    const [dump] = job.spec.initContainers
    const [{ image, command, env, volumeMounts }] = job.spec.containers
    for (const podContainer of [dump, ...job.spec.containers])
      expect(podContainer.securityContext).toEqual(container.securityContext)
    expect([dump.image, image]).toEqual(['postgres', container.image])
    expect(command.slice(0, 3)).toEqual(['sh', 'bin/nightly.sh', `http://${service.metadata.name}`])
    expect([volumeMounts[0].mountPath, existsSync(command[1])]).toEqual([command[3], true])
    expect(dump.volumeMounts).toEqual(volumeMounts)
    expect(dump.env[0]).toEqual({ name: 'FILE', value: command[4] })
    expect(job.spec.volumes[0].persistentVolumeClaim.claimName).toBe(readYaml('backup/volume-claim.yaml').metadata.name)
    const names = env.map(({ name }: { name: string }) => name)
    expect(names.filter((name: string) => !known.has(name))).toEqual(['KEEP_DAYS'])
    expect(readFileSync(command[1], 'utf8')).toContain('KEEP_DAYS')
  })

  it('has pods that the PodMonitor finds, under the job by which the alerts go', () => {
    const { spec } = readYaml('monitoring/pod-monitor.yaml')
    expect(pod.labels).toMatchObject(spec.selector.matchLabels)
    expect(pod.labels[spec.jobLabel]).toBe('madang')
    expect(spec.podMetricsEndpoints[0]).toMatchObject({
      port: container.ports[0].name,
      authorization: { credentials: { name: container.envFrom[1].secretRef.name, key: 'METRICS_TOKEN' } },
    })
  })

  it('sets only settings that there are', () => {
    expect(literals.map((literal) => literal.split('=')[0] ?? '').filter((name) => !known.has(name))).toEqual([])
  })

  it('has the labels and the port by which docs/deployment.md lets Prometheus find its pods', () => {
    const { scrape_configs } = parse(yamlBlocks[1] ?? '') as {
      scrape_configs: { job_name: string; relabel_configs: { source_labels: string[]; regex?: string }[] }[]
    }
    const expected: Record<string, string | undefined> = {
      __meta_kubernetes_pod_label_app_kubernetes_io_name: pod.labels['app.kubernetes.io/name'],
      __meta_kubernetes_pod_container_port_name: container.ports[0].name,
    }
    const [config] = scrape_configs
    expect(config?.job_name).toBe('madang')
    const kept = config?.relabel_configs.filter(({ regex }) => regex !== undefined) ?? []
    expect(Object.fromEntries(kept.map(({ source_labels: [label = ''], regex }) => [label, regex]))).toEqual(expected)
  })

  it('gives a pod longer to end than the site takes to drain', () => {
    const ms = (name: string) => Number(literals.find((literal) => literal.startsWith(`${name}=`))?.split('=')[1])
    const drainMs = ms('DRAIN_DELAY_MS') + ms('DRAIN_DEADLINE_MS')
    expect(podSpec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(drainMs)
  })
})

const overlays = readdirSync('deploy/overlays')
type Kustomization = { configMapGenerator?: { literals?: string[] }[] }
const readKustomization = (path: string) => parse(readFileSync(join(path, 'kustomization.yaml'), 'utf8'))
type Named = { name: string }
type Manifest = { kind: string; metadata: { name: string; namespace?: string }; [field: string]: unknown }

/** What kubectl makes of a folder, by kind. */
function build(path: string) {
  const text = execFileSync('kubectl', ['kustomize', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const made = parseAllDocuments(text).map((document) => document.toJS() as Manifest)
  // biome-ignore lint/suspicious/noExplicitAny: each kind has fields of its own.
  return Object.assign((kind: string): any => made.find((manifest) => manifest.kind === kind), { made })
}

describe('docs/scaling.md', () => {
  const scaling = readFileSync('docs/scaling.md', 'utf8')
  const { maxReplicas } = readYaml('autoscaler.yaml').spec

  it('says where the autoscaler ends, and how many processes 5,000 members online need, as the manifest does', () => {
    expect(maxReplicas).toBe(8)
    expect(scaling).toContain('autoscaler ends at eight processes')
    const [, processes = ''] = /^\| 5,000 \|[^|]*\|[^|]*, (\d+) \|/m.exec(scaling) ?? []
    expect(scaling).toContain(`to ${processes} for 5,000 online`)
    expect(readFileSync(join(folder, 'autoscaler.yaml'), 'utf8')).toContain(`5,000 need ${processes}`)
  })
})

describe('an overlay', () => {
  it.each(overlays)('%s sets settings that there are, and is one screen', (name) => {
    const text = readFileSync(`deploy/overlays/${name}/kustomization.yaml`, 'utf8')
    expect(text.split('\n').length).toBeLessThan(45)
    const [{ literals }] = parse(text).configMapGenerator
    const set = (literals as string[]).map((literal) => literal.split('=')[0] ?? '')
    const [, secrets = ''] = /The Secret `madang`.* has ([^:;]*)[:;]/.exec(text.replaceAll(/\s*\n# /g, ' ')) ?? []
    const held: string[] = secrets.match(/[A-Z_]{3,}/g) ?? []
    expect([...set, ...held].filter((setting) => !known.has(setting) && setting !== 'NIGHTLY_TOKEN')).toEqual([])
    expect(held).toEqual(expect.arrayContaining(['SESSION_SECRET', 'REDIS_URL', 'METRICS_TOKEN']))
    const isOwnUpstream = set.includes('UPSTREAM_URL')
    const proxied = (literals as string[]).filter((literal) => /^(COUNTRY_HEADER=cf-|TRUSTED_PROXIES=2$)/.test(literal))
    expect(proxied, 'Cloudflare is a hop of its own').toHaveLength(set.includes('COUNTRY_HEADER') ? 2 : 0)
    expect([isOwnUpstream, !isOwnUpstream]).toEqual([!held.includes('DATABASE_URL'), held.includes('BACKOFFICE_TOKEN')])
  })

  it.each(overlays)(
    '%s starts: its settings are right together, and its brand says what real money asks',
    async (name) => {
      const { configMapGenerator, components } = readKustomization(`deploy/overlays/${name}`)
      const [{ literals }, ...files] = configMapGenerator
      const parts: Kustomization[] = [
        folder,
        ...components.map((path: string) => join('deploy/overlays', name, path)),
      ].map(readKustomization)
      const all = [
        ...parts.flatMap(({ configMapGenerator: made = [] }) => made.flatMap((map) => map.literals ?? [])),
        ...literals,
      ]
      const environment: Record<string, string> = Object.fromEntries(
        all.map((literal: string) => literal.split(/=(.*)/s)),
      )
      const { DATABASE_URL, ...secrets } = secretsOfDeployment
      const config = readConfig({ ...environment, ...secrets, ...(environment.UPSTREAM_URL ? {} : { DATABASE_URL }) })
      expect(config.money).toBe(name === 'staging' ? 'play' : 'real')
      if (config.money === 'play') return
      const site = readYaml('deployment.yaml').spec.template.spec
      const { mountPath } = site.containers[0].volumeMounts.find((mount: Named) => mount.name === 'brand')
      const { configMap } = site.volumes.find((volume: Named) => volume.name === 'brand')
      expect(files).toEqual([
        { name: configMap.name, namespace: 'madang', files: [relative(mountPath, config.brandFile ?? '')] },
      ])
      const brand = await createBrand(readBrandFile(join('deploy/overlays', name, files[0].files[0])))
      expect(brand.funds('en')?.text).toMatch(/\w/)
    },
  )

  describe.skipIf(!canRun('kubectl', ['version', '--client']))('as kubectl builds it', () => {
    it.each(overlays)('%s is a site in one namespace, which reads its secrets by reference', (name) => {
      const find = build(`deploy/overlays/${name}`)
      const [namespace] = find.made.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name)
      const elsewhere = find.made.filter(({ metadata }) => (metadata.namespace ?? namespace) !== namespace)
      expect([namespace?.startsWith('madang'), elsewhere]).toEqual([true, []])
      const [site] = find('Deployment').spec.template.spec.containers
      expect([find('Secret'), site.envFrom[1].secretRef.name]).toEqual([undefined, 'madang'])
      const maps = find.made.filter(({ kind }) => kind === 'ConfigMap') as (Manifest & {
        data: Record<string, string>
      })[]
      const [settings, brand] = [
        maps.find(({ data }) => data.PUBLIC_ORIGIN),
        maps.find(({ data }) => data['brand.json']),
      ]
      expect(site.envFrom[0].configMapRef.name).toBe(settings?.metadata.name)
      expect(site.image).toMatch(/^registry\.example\.com\/madang:\d+\.\d+\.\d+$/)
      const { PUBLIC_ORIGIN, BACKOFFICE_ORIGIN, UPSTREAM_URL, DATABASE_POOL = '10', MONEY } = settings?.data ?? {}
      const hosts = find.made.flatMap(({ kind, spec }) =>
        kind === 'Ingress' ? (spec as { rules: { host: string }[] }).rules.map(({ host }) => `https://${host}`) : [],
      )
      expect(hosts.sort()).toEqual([PUBLIC_ORIGIN, BACKOFFICE_ORIGIN].filter(Boolean).sort())
      // A process asks by one more connection whether a slow server is alive, and a rollout has more processes. Of
      // PostgreSQL's hundred three are for superusers, and the nightly pg_dump takes one.
      const { minReplicas, maxReplicas } = find('HorizontalPodAutoscaler').spec
      const { maxSurge } = find('Deployment').spec.strategy.rollingUpdate
      expect(minReplicas).toBeGreaterThan(1)
      if (UPSTREAM_URL === undefined) expect((maxReplicas + maxSurge) * (Number(DATABASE_POOL) + 1)).toBeLessThan(97)
      const { configMap } = find('Deployment').spec.template.spec.volumes.find(({ name }: Named) => name === 'brand')
      if (MONEY === 'real') expect(configMap.name).toBe(brand?.metadata.name)
      else expect(configMap).toEqual({ name: 'madang-brand', optional: true })
    })

    it('replaces its pods when a secret that it makes itself changes, and the backup reads the same one', () => {
      const home = mkdtempSync(join(tmpdir(), 'madang-overlay-'))
      try {
        cpSync('deploy', join(home, 'deploy'), { recursive: true })
        const overlay = join(home, 'deploy/overlays/embedded-postgresql')
        const [, generator = ''] =
          /```yaml\n(secretGenerator.*?)```/s.exec(readFileSync('docs/deployment.md', 'utf8')) ?? []
        appendFileSync(join(overlay, 'kustomization.yaml'), generator)
        const buildWith = (secret: string) => {
          writeFileSync(join(overlay, 'madang.env'), `SESSION_SECRET=${secret}\n`)
          return build(overlay)
        }
        const find = buildWith('old')
        const secretsOf = (found: typeof find) =>
          found('Deployment').spec.template.spec.containers[0].envFrom[1].secretRef.name
        expect(find('Secret').metadata.name, 'the secret of the pods').toBe(secretsOf(find))
        expect(secretsOf(buildWith('old,new')), 'a changed secret changes the pods').not.toBe(secretsOf(find))
        const { initContainers, containers } = find('CronJob').spec.jobTemplate.spec.template.spec
        const backup = [...initContainers, ...containers]
        const image = find('Deployment').spec.template.spec.containers[0].image
        expect(backup.map((container) => container.image)).toEqual(['postgres:17', image])
        const named = [
          ...backup
            .flatMap(({ env }) => env)
            .flatMap(({ valueFrom }: { valueFrom?: { secretKeyRef: { name: string } } }) =>
              valueFrom ? [valueFrom.secretKeyRef.name] : [],
            ),
          find('PodMonitor').spec.podMetricsEndpoints[0].authorization.credentials.name,
        ]
        expect(named, 'who else reads the secret').toEqual(Array(3).fill(secretsOf(find)))
      } finally {
        rmSync(home, { recursive: true, force: true })
      }
    })
  })
})
