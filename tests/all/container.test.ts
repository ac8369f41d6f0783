import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../../bin/free-port.mjs'
import { createTemporaryPostgres } from '../../bin/install/postgres.mjs'
import { startContainerEngine } from '../support/container-engine'
import { hasRedis } from '../support/redis'
import { formatSeconds, reportFigure } from '../support/report-figure'

/** The image in a real container engine, and compose.yaml with PostgreSQL and Redis outside containers. */

type Service = {
  environment: Record<string, string | number>
  secrets: string[]
  volumes: string[]
  command: string[]
  cap_drop: string[]
  security_opt: string[]
  mem_limit: string
  read_only?: boolean
  user?: string
}

const began = performance.now()
const engine = startContainerEngine()
if (typeof engine === 'string') reportFigure(`containers: not run, ${engine}`)
else reportFigure(`containers: base image in ${formatSeconds(performance.now() - began)}`)

describe.skipIf(typeof engine === 'string')('a container of the image', () => {
  if (typeof engine === 'string') return
  const { base, run, runBeside, runOptions, buildOptions } = engine
  const image = 'localhost/madang:test'
  const folder = mkdtempSync(join(tmpdir(), 'madang-container-'))

  beforeAll(() => {
    const beganBuild = performance.now()
    run('build', ...buildOptions, `--build-arg=NODE_IMAGE=${base}`, `--tag=${image}`, '.')
    const [bytes = 0, ofBase = 0] = [image, base].map((name) =>
      Number(run('image', 'inspect', '--format={{.Size}}', name)),
    )
    const megabytes = Math.round((bytes - ofBase) / 1e6)
    reportFigure(
      `containers: image built in ${formatSeconds(performance.now() - beganBuild)}, ${megabytes} MB above its base`,
    )
    expect(megabytes).toBeLessThan(200)
  }, 1_200_000)
  afterAll(() => {
    engine.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const inspect = (name: string, field: string) => run('inspect', `--format={{.${field}}}`, name)
  const waitUntilUp = (origin: string) =>
    vi.waitUntil(
      () =>
        fetch(`${origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 120_000, interval: 20 },
    )

  it('has a label with its base image, and a list of its packages', () => {
    const label = '{{index .Config.Labels "org.opencontainers.image.base.name"}}'
    expect(run('image', 'inspect', `--format=${label}`, image)).toBe(base)
    const { bomFormat, components } = JSON.parse(run('run', '--rm', ...runOptions, image, 'cat', 'sbom.cdx.json'))
    const names = (components as { name: string }[]).map(({ name }) => name)
    expect([bomFormat, names.includes('react-router'), names.includes('vitest')]).toEqual(['CycloneDX', true, false])
  })

  it('runs unprivileged on a read-only root within its memory limit, and loses no request when stopped', async () => {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const limits = [
      ...['--read-only', '--read-only-tmpfs=false'],
      '--mount=type=tmpfs,destination=/data,chown=true',
      '--memory=768m',
      '--cap-drop=all',
      '--security-opt=no-new-privileges',
    ]
    const env = [`--env=PORT=${port}`, '--env=HOST=127.0.0.1']
    const name = 'madang-alone'
    const started = performance.now()
    run('run', '--detach', `--name=${name}`, ...runOptions, ...limits, ...env, image)
    await waitUntilUp(origin)
    expect(await (await fetch(origin)).text()).toContain('<main')
    const firstPageMs = performance.now() - started
    expect(run('exec', name, 'id', '-u')).toBe('1000')
    expect(() => run('exec', name, 'touch', '/site/written')).toThrow(/Read-only file system/)
    expect(
      run(
        'exec',
        name,
        ...JSON.parse(
          /^HEALTHCHECK[^[]*(\[.*\])$/m.exec(readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' '))?.[1] ?? '[]',
        ),
      ),
    ).toBe('')

    const results: (number | string)[] = []
    const agent = new Agent({ keepAlive: true, maxSockets: 20 })
    const ask = (path: string) =>
      new Promise<number | string>((resolve) => {
        const asked = get(`${origin}${path}`, { agent }, (response) => {
          response.resume()
          response.on('end', () => resolve(response.complete ? (response.statusCode ?? 0) : 'cut off'))
          response.on('error', () => resolve('cut off'))
        })
        // The closed listener may refuse a new connection, but the site must finish requests on reused ones.
        asked.on('error', (error) => resolve(asked.reusedSocket ? error.message : 'refused'))
      })
    const clients = Array.from({ length: 20 }, async (_, index) => {
      for (;;) {
        const result = await ask(index % 2 === 0 ? '/' : '/login')
        results.push(result)
        if (typeof result === 'string') return
      }
    })
    await expect.poll(() => results.length, { interval: 20 }).toBeGreaterThan(200)
    const memory = readFileSync(`/proc/${inspect(name, 'State.Pid')}/status`, 'utf8')
    const stopping = performance.now()
    await runBeside('kill', '--signal=TERM', name)
    expect(await runBeside('wait', name)).toBe('0')
    const drainMs = performance.now() - stopping
    await Promise.all(clients)
    agent.destroy()
    expect(new Set(results.filter((result) => result !== 'refused'))).toEqual(new Set([200]))
    expect(inspect(name, 'State.OOMKilled')).toBe('false')
    const megabytes = Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(memory)?.[1]) / 1e3)
    reportFigure(
      `containers: first page ${formatSeconds(firstPageMs)} after the start, ${megabytes} MB at most, ` +
        `drained in ${(drainMs / 1e3).toFixed(2)} s under load, ${results.filter((result) => result === 200).length} responses, 0 lost`,
    )
    expect(drainMs).toBeLessThan(10_000)
  })

  it.skipIf(!hasRedis)(
    'runs as configured in compose.yaml with PostgreSQL and Redis, and its services back it up and audit it',
    async () => {
      const { services } = parse(readFileSync('compose.yaml', 'utf8')) as { services: Record<string, Service> }
      cpSync('bin/compose-secrets.sh', join(folder, 'bin/compose-secrets.sh'))
      execFileSync('bash', [join(folder, 'bin/compose-secrets.sh')])
      const secretFile = (name: string) => join(folder, 'secrets', name)
      const readSecret = (name: string) => readFileSync(secretFile(name), 'utf8')
      const [port, redisPort] = [await freePort(), await freePort()]
      const postgres = await createTemporaryPostgres(() => {})
      await postgres.start()
      execFileSync('psql', [postgres.url, '--quiet', '--command=create database madang'])
      // In Compose, services find each other by name; here they share the machine's addresses.
      const moveTo = (name: string, service: string, address: string) =>
        writeFileSync(secretFile(name), readSecret(name).replace(service, address))
      moveTo('database_url', 'database:5432', new URL(postgres.url).host)
      moveTo('redis_url', 'redis:6379', `127.0.0.1:${redisPort}`)
      const commandOf = (name: string) =>
        (services[name]?.command ?? []).map((word) =>
          word.replaceAll('$$', '$').replaceAll('http://site:3000', `http://127.0.0.1:${port}`),
        )
      const redisFolder = join(folder, 'redis')
      mkdirSync(redisFolder)
      const redisCommand = commandOf('redis').map((word) =>
        word
          .replaceAll('/run/secrets', join(folder, 'secrets'))
          .replace('redis-server', `redis-server --port ${redisPort}`),
      )
      const redis = spawn(redisCommand[0] ?? '', redisCommand.slice(1), { cwd: redisFolder, stdio: 'ignore' })

      /** Starts a service in a container as compose.yaml defines it. */
      const up = (name: string, from: string, env: Record<string, string> = {}) => {
        const service = services[name]
        if (!service) throw new Error(`compose.yaml has no service ${name}`)
        const shell: Record<string, string> = { COMPOSE_PROFILES: 'real' }
        const fill = (value: unknown) =>
          `${value}`.replace(/\$\{(\w+):([-+])([^}]*)\}/, (_, set: string, kind: string, text: string) =>
            kind === '+' ? (shell[set] ? text : '') : (shell[set] ?? text),
          )
        const filled = Object.entries(service.environment ?? {}).map(([variable, value]) => [variable, fill(value)])
        const options = [
          ...[...filled, ...Object.entries(env)].map(([variable, value]) => `--env=${variable}=${value}`),
          ...service.secrets.map((secret) => `--volume=${secretFile(secret)}:/run/secrets/${secret}:ro`),
          ...service.volumes.map((volume) => `--volume=${fill(volume).replace(/^\.\//, `${process.cwd()}/`)}`),
          ...service.cap_drop.map((capability) => `--cap-drop=${capability.toLowerCase()}`),
          ...service.security_opt.map((option) => `--security-opt=${option.replace(':true', '')}`),
          `--memory=${service.mem_limit}`,
          ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
          ...(service.user ? [`--user=${service.user}`] : []),
        ]
        run('run', '--detach', `--name=madang-${name}`, ...runOptions, ...options, from, ...commandOf(name))
      }
      try {
        const origin = `http://127.0.0.1:${port}`
        up('site', image, { PORT: `${port}`, HOST: '127.0.0.1' })
        await waitUntilUp(origin)
        const { checks } = (await (await fetch(`${origin}/readyz?strict=1`)).json()) as { checks: object }
        expect(Object.keys(checks)).toContain('redis')

        // The image that has the volume's folder makes it writable, like `depends_on` does.
        run('run', '--rm', ...runOptions, '--volume=backup:/backup', image, 'true')
        up('backup', base)
        const listed = () => run('exec', 'madang-backup', 'ls', '/backup').split('\n')
        await expect.poll(listed, { interval: 100 }).toContain('madang.dump')
        up('audit', image)
        const headers = { Authorization: `Bearer ${readSecret('metrics_token')}` }
        const figures = async () => (await fetch(`${origin}/metrics`, { headers })).text()
        await expect
          .poll(figures, { interval: 200 })
          .toMatch(/^madang_last_audit_timestamp_seconds\{result="in_order"\} [1-9]/m)
        expect(await figures()).toMatch(/^madang_last_backup_timestamp_seconds [1-9]/m)
        const [backup = ''] = listed().filter((file) => file.endsWith('.backup'))
        const rows = run('exec', 'madang-backup', 'pg_restore', '--list', `/backup/${backup}`)
        expect(rows).toMatch(/TABLE DATA public entries /)
        run('stop', '--time=15', 'madang-site')
        expect(inspect('madang-site', 'State.ExitCode')).toBe('0')
        reportFigure(
          'containers: site, backup and audit of compose.yaml in containers; its Prometheus and Grafana were not started',
        )
      } finally {
        run('rm', '--force', '--all', '--time=0')
        redis.kill()
        await postgres.stop()
      }
    },
  )
})
