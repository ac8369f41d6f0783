import type { MoneyAnswer } from './answer'

/** The URL of a money screen with the typed amount and method in its query, so that a redirect does not lose them. */
export function addressWithTyped(path: string, { balance = '', idx = '' }: Record<string, string>): string {
  const kept = new URLSearchParams({ ...(balance && { balance }), ...(idx && { idx }) }).toString()
  return kept === '' ? path : `${path}?${kept}`
}

/** Reads the query written by `addressWithTyped`, as the state of a form that is shown again. */
export function typedInAddress(search: URLSearchParams): MoneyAnswer {
  const shown = (name: string) => /^[^\p{Cc}\p{Cs}]{0,128}$/u.exec(search.get(name) ?? '')?.[0] ?? ''
  return { typed: { balance: shown('balance'), idx: shown('idx') }, fields: {} }
}
