import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { canRun, installFromDebian } from '../../bin/install/debian.mjs'
import { installNode } from '../../bin/install/node-lines.mjs'
import { npmCommand } from '../../bin/install/npm.mjs'

/** The certificate authorities, which may include those of a private network. */
const authorities = 'etc/ssl/certs/ca-certificates.crt'
/** Packages that Node.js needs on a minimal Debian, and pg_dump, which compose.yaml gets from PostgreSQL's image. */
const basePackages = ['ca-certificates', 'libatomic1', 'libstdc++6', 'postgresql-client']
const needed = ['podman', 'runc', 'debootstrap']

/** Podman with a separate image store and a locally built base image, so that no image registry is needed. */
export type ContainerEngine = {
  /** The base image: Debian with Node.js 26, npm and PostgreSQL's programs. */
  base: string
  /** Runs a Podman command. @returns its output. @throws Error with its output if it fails */
  run(...args: string[]): string
  /** Like `run`, but asynchronous, because this process may have connections to a container. */
  runBeside(...args: string[]): Promise<string>
  /** Options that `podman run` needs on this machine. */
  runOptions: readonly string[]
  buildOptions: readonly string[]
  /** Stops all containers and deletes the engine's files. */
  remove(): void
}

/** Sets up Podman. @returns the engine, or a one-line reason why containers can't run here */
export function startContainerEngine(): ContainerEngine | string {
  const isDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (!isDebian) return 'only root on Debian can make a base image'
  const missing = needed.filter((name) => !canRun(name))
  if (missing.length > 0 && !installFromDebian(missing, () => {})) return `there is no ${missing.join(', ')}`

  // Image layers use overlay mounts, which an in-memory file system may not support.
  const folder = mkdtempSync('/var/tmp/madang-containers-')
  const place = [`--root=${folder}/images`, `--runroot=${folder}/run`]
  const options = { encoding: 'utf8', env: { ...process.env, TMPDIR: folder }, maxBuffer: 256 * 1024 * 1024 } as const
  const podman = (args: readonly string[]) => spawnSync('podman', [...place, ...args], options)
  const runBeside = async (...args: string[]) =>
    (await promisify(execFile)('podman', [...place, ...args], options)).stdout.trim()
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = podman(args)
    if (status !== 0) throw new Error(`podman ${args.join(' ')}\n${stdout}${stderr}`)
    return stdout.trim()
  }
  const remove = () => {
    podman(['rm', '--force', '--all', '--time=0'])
    podman(['volume', 'rm', '--force', '--all'])
    podman(['rmi', '--force', '--all'])
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const base = 'localhost/madang-base:test'
    makeBase(folder, (archive) => run('import', archive, base))
    // A sandbox may have no container network and may forbid raising limits.
    const attempts = [
      [],
      ['--network=host', '--runtime=runc', '--ulimit=nofile=20000:20000', '--ulimit=nproc=4096:4096'],
    ]
    const results = attempts.map((options) => ({
      options,
      ...podman(['run', '--rm', '--read-only', '--memory=128m', ...options, base, 'node', '--version']),
    }))
    const works = results.find(({ status }) => status === 0)
    if (works) {
      const { options: runOptions } = works
      const isolated = ['--isolation=chroot', ...runOptions.filter((option) => !option.startsWith('--runtime'))]
      const buildOptions = ['--format=docker', ...(runOptions.length > 0 ? isolated : [])]
      return { base, run, runBeside, remove, runOptions, buildOptions }
    }
    remove()
    return `podman starts no container: ${results.at(-1)?.stderr.trim().split('\n').at(-1)}`
  } catch (error) {
    remove()
    throw error
  }
}

/** Builds the base image from this machine's Debian mirror, with Node.js and npm from the npm registry. */
function makeBase(folder: string, importImage: (archive: string) => void): void {
  const root = join(folder, 'base')
  const [, release = ''] = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? []
  const targets = ['indextargets', '--format', '$(REPO_URI) $(RELEASE)', 'Identifier: Packages']
  const mirrors = execFileSync('apt-get', targets, { encoding: 'utf8' }).split('\n')
  const [mirror = ''] = mirrors.find((line) => line.endsWith(` ${release}`))?.split(' ') ?? []
  const options = ['--variant=minbase', `--include=${basePackages.join(',')}`]
  execFileSync('debootstrap', [...options, release, root, mirror], { stdio: 'pipe', maxBuffer: 64 * 1024 * 1024 })

  cpSync(join(installNode('26', folder), 'node'), join(root, 'usr/local/bin/node'))
  const prefix = join(root, 'usr/local/lib')
  const [npm, ...install] = npmCommand('install', '--no-audit', '--no-fund', '--prefix', prefix, 'npm@11')
  execFileSync(npm, install, { stdio: 'pipe' })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  cpSync(join('/', authorities), join(root, authorities))
  mkdirSync(join(root, 'usr/local/etc'), { recursive: true })
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  writeFileSync(join(root, 'usr/local/etc/npmrc'), `cafile=/${authorities}\nregistry=${registry}\n`)

  const archive = join(folder, 'base.tar')
  const exclusions = ['--exclude=./var/cache/apt/*', '--exclude=./var/lib/apt/lists/*']
  execFileSync('tar', ['-c', '-f', archive, '-C', root, ...exclusions, '.'])
  rmSync(root, { recursive: true, force: true })
  importImage(archive)
  rmSync(archive)
}
