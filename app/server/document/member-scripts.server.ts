import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { config } from '~/platform/settings/config.server'
import { serverBuild } from '../server-build.server'

/** Names of the modules that a browser imports for a member's page beside those of its route (app/navigation/member-part.tsx). */
const memberModule = /\/member-[^/]+\.ts$/

/** Vite's manifest of the build: the file of each module that begins one, and the modules whose files it imports. */
const manifestSchema = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).default([]) }))

let scripts: Promise<readonly string[]> | undefined

/**
 * Addresses of the scripts of what only members see, to preload: a browser would ask for them only once the page's own
 * scripts run. None from the development server.
 */
export function memberScripts(): Promise<readonly string[]> {
  scripts ??= config.production ? readScripts() : Promise.resolve([])
  return scripts
}

async function readScripts(): Promise<string[]> {
  const { assetsBuildDirectory, publicPath } = serverBuild()
  const text = readFileSync(join(assetsBuildDirectory, '.vite', 'manifest.json'), 'utf8')
  const manifest = manifestSchema.parse(JSON.parse(text))
  const names = new Set(Object.keys(manifest).filter((name) => memberModule.test(name)))
  // A set goes on to what is added to it meanwhile.
  for (const name of names) for (const imported of manifest[name]?.imports ?? []) names.add(imported)
  return [...names].flatMap((name) => manifest[name]?.file ?? []).map((file) => publicPath + file)
}
