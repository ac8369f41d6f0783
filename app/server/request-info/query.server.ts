import { z } from 'zod'
import { isLocale } from '~/i18n/locale'
import { pathOnSite } from '~/values/addresses'
import { inquirySubjects } from '~/values/status'

/** A name, code, id or amount. Invalid values become U+FFFD, which matches nothing. */
const word = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}]{0,128}$/u)
  .optional()
  .catch('\ufffd')
/** Free text, validated where it is used. */
const typed = z
  .string()
  .transform((text) => text.toWellFormed())
  .optional()
/** The picks of a bet slip, validated one by one where they are used. */
const picks = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}]{0,4000}$/u)
  .optional()
  .catch(undefined)
const flag = z
  .string()
  .optional()
  .transform((value) => value !== undefined)

const subject = z.enum(inquirySubjects).optional().catch(undefined)
const words = z.array(z.string().max(128)).catch([])

/** Every query parameter of pages, back-office screens and resource routes. */
const querySchema = z.object({
  lng: z.string().refine(isLocale).optional().catch(undefined),
  next: z.unknown().transform(pathOnSite),
  ...{ id: word, code: word, company: word, kind: word, at: word, page: word, kept: word, with: word, on: word },
  ...{ q: typed, picks, view: word, motif: word, rail: word, sort: word },
  ...{ tab: word, range: word, from: typed, to: typed, preview: flag },
  ...{ ask: word, break: word, exclude: word, cancel: word, balance: word, idx: word, left: word },
  ...{ strict: word, template: word, unread: flag, write: flag, subject, dialog: flag, cookies: flag },
  ...{ form: word, back: typed, search: typed, state: word, by: word, member: word, format: word },
  ...{ edit: flag, otherwise: flag, none: flag, all: flag, show: flag, column: words, tick: words },
  ...{ done: word, since: z.iso.datetime().optional().catch(undefined) },
})

export type Query = z.output<typeof querySchema>

const names = Object.keys(querySchema.shape)

/** Reads a URL's query. If a parameter is repeated, the first value counts, except for lists. */
export function readQuery(url: URL | string): Query {
  const { searchParams } = new URL(url)
  const given = (name: string) =>
    querySchema.shape[name as keyof Query] === words ? searchParams.getAll(name) : (searchParams.get(name) ?? undefined)
  return querySchema.parse(Object.fromEntries(names.map((name) => [name, given(name)])))
}

/** Creates a function that finds an item by an id from a form or URL, even if the upstream's ids are numbers. */
function findBy<Name extends string>(name: Name) {
  return <Item extends { [name in Name]?: string | number | undefined }>(
    items: readonly Item[],
    text: string | null | undefined,
  ): Item | undefined => (text ? items.find((item) => String(item[name] ?? '') === text) : undefined)
}

export const findByCode = findBy('code')

export const findByIdx = findBy('idx')

export const findById = findBy('_id')

export const findListed = findBy('id')
