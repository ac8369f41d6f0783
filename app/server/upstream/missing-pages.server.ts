import { href } from 'react-router'
import { isMissing } from '~/upstream/client/call-support.server'
import type { CallName } from '~/upstream/contract'
import { transferPath } from '~/values/addresses'

const listByPage = {
  [href('/notice')]: 'get-user-notices',
  [href('/note')]: 'get-user-note',
  [href('/help')]: 'get-help-list',
} as const satisfies Record<string, CallName>

export const pageLists = Object.values(listByPage)

const callByPage = { ...listByPage, [href('/forgot')]: 'ask-password-reset', [transferPath]: 'transfer-out' } as const

export function missingPages(): string[] {
  return Object.entries(callByPage).flatMap(([path, callName]) => (isMissing(callName) ? [path] : []))
}
