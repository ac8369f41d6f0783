import type { ServerBuild } from 'react-router'

type OwnBuild = Pick<ServerBuild, 'routes' | 'assetsBuildDirectory' | 'publicPath'>

let current: OwnBuild | undefined

/**
 * Takes the server build, of which this module is part. The build calls it (vite.config.ts): a module that imported the build
 * would be in a circle with it, and a request during a reload in development would find half of its routes.
 *
 * @public
 */
export function setServerBuild(build: OwnBuild): void {
  current = build
}

/** Returns the server build. @throws Error before it is loaded */
export function serverBuild(): OwnBuild {
  if (!current) throw new Error('the server build is not loaded')
  return current
}
