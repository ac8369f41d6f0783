import { existsSync } from 'node:fs'

/** Whether the system has sh, file modes, symbolic links for all users, and a SIGTERM that programs can handle. */
export const isPosix = process.platform !== 'win32'

/** Whether /proc shows what a process uses, as on Linux. */
export const hasProc = existsSync('/proc/self/status')
