import type { MoneyAnswer } from './money-answer'

/** The URL of a money screen with the typed amount and method in its query, so that a redirect does not lose them. */
export function hrefWithTyped(path: string, { balance = '', idx = '' }: Record<string, string>): string {
  const query = new URLSearchParams({ ...(balance && { balance }), ...(idx && { idx }) }).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Reads the query written by `hrefWithTyped`, as the state of a form that is shown again. */
export function readTypedFromQuery(search: URLSearchParams): MoneyAnswer {
  const readParam = (name: string) => /^[^\p{Cc}\p{Cs}]{0,128}$/u.exec(search.get(name) ?? '')?.[0] ?? ''
  return { typed: { balance: readParam('balance'), idx: readParam('idx') }, fields: {} }
}
