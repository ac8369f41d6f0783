import { SettingError } from './setting-error.server'

/** Reserves file descriptors (RLIMIT_NOFILE) for the site and its store or upstream. Clients share the rest. */

/** The number of files that PGlite keeps open. If it opens more, it closes those that it has not used for longest. */
export const storeFiles = 192
export const upstreamSockets = 512
/** Files for Node.js, the log, Redis, pictures, and new connections accepted before others are closed. */
const ownFiles = 64
/** Each connection takes about 15 kB of memory. */
const maxConnections = 10_000
const minConnections = 64

/** Returns the limit on open files, or Infinity if there is none or it is unknown. */
export function readOpenFilesLimit(): number {
  // Without this option, the diagnostic report would look up the host names of all peers.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = report.userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/** Returns how many connections the site may have open. @throws SettingError if the limit is too low */
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
