import type { ServerBuild } from 'react-router'

type OwnBuild = Pick<ServerBuild, 'routes' | 'assetsBuildDirectory' | 'publicPath'>

let current: OwnBuild | undefined

/** Stores the server build. Called by the build itself (vite.config.ts) to avoid a circular import. @public */
export function setServerBuild(build: OwnBuild): void {
  current = build
}

export function serverBuild(): OwnBuild {
  if (!current) throw new Error('the server build is not loaded')
  return current
}
