import type { FormState } from '~/forms/form-state'
import type { AccountRequest } from '../deposit/account-request.server'
import type { LookupResult } from '../tracking/look-up'

/** The action result of a money screen: the form again, or `unknown` when it is not known whether money moved. */
export type MoneyResult = FormState & {
  /** `reference`: the request id, which a member can give to the help desk. */
  unknown?: { reference: string; lookup: LookupResult }
  /** Whether the page may be older than the result: the upstream refused the form by what it knows, or may have taken it. */
  isOutdated?: boolean
  /** The request for the deposit account that was sent before this one. */
  account?: AccountRequest | undefined
}
