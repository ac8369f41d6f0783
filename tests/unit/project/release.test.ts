import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { oldSettings } from '~/platform/old-names'
import { settingNames } from '~/platform/settings/settings.server'

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const { version } = readJson('package.json') as { version: string }
const [unreleased = '', latest = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## (?!Unreleased)/m)

describe('the version', () => {
  it('is the same in package.json, the lock file, the Kubernetes bases and overlays', () => {
    const { version: locked, packages } = readJson('package-lock.json')
    const folders = [
      'kubernetes',
      'kubernetes/backup',
      ...readdirSync('deploy/overlays').map((name) => `overlays/${name}`),
    ]
    const tags = folders.map((folder) => {
      const { images } = parse(readFileSync(`deploy/${folder}/kustomization.yaml`, 'utf8'))
      return images.find(({ name }: { name: string }) => name.endsWith('madang')).newTag
    })
    expect(new Set([locked, packages[''].version, ...tags])).toEqual(new Set([version]))
  })
})

describe('the newest release in CHANGELOG.md', () => {
  it('is this version, on a day, with all that its readers look for', () => {
    expect(latest.split('\n')[0]).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`))
    expect([...latest.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      'What members see',
      'What operators must do',
      'Settings',
      'Calls, commands and figures',
      'Migrations',
    ])
  })

  it('names settings that there are, and every migration from its first on', () => {
    const [, settings = '', migrations = ''] = /### Settings\n(.*)### Calls.*### Migrations\n(.*)/s.exec(latest) ?? []
    const added = [...settings.matchAll(/^\| (`.*) \|.*\|$/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
    expect(added.length).toBeGreaterThan(0)
    const names: readonly string[] = [...settingNames, ...Object.values(oldSettings)]
    expect(added.filter((name) => !names.includes(name))).toEqual([])
    const named = [...`${migrations}${unreleased}`.matchAll(/^- `(\d{4}_\w+)`/gm)].map(([, name = '']) => name)
    const shipped = readdirSync('app/embedded/schema').flatMap((file) => /^(\d{4}_\w+)\.sql$/.exec(file)?.[1] ?? [])
    expect(named).toEqual(shipped.filter((name) => name >= (named[0] ?? '')))
  })
})
