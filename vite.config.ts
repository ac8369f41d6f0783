import { reactRouter } from '@react-router/dev/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vite'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  // One style sheet for the whole site: a page never waits for a second one, and the browser keeps it for good.
  build: { cssCodeSplit: false },
  optimizeDeps: { include: ['@radix-ui/react-dialog', 'i18next'] },
  plugins: [vanillaExtractPlugin(), reactRouter()],
})
