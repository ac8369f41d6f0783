import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // Puts the whole route table into one immutable file. Otherwise, each link that comes into view would send a request.
  routeDiscovery: { mode: 'initial' },
  // The site checks origins itself (app/server/middleware/origin-check.server.ts). The framework's check skips resource
  // routes, and compares Origin with request.url, which is always http behind a TLS proxy.
  allowedActionOrigins: ['**'],
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config
