import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { reactRouter } from '@react-router/dev/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { cssDeclarationSorter } from 'css-declaration-sorter'
import postcss from 'postcss'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import packageJson from './package.json' with { type: 'json' }

const projectRoot = fileURLToPath(new URL('.', import.meta.url))

/** The modules of a visitor's home: what they import, directly or not, is what nearly every first visit loads. */
const firstVisit = /[\\/]app[\\/](?:entry\.client|root|shell[\\/]page-layout|features[\\/]home[\\/]home)\.tsx/
const firstVisitModules = new Map<string, boolean>()

/** Whether the first visit loads a module; what is imported dynamically, it does not. */
function isOfFirstVisit(id: string, context: Rolldown.ChunkingContext): boolean {
  const isKnown = firstVisitModules.get(id)
  if (isKnown !== undefined) return isKnown
  firstVisitModules.set(id, false)
  const importers = context.getModuleInfo(id)?.importers ?? []
  const isFirst = firstVisit.test(id) || importers.some((importer) => isOfFirstVisit(importer, context))
  firstVisitModules.set(id, isFirst)
  return isFirst
}

/**
 * The files that scripts are put into: the framework, which stays in the browser's cache across releases, what the first
 * visit loads, and other code of the site that at least four chunks share. docs/decisions/037-first-visit.md has what
 * each costs.
 */
const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'framework', test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
    // Without the entry, which must not run before the page's modules.
    {
      name: (id, context) => (isOfFirstVisit(id, context) ? 'first' : null),
      test: /[\\/]app[\\/](?!entry\.client)/,
      priority: 1,
    },
    { name: 'site', test: /[\\/]app[\\/]/, minShareCount: 4 },
  ],
}

/**
 * The react-router package exports its development build for every condition but React Server Components. The site's
 * build uses the production one and bundles it, so that pages and the front door share one copy of its contexts.
 */
const productionRouter = [
  { find: /^react-router$/, replacement: productionFile('index.mjs') },
  { find: /^react-router\/dom$/, replacement: productionFile('dom-export.mjs') },
]

function productionFile(name: string): string {
  return fileURLToPath(new URL(`../production/${name}`, import.meta.resolve('react-router')))
}

/**
 * Each style file's two letters, which begin the names of its classes. Capitals, because vanilla-extract looks for the names of
 * classes in selectors, where words are lower case: `ena` would be found in `:enabled`.
 */
const styleFiles = new Map(
  readdirSync(fileURLToPath(new URL('app', import.meta.url)), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css.ts'))
    .sort()
    .map((path, index) => [join('app', path), (10 * 36 + index).toString(36).toUpperCase()]),
)
const styleNames = new Map<string, string>()

/**
 * Names a class or property of a build by its file's letters and its number in it: of the sheet, which every visitor loads,
 * this saves a twentieth. The file is read once for the server and once for browsers; a name goes with the hash.
 */
function nameStyle({ hash, filePath }: { hash: string; filePath: string }): string {
  const known = styleNames.get(hash)
  if (known !== undefined) return known
  const letters = styleFiles.get(filePath)
  if (letters === undefined) throw new Error(`${filePath} is no style file of app`)
  const count = [...styleNames.values()].filter((name) => name.startsWith(letters)).length
  const name = `${letters}${count.toString(36)}`
  styleNames.set(hash, name)
  return name
}

/** Names a class of `npm run dev` by its file; to know the style's own name too, Babel would parse each file. */
function nameStyleInDevelopment({ hash, filePath }: { hash: string; filePath: string }): string {
  return `${basename(filePath, '.css.ts')}_${hash}`
}

/** What `npm run dev` does without. */
const forBuild = {
  resolve: { tsconfigPaths: true, alias: productionRouter },
  // A start reads 153 files instead of 612. Not bundled: what has files of its own, and what is
  // loaded when a setting asks for it. In a bundle nothing finds other versions of its dependencies beside it either.
  ssr: {
    noExternal: true as const,
    external: [
      ...['@electric-sql/pglite', '@node-rs/argon2', 'sharp', 'ioredis', 'pg', 'undici'],
      ...Object.keys(packageJson.dependencies).filter((name) => name.startsWith('@opentelemetry/')),
    ],
  },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
}

/** Hands the server build to the site, which must not import it: app/server/server-build.server.ts. */
const handOverBuild: Plugin = {
  name: 'hand-over-build',
  transform(code, id) {
    if (id !== '\0virtual:react-router/server-build') return
    const taker = JSON.stringify(`${projectRoot}app/server/server-build.server.ts`)
    return `${code}
import { setServerBuild } from ${taker}
setServerBuild({ routes, assetsBuildDirectory, publicPath })`
  },
}

/** Keeps the page when a style file is saved that gives out the same names: only its sheet has changed. */
const styleUpdates: Plugin = {
  name: 'style-updates',
  apply: 'serve',
  enforce: 'post',
  transform(code, id) {
    if (this.environment.name !== 'client' || !id.endsWith('.css.ts')) return
    const names = JSON.stringify(createHash('sha256').update(code).digest('hex'))
    return `${code}
import.meta.hot.accept((next) => next?.__names === __names || import.meta.hot.invalidate())
export const __names = ${names}`
  },
}

/**
 * Keeps a context whose module is evaluated again: another one of React would take the page below it away, and a request
 * that comes while the server loads its modules again would set one of the router's and look for another.
 */
const lastingContexts: Plugin = {
  name: 'lasting-contexts',
  apply: 'serve',
  enforce: 'post',
  transform(code) {
    if (!code.includes('createContext(')) return
    return code.replace(/const (\w+Context) = (?=createContext\()/g, 'const $1 = import.meta.hot.data.$1 ??= ')
  },
}

/** Orders the declarations of the sheet's rules, which makes it 2 % smaller on the wire. */
const sortedDeclarations: Plugin = {
  name: 'sorted-declarations',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
      const sorter = cssDeclarationSorter({ order: 'smacss', keepOverrides: true })
      file.source = (await postcss([sorter]).process(file.source.toString(), { from: undefined })).css
    }
  },
}

let creation: Promise<unknown> | undefined

/** Creates the store of a first start in a process of its own, while this one loads the first page's modules. */
const firstStore: Plugin = {
  name: 'first-store',
  apply: 'serve',
  configureServer() {
    const { DATABASE_URL, UPSTREAM_URL, DATA_DIR } = process.env
    if (DATABASE_URL || UPSTREAM_URL || existsSync(join(DATA_DIR || 'data', 'house'))) return
    const program = ['--liftoff-only', '--wasm-lazy-validation', 'bin/build/create-store.mjs']
    // If it fails, the site creates the store itself, which takes longer.
    creation = promisify(execFile)(process.execPath, program).catch(() => undefined)
  },
  async load(id) {
    if (id.endsWith('/app/embedded/store/pglite.server.ts')) await creation
    return null
  },
}

/** What `npm run dev` adds: the address that `npm start` has too, and what keeps a page from loading twice. */
function forDevelopment(): UserConfig {
  // As in bin/start.mjs: the embedded store's functions are optimized late.
  setFlagsFromString('--wasm-tiering-budget=20000000')
  return {
    // The browser's packages; found while pages load, each new one would load the page again.
    optimizeDeps: {
      include: ['@radix-ui/react-dialog', '@vanilla-extract/recipes/createRuntimeFn'],
      noDiscovery: true,
    },
    server: {
      host: process.env.HOST?.trim() || undefined,
      port: Number(process.env.PORT?.trim() || 3000),
      strictPort: true,
      watch: { ignored: ['build', 'data', 'docs', 'test-results', 'tests'].map((name) => `${projectRoot}${name}/**`) },
    },
  }
}

export default defineConfig(({ command }) => ({
  resolve: { tsconfigPaths: true },
  // One style sheet, which the root route names. The server preloads by the manifest.
  build: { cssCodeSplit: false, manifest: true },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  plugins: [
    vanillaExtractPlugin({ identifiers: command === 'build' ? nameStyle : nameStyleInDevelopment }),
    reactRouter(),
    handOverBuild,
    lastingContexts,
    styleUpdates,
    firstStore,
    sortedDeclarations,
  ],
  ...(command === 'build' ? forBuild : forDevelopment()),
}))
