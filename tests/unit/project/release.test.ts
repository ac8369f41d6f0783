import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const { version } = readJson('package.json') as { version: string }

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
