import type { CallName, RefusalOf } from '~/upstream/contract'
import references from './calls.json'

/** What the reference says about a call, in addition to the contract's row and its fields. */
type CallReference<S extends CallName> = { about: string; site: string; cost: string } & ([RefusalOf<S>] extends [never]
  ? { refusals?: undefined }
  : { refusals: Readonly<Record<RefusalOf<S>, string>> })

/** The reference of every call. The compiler finds a call or refusal that is missing, and a test one too many. */
export const callReferences: { readonly [S in CallName]: CallReference<S> } = references
