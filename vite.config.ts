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

/** The modules of a visitor's home page. Nearly every first visit loads them and their static imports. */
const firstVisit = /[\\/]app[\\/](?:entry\.client|root|shell[\\/]page-layout|features[\\/]home[\\/]home)\.tsx/
const firstVisitModules = new Map<string, boolean>()

/** Whether the first visit loads a module. Excludes modules that are only imported dynamically. */
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
 * The script bundles: the framework (cached by browsers across releases), the modules of the first visit, and other
 * site code that at least four chunks share. The cost of each is in docs/decisions/037-first-visit.md.
 */
const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'framework', test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
    // Excludes the entry, which must not run before the modules of the page.
    {
      name: (id, context) => (isOfFirstVisit(id, context) ? 'first' : null),
      test: /[\\/]app[\\/](?!entry\.client)/,
      priority: 1,
    },
    { name: 'site', test: /[\\/]app[\\/]/, minShareCount: 4 },
  ],
}

/**
 * The react-router package exports its development build under every condition except React Server Components. Bundles
 * the production build instead, so that pages and the HTTP server share one copy of its contexts.
 */
const productionRouter = [
  { find: /^react-router$/, replacement: productionFile('index.mjs') },
  { find: /^react-router\/dom$/, replacement: productionFile('dom-export.mjs') },
]

function productionFile(name: string): string {
  return fileURLToPath(new URL(`../production/${name}`, import.meta.resolve('react-router')))
}

/**
 * The two-letter prefix of the class names in each style file. The letters are capitals, because vanilla-extract
 * replaces class names in selectors, and would find a lower-case name such as `ena` in `:enabled`.
 */
const styleFiles = new Map(
  readdirSync(fileURLToPath(new URL('app', import.meta.url)), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css.ts'))
    .sort()
    .map((path, index) => [join('app', path), (10 * 36 + index).toString(36).toUpperCase()]),
)
const styleNames = new Map<string, string>()

/**
 * Names a class or property by its file's letters and its number in that file, which makes the style sheet 5 % smaller.
 * Each file is read twice, for the server and for browsers, so names are cached by hash.
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

/** Names a class in `npm run dev` after its file. Adding the style's name would require Babel to parse each file. */
function nameStyleInDevelopment({ hash, filePath }: { hash: string; filePath: string }): string {
  return `${basename(filePath, '.css.ts')}_${hash}`
}

/** Options that `npm run dev` does not need. */
const forBuild = {
  resolve: { tsconfigPaths: true, alias: productionRouter },
  // Bundling reduces the files read at startup from 612 to 153 and pins the versions of dependencies. Excludes packages
  // that need files of their own or that only some settings load.
  ssr: {
    noExternal: true as const,
    external: [
      ...['@electric-sql/pglite', '@node-rs/argon2', 'sharp', 'ioredis', 'pg', 'undici'],
      ...Object.keys(packageJson.dependencies).filter((name) => name.startsWith('@opentelemetry/')),
    ],
  },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
}

/** Passes the server build to the site, which must not import it. See app/server/middleware/route.server.ts. */
const handOverBuild: Plugin = {
  name: 'hand-over-build',
  transform(code, id) {
    if (id !== '\0virtual:react-router/server-build') return
    const taker = JSON.stringify(`${projectRoot}app/server/middleware/route.server.ts`)
    return `${code}
import { setServerBuild } from ${taker}
setServerBuild({ routes, assetsBuildDirectory, publicPath })`
  },
}

/** Prevents a page reload if a saved style file exports the same names, because only its style sheet has changed. */
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
 * Keeps contexts when their modules are evaluated again. A new React context would remove the page below it. With a new
 * router context, a request could set one context and read the other.
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

/** Sorts the declarations in each rule, which makes the compressed style sheet 2 % smaller. */
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

/** On the first start, creates the store in another process while this one loads the first page's modules. */
const firstStore: Plugin = {
  name: 'first-store',
  apply: 'serve',
  configureServer() {
    const { DATABASE_URL, UPSTREAM_URL, DATA_DIR } = process.env
    if (DATABASE_URL || UPSTREAM_URL || existsSync(join(DATA_DIR || 'data', 'house'))) return
    const program = ['--liftoff-only', '--wasm-lazy-validation', 'bin/build/create-store.mjs']
    // If this fails, the site creates the store itself, which takes longer.
    creation = promisify(execFile)(process.execPath, program).catch(() => undefined)
  },
  async load(id) {
    if (id.endsWith('/app/embedded/store/pglite.server.ts')) await creation
    return null
  },
}

/** Options for `npm run dev`: the same address as `npm start`, and settings that keep pages from loading twice. */
function forDevelopment(): UserConfig {
  // Delays the optimization of the embedded store's functions, as in bin/start.mjs.
  setFlagsFromString('--wasm-tiering-budget=20000000')
  return {
    // Packages for the browser. If Vite discovered a new one during a page load, it would reload the page.
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
  // The root route links the only style sheet. The server uses the manifest to preload scripts.
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
