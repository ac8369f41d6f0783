import { existsSync } from 'node:fs'

/** Whether the system has sh, file modes, symbolic links for every user, and SIGTERM that a program may handle. */
export const isPosix = process.platform !== 'win32'

/** Whether the system shows in /proc what a process uses, as Linux does. */
export const hasProc = existsSync('/proc/self/status')
