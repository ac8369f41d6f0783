import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // One immutable file with the whole route table, instead of a request per link that comes into view.
  routeDiscovery: { mode: 'initial' },
  // The site checks origins itself (app/server/middleware/origin-check.server.ts): the framework's check compares the Origin with
  // request.url, which is always http behind a TLS proxy, and skips resource routes.
  allowedActionOrigins: ['**'],
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config
