import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** The routes whose pages visitors open, and what is around every page. A page that is missing here lacks its styles. */
const visitorRoutes = /[\\/]app[\\/](?:root\.|home[\\/]|pages[\\/]|account[\\/](?:login|register))/
/** Parts of those pages that members alone see. What only they use comes with the members' style sheet. */
const memberParts =
  /[\\/]app[\\/](?:shell[\\/](?:member-|play-limits|reality-check|logout-link)|home[\\/](?:latest-notices|movements)|cashier[\\/]tracker)/

/**
 * The name of the style sheet and of the shared script that a module goes into: `site` is on every page, `members` on
 * members' pages. Both are split by the same rule, but that styles of `memberParts` are no visitor's.
 */
function nameFile(id: string, graph: ModuleGraph): 'site' | 'members' {
  const seen = new Set<string>()
  const isStyle = id.endsWith('.css')
  let isForMembers = false
  const isForVisitors = (current: string): boolean => {
    if (seen.has(current)) return false
    seen.add(current)
    const found = graph.getModuleInfo(current)
    if (isStyle && memberParts.test(current)) {
      isForMembers = true
      return false
    }
    if (found?.isEntry && visitorRoutes.test(current)) return true
    isForMembers ||= Boolean(found?.isEntry)
    return (found?.importers ?? []).some(isForVisitors)
  }
  // What only code loaded later uses, such as the dialog, has no route: its styles are there before it shows.
  return isForVisitors(id) || !isForMembers ? 'site' : 'members'
}

/**
 * Puts what many pages load into few files instead of thirty small ones: the framework, which stays in the browser's
 * cache across releases, and the site code that at least three chunks share, for all pages and for members' pages. Other
 * code stays in its pages' chunks.
 */
const codeSplitting = {
  groups: [
    { name: nameFile, test: /\.css\.ts\.vanilla\.css$/, priority: 3 },
    { name: 'framework', test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
    // A group takes what its modules import along, so the site's comes first.
    { name: only('site'), test: /[\\/]app[\\/]/, minShareCount: 3, priority: 1 },
    {
      name: only('members'),
      test: /[\\/]app[\\/](api|artwork|components|http|i18n|lobby|paths|shell|ui|upstream)[\\/]/,
      minShareCount: 3,
    },
  ],
}

function only(name: ReturnType<typeof nameFile>) {
  return (id: string, graph: ModuleGraph) => (nameFile(id, graph) === name ? name : null)
}

/** The beginning of the name of the sheet that a route's chunk names. */
const sheetOfRoute: Readonly<Record<string, string>> = { root: 'assets/site-', 'members-only': 'assets/members-' }

/**
 * Leaves the site's sheet to the root route alone and the members' to the layout of their pages. A page has them by then;
 * scripts loaded later would add them again, after the sheets that override them. The server's own copies of the sheets,
 * which no page names, are left out.
 */
const eachSheetOnce: Plugin = {
  name: 'each-sheet-once',
  enforce: 'post',
  apply: 'build',
  generateBundle(_options, bundle) {
    const isServer = this.environment.name === 'ssr'
    const sheets = Object.keys(bundle).filter((name) => name.endsWith('.css'))
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      const own = isServer ? undefined : sheetOfRoute[file.name]
      file.viteMetadata?.importedCss.clear()
      for (const sheet of sheets) if (own && sheet.startsWith(own)) file.viteMetadata?.importedCss.add(sheet)
    }
    if (isServer) for (const sheet of sheets) delete bundle[sheet]
  },
}

const consonants = 'bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ'
const styleFiles = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css.ts'))
  .map((name) => `app/${name.replaceAll('\\', '/')}`)
  .sort()
const numbersByFile = new Map<string, Map<string, number>>()

/**
 * A short class name: letters for the file, a number for the class in it. The hashes it stands for make the sheets 5 %
 * larger and a page 3 %. Without vowels it is none of the words that ad blockers hide.
 */
function nameClass({ hash, filePath }: { hash: string; filePath: string }): string {
  const file = styleFiles.indexOf(filePath)
  if (file < 0) throw new Error(`${filePath} is not among the style files of app`)
  const numbers = numbersByFile.get(filePath) ?? new Map<string, number>()
  numbersByFile.set(filePath, numbers)
  const number = numbers.get(hash) ?? numbers.size
  numbers.set(hash, number)
  const first = file < consonants.length ? '' : consonants[Math.floor(file / consonants.length) - 1]
  return `${first}${consonants[file % consonants.length]}${number}`
}

/**
 * The react-router package exports its development build for every condition but React Server Components. The site's
 * build uses the production one and bundles it, so that pages and the front door share one copy of its contexts.
 */
const productionRouter = [
  { find: /^react-router$/, replacement: routerFile('index.mjs') },
  { find: /^react-router\/dom$/, replacement: routerFile('dom-export.mjs') },
]

function routerFile(name: string): string {
  return fileURLToPath(new URL(`node_modules/react-router/dist/production/${name}`, import.meta.url))
}

export default defineConfig(({ command }) => ({
  resolve: { tsconfigPaths: true, ...(command === 'build' ? { alias: productionRouter } : {}) },
  // Bundled with its dependencies: Node would find other versions of them beside the build.
  ...(command === 'build'
    ? { ssr: { noExternal: ['react-router', 'cookie', 'set-cookie-parser', '@vanilla-extract/recipes'] } }
    : {}),
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  optimizeDeps: { include: ['@radix-ui/react-dialog'] },
  plugins: [vanillaExtractPlugin(command === 'build' ? { identifiers: nameClass } : {}), reactRouter(), eachSheetOnce],
}))
