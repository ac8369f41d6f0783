import type { Provider } from '~/upstream/contract/fields/provider'

/** `closed`: under maintenance. `unready`: the provider has no code. Source: docs/product.md, the lobby. */
export type ProviderState = 'open' | 'closed' | 'unready'

export function providerStateOf({ used, code }: Pick<Provider, 'used' | 'code'>): ProviderState {
  if (used === 'n') return 'closed'
  return code === undefined ? 'unready' : 'open'
}

export const isProviderOpen = (provider: Pick<Provider, 'used' | 'code'>) => providerStateOf(provider) === 'open'

export const isProviderClosed = (provider: Pick<Provider, 'used' | 'code'>) => providerStateOf(provider) === 'closed'
