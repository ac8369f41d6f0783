import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { renderLicences } from '../../../bin/licences.mjs'

type Locked = {
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  deprecated?: string
  hasInstallScript?: boolean
  resolved?: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optional?: boolean
  optionalDependencies?: Record<string, string>
}

const wanted = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
const locked = Object.entries(packages).filter(([path]) => path !== '')

const platforms = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
  { os: 'darwin', cpu: 'x64', libc: undefined },
  { os: 'darwin', cpu: 'arm64', libc: undefined },
  { os: 'win32', cpu: 'x64', libc: undefined },
]
type Platform = (typeof platforms)[number]

const fits = ({ os, cpu, libc }: Locked, on: Platform): boolean =>
  os?.includes(on.os) === true && cpu?.includes(on.cpu) === true && (libc === undefined || libc.includes(on.libc ?? ''))

/** Licences that only require their own text to be included. */
const free = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense']

/** A shared library under the LGPL, which the site links dynamically. Why: docs/decisions/025-upstream-pictures.md. */
const sharedLibrary = /^node_modules\/@img\/sharp-[\w-]+$/

describe('a dependency', () => {
  it('has a documented reason', () => {
    const reasons = readFileSync('docs/dependencies.md', 'utf8')
    const rows = [...reasons.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) => names.split(', '))
    const named = rows.filter((name) => name !== 'package' && !name.startsWith('-'))
    expect(named.sort()).toEqual([...Object.keys(wanted.dependencies), ...Object.keys(wanted.devDependencies)].sort())
  })

  it('is pinned to an exact version if it is used at run time, and locked by digest', () => {
    expect(Object.values(wanted.dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
    // The registry may differ between machines, but the digest must not.
    expect(locked.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
  })

  it('is not deprecated', () => {
    expect(locked.filter(([, { deprecated }]) => deprecated).map(([path]) => path)).toEqual([])
  })

  it('runs no install script', () => {
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
    const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
    expect(scripted).toEqual(['node_modules/esbuild'])
  })

  it.each(platforms)('is locked for $os on $cpu $libc if it is compiled', (platform) => {
    const compiled = locked.filter(([, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).some((name) => packages[`node_modules/${name}`]?.cpu),
    )
    expect(compiled.length).toBeGreaterThan(5)
    const missing = compiled.filter(([, { os, optionalDependencies = {} }]) => {
      // Platform-specific parts of a compiled package support only their platform.
      if (os) return false
      const builds = Object.keys(optionalDependencies).map((name) => packages[`node_modules/${name}`])
      return !builds.some((build) => build !== undefined && fits(build, platform))
    })
    expect(missing.map(([path]) => path)).toEqual([])
  })

  it('has a permitted licence, and is in the list of licences', () => {
    const running = locked.filter(([, { dev }]) => !dev)
    const bound = running.filter(([, { license }]) => !free.includes(license ?? ''))
    expect(bound.filter(([path]) => !sharedLibrary.test(path)).map(([path]) => path)).toEqual([])
    const lesser = new Set(bound.flatMap(([, { license = '' }]) => license.split(' AND ')))
    expect([...lesser].filter((licence) => !free.includes(licence))).toEqual(['LGPL-3.0-or-later'])
    expect(readFileSync('LICENCES.md', 'utf8'), 'run: node bin/licences.mjs').toBe(renderLicences())
  })
})
