import { SettingError } from './setting-error.server'

/** Reserves file descriptors (RLIMIT_NOFILE) for the site and its store or upstream. Clients get the rest. */

/** The number of files that PGlite keeps open. At the limit, it closes the least recently used file. */
export const storeFiles = 192
export const upstreamSockets = 512
/** Files for Node.js, the log, Redis, pictures, and new connections that are accepted before others are closed. */
const ownFiles = 64
/** Each connection takes about 15 kB of memory. */
const maxConnections = 10_000
const minConnections = 64

/** Returns the limit on open files, or Infinity if it is unlimited or unknown. */
export function readOpenFilesLimit(): number {
  // Without this, the diagnostic report would look up the host names of all peers.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = report.userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/** Returns the maximum number of open connections. @throws SettingError if the limit is too low */
export function maxConnectionsWithin(openFilesLimit: number, upstreamFiles: number): number {
  const reserved = ownFiles + upstreamFiles
  if (openFilesLimit < reserved + minConnections) {
    throw new SettingError(
      'Open files',
      `the hard limit is ${openFilesLimit}, and the site needs ${reserved + minConnections} or more`,
      'raise it (ulimit -Hn in the shell, LimitNOFILE= in systemd, --ulimit nofile= of the container)',
    )
  }
  return Math.min(maxConnections, openFilesLimit - reserved)
}
