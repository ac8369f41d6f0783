import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vite'

/**
 * What every page loads, in two files rather than thirty small ones: the framework, which outlives a release in the
 * browser's cache, and the parts of the site that many pages share. What few pages use stays with them.
 */
const codeSplitting = {
  groups: [
    { name: 'framework', test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
    { name: 'site', test: /[\\/]app[\\/](art|http|i18n|lobby|shell|ui|upstream)[\\/]/, minShareCount: 6 },
  ],
}

/**
 * The package names its development build for every condition but React Server Components, in browsers and on Node. The
 * site's build takes the production one, and holds it: pages and the front door share one copy of its contexts.
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
  // With what it brings along: Node would find other versions of these beside the build.
  ...(command === 'build' ? { ssr: { noExternal: ['react-router', 'cookie', 'set-cookie-parser'] } } : {}),
  // One style sheet for the whole site: a page never waits for a second one, and the browser keeps it for good.
  build: { cssCodeSplit: false },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  optimizeDeps: { include: ['@radix-ui/react-dialog', 'i18next'] },
  plugins: [vanillaExtractPlugin(), reactRouter()],
}))
