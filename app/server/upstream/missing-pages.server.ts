import { href } from 'react-router'
import { isMissing } from '~/upstream/client/call-support.server'
import type { CallName } from '~/upstream/contract'

/** The pages that a list of the upstream fills, and its call. */
const listByPage = {
  [href('/notice')]: 'get-user-notices',
  [href('/note')]: 'get-user-note',
  [href('/help')]: 'get-help-list',
} as const satisfies Record<string, CallName>

/** The calls behind links of the frame. */
export const pageLists = Object.values(listByPage)

/** Where else the frame leads, and the call that it is there for. Whether the upstream has it is seen where the log-in asks. */
const callByPage = { ...listByPage, [href('/forgot')]: 'ask-password-reset' } as const

/** The paths of pages that have nothing to show, because the upstream lacks their call. Nothing leads there. */
export function missingPages(): string[] {
  return Object.entries(callByPage).flatMap(([path, callName]) => (isMissing(callName) ? [path] : []))
}
