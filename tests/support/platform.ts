import { existsSync } from 'node:fs'

/** Whether the system has sh, file modes, symbolic links for all users, and SIGTERM handlers. */
export const isPosix = process.platform !== 'win32'

/** Whether /proc shows the resources of processes, as on Linux. */
export const hasProc = existsSync('/proc/self/status')
