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

export default defineConfig({
  resolve: { tsconfigPaths: true },
  // One style sheet for the whole site: a page never waits for a second one, and the browser keeps it for good.
  build: { cssCodeSplit: false },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  optimizeDeps: { include: ['@radix-ui/react-dialog', 'i18next'] },
  plugins: [vanillaExtractPlugin(), reactRouter()],
})
