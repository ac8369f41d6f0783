import { href } from 'react-router'
import { isMissing } from '~/upstream/call-support.server'
import type { CallName } from '~/upstream/contract'

/** The pages that a list of the upstream fills, and its call. */
const listByPage = {
  [href('/notice')]: 'get-user-notices',
  [href('/note')]: 'get-user-note',
  [href('/help')]: 'get-help-list',
} as const satisfies Record<string, CallName>

/** The calls behind links of the frame. */
export const pageLists = Object.values(listByPage)

/** The paths of pages that have nothing to show, because the upstream lacks their list. Nothing leads there. */
export function missingPages(): string[] {
  return Object.entries(listByPage).flatMap(([path, callName]) => (isMissing(callName) ? [path] : []))
}
