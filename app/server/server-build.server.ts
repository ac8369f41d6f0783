import type { ServerBuild } from 'react-router'

type OwnBuild = Pick<ServerBuild, 'routes' | 'assetsBuildDirectory' | 'publicPath'>

let current: OwnBuild | undefined

/** Stores the server build. The build itself calls this (vite.config.ts), as importing it would be circular. @public */
export function setServerBuild(build: OwnBuild): void {
  current = build
}

export function serverBuild(): OwnBuild {
  if (!current) throw new Error('the server build is not loaded')
  return current
}
