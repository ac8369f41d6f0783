import type { MoneyAnswer } from './answer'

/** A money screen with an amount and a method in its form: a redirect would lose them. */
export function addressWithTyped(path: string, { balance = '', idx = '' }: Record<string, string>): string {
  const kept = new URLSearchParams({ ...(balance && { balance }), ...(idx && { idx }) }).toString()
  return kept === '' ? path : `${path}?${kept}`
}

/** What `addressWithTyped` kept, as a form that is shown again. */
export function typedInAddress(search: URLSearchParams): MoneyAnswer {
  const shown = (name: string) => /^[^\p{Cc}\p{Cs}]{0,128}$/u.exec(search.get(name) ?? '')?.[0] ?? ''
  return { typed: { balance: shown('balance'), idx: shown('idx') }, fields: {} }
}
