import { z } from 'zod'
import { isLocale } from '~/i18n/locale'
import { pathOnSite } from '~/values/addresses'

/** A name, code, id or amount. Text that none of them can be becomes a sign that no name has. */
const word = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}]{0,128}$/u)
  .optional()
  .catch('\ufffd')
/** What a person typed, whose reader says what is wrong with it. */
const typed = z
  .string()
  .transform((text) => text.toWellFormed())
  .optional()
/** It is enough that it is there. */
const flag = z
  .string()
  .optional()
  .transform((value) => value !== undefined)

/** Every query parameter that a page or resource route reads. */
const querySchema = z.object({
  lng: z.string().refine(isLocale).optional().catch(undefined),
  next: z.unknown().transform(pathOnSite),
  ...{ id: word, code: word, company: word, kind: word, at: word, page: word, kept: word, with: word, on: word },
  ...{ q: typed, view: word, motif: word, rail: word, sort: word },
  ...{ tab: word, range: word, from: typed, to: typed },
  ...{ ask: word, break: word, exclude: word, limit: word, balance: word, idx: word },
  ...{ strict: word, unread: flag, write: flag, dialog: flag, cookies: flag },
})

/** The query of a page's address: text by name. A missing parameter is undefined. */
export type Query = z.output<typeof querySchema>

const names = Object.keys(querySchema.shape)

/** Reads the query of an address. Of a parameter sent twice the first value counts. */
export function readQuery(url: URL | string): Query {
  const { searchParams } = new URL(url)
  return querySchema.parse(Object.fromEntries(names.map((name) => [name, searchParams.get(name) ?? undefined])))
}
