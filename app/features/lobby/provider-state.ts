import type { Provider } from '~/upstream/contract/fields/provider'

/** `closed`: under maintenance. `unready`: the upstream gave no code to open it by. Source: docs/product.md, the lobby. */
export type ProviderState = 'open' | 'closed' | 'unready'

/** Whether a provider can be opened. */
export function providerStateOf({ used, code }: Pick<Provider, 'used' | 'code'>): ProviderState {
  if (used === 'n') return 'closed'
  return code === undefined ? 'unready' : 'open'
}

/** Whether a provider can be opened now. */
export const isProviderOpen = (provider: Pick<Provider, 'used' | 'code'>) => providerStateOf(provider) === 'open'

/** Whether a provider is under maintenance. */
export const isProviderClosed = (provider: Pick<Provider, 'used' | 'code'>) => providerStateOf(provider) === 'closed'
