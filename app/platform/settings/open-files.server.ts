import { SettingError } from './setting-error.server'

/**
 * How the files that the process may have open (RLIMIT_NOFILE, `ulimit -n`) are shared out. Connections get what is left
 * by the others: without a free file no connection is accepted, no upstream called and no store's file opened.
 */

/** The files that PGlite's store keeps open: PostgreSQL closes the least used of them beyond. */
export const storeFiles = 192
/** Sockets to a real upstream. */
export const upstreamSockets = 512
/** The files of Node, the log, Redis, pictures, and of connections that are accepted before others are closed. */
const ownFiles = 64
/** About 15 kB of memory each. */
const maxConnections = 10_000
/** Fewer are no site. */
const minConnections = 64

/**
 * The process's limit of open files; Infinity where there is none or the system does not say. Node raises the soft limit
 * to the hard one when it starts.
 */
export function readOpenFilesLimit(): number {
  // Without this a report looks up the names of all peers.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = report.userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/**
 * How many connections the site may have open at once.
 *
 * @param upstreamFiles files and sockets of its upstream: `storeFiles`, `upstreamSockets`, or DATABASE_POOL.
 * @throws SettingError when the limit of open files is too low.
 */
export function maxConnectionsWithin(openFilesLimit: number, upstreamFiles: number): number {
  const reserved = ownFiles + upstreamFiles
  if (openFilesLimit < reserved + minConnections) {
    throw new SettingError(
      `The hard limit of open files is ${openFilesLimit}, and the site needs ${reserved + minConnections} or more: raise ` +
        'it (ulimit -Hn in the shell, LimitNOFILE= in systemd, --ulimit nofile= of the container).',
    )
  }
  return Math.min(maxConnections, openFilesLimit - reserved)
}
