import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig, type Plugin } from 'vite'
import { dependencies } from './package.json'

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

/** Leaves out of a browser's words what only the server says: messages of the API, and what crawlers read of pages. */
const browserWords: Plugin = {
  name: 'browser-words',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !/\/\w\w-[\w-]+\.json$/.test(file.fileName)) continue
      const words = Object.entries(JSON.parse(String(file.source)) as Record<string, string>)
      file.source = JSON.stringify(Object.fromEntries(words.filter(([key]) => !/^(?:api|about)\./.test(key))))
    }
  },
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
      ...Object.keys(dependencies).filter((name) => name.startsWith('@opentelemetry/')),
    ],
  },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
}

export default defineConfig(({ command }) => ({
  resolve: { tsconfigPaths: true },
  // One style sheet, which the root route names: docs/decisions/032-one-style-sheet.md.
  build: { cssCodeSplit: false },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  optimizeDeps: { include: ['@radix-ui/react-dialog'] },
  plugins: [vanillaExtractPlugin(), reactRouter(), browserWords],
  ...(command === 'build' ? forBuild : {}),
}))
