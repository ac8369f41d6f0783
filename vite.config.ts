import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vite'

/**
 * The files that scripts are put into: the framework, which stays in the browser's cache across releases, and the site
 * code that at least four chunks share. docs/decisions/013-few-script-files.md has what each number of chunks costs.
 */
const codeSplitting = {
  groups: [
    { name: 'framework', test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 1 },
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

/** What `npm run dev` does without. */
const forBuild = {
  resolve: { tsconfigPaths: true, alias: productionRouter },
  // Bundled with its dependencies: Node would find other versions of them beside the build.
  ssr: { noExternal: ['react-router', 'cookie', 'set-cookie-parser', '@vanilla-extract/recipes'] },
}

export default defineConfig(({ command }) => ({
  resolve: { tsconfigPaths: true },
  // One style sheet, which the root route names: docs/decisions/032-one-style-sheet.md.
  build: { cssCodeSplit: false },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  optimizeDeps: { include: ['@radix-ui/react-dialog'] },
  plugins: [vanillaExtractPlugin(), reactRouter()],
  ...(command === 'build' ? forBuild : {}),
}))
