import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vite'

/**
 * Puts what every page loads into two files instead of thirty small ones: the framework, which stays in the browser's
 * cache across releases, and the site code that at least six chunks share. Other code stays in its pages' chunks.
 */
const codeSplitting = {
  groups: [
    { name: 'framework', test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
    {
      name: 'site',
      test: /[\\/]app[\\/](api|artwork|components|http|i18n|lobby|paths|shell|ui|upstream)[\\/]/,
      minShareCount: 6,
    },
  ],
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
  // One style sheet for the whole site: a page never waits for a second one, and the browser caches it.
  build: { cssCodeSplit: false },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  optimizeDeps: { include: ['@radix-ui/react-dialog'] },
  plugins: [vanillaExtractPlugin(), reactRouter()],
}))
