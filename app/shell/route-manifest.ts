type RouteManifest = {
  version: string
  routes: Record<string, { module: string; css?: string[] } | undefined>
}

/** The framework's list of this build's routes with their files; undefined before its script has set it. */
export function getRouteManifest(): RouteManifest | undefined {
  return (window as { __reactRouterManifest?: RouteManifest }).__reactRouterManifest
}
