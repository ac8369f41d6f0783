import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // One immutable file contains the whole route table. Otherwise, each link that comes into view would send a request.
  routeDiscovery: { mode: 'initial' },
  // The site checks origins itself (app/server/middleware/origin-check.server.ts). The framework's check compares the
  // Origin with request.url, which is always http behind a TLS proxy, and it skips resource routes.
  allowedActionOrigins: ['**'],
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config
