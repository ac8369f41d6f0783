import { z } from 'zod'
import { createNumberFormatter } from '~/i18n/formats'
import { day, freeText } from '~/upstream/contract/fields/values'
import { cleanCode, cleanName } from '~/values/typed-text'
import { each } from './definition'

export const rowId = z
  .union([z.int().min(1), z.string().regex(/^\d{1,15}$/, 'a number')], 'a number')
  .transform((value) => BigInt(value))
export const member = z
  .string('the id of a member')
  .transform((id) => cleanCode(id).toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9_]{1,64}$/, 'the id of a member'))
/** Returns the digits of a searched phone or bank number, such as +82 10-1234-5678. Other text stays as it is. */
export const searchedDigits = (search: string) => search.replace(/^\+82[ -]?0?/, '0').replace(/[ ().-]/g, '')
/** The tag of members whose payments staff can't approve. Only `hold` and `lift-hold` change it. */
export const holdTag = 'hold'
export const members = z
  .union([z.literal('all'), z.array(member).min(1).max(500)], "'all' or a list of 1 to 500 members")
  .refine((to) => to === 'all' || !to.includes('all'), "'all' or members, not both")
export const tag = z
  .string('a word')
  .transform((word) => cleanName(word).toLowerCase())
  .pipe(z.string().regex(/^[\p{L}\p{N}_-]{1,32}$/u, '1 to 32 letters, digits, - or _'))
export const tags = z.array(tag.refine((word) => word !== holdTag, 'a tag other than hold')).max(20, '20 or less')
export const code = z.string().regex(/^[\w.-]{1,64}$/, 'a code')
export const paging = { page: z.int().min(1).max(1_000_000).default(1), size: z.int().min(1).max(1_000).default(50) }
/** A part of a name, as names are compared. */
export const part = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}]{1,64}$/u, '1 to 64 characters')
  .transform((text) => text.normalize('NFKC').toLowerCase())
  .optional()
export const ids = z.array(rowId).max(50).optional()
export const order = z.enum(['oldest', 'newest']).optional()
export const dateRange = { from: day.optional(), to: day.optional() }
export const ofMember = member.optional()
const inEnglish = createNumberFormatter('en')
export const textUpTo = (maxLength: number) =>
  freeText(maxLength, {
    empty: 'some text',
    long: `${inEnglish(maxLength)} characters at most`,
    unreadable: 'text without invisible characters',
  })
/** Placeholders that are filled in for each member who gets a note. */
export const ofRecipient = /\{\{(member|nickname)\}\}/g
const textsWith = (filledIn: RegExp | string, rule: string) => {
  const isFilled = (text: string) => !/\{\{[^{}]*\}\}/.test(text.replace(filledIn, ''))
  return { title: textUpTo(100).refine(isFilled, rule), contents: textUpTo(10_000).refine(isFilled, rule) }
}
/** Texts for members, in which no placeholder may be left. */
export const texts = textsWith('', 'no placeholders')
export const noteTexts = textsWith(ofRecipient, 'placeholders of notes')
export const reason = textUpTo(500).optional()

export const lineUpTo = (maxLength: number) => textUpTo(maxLength).refine((text) => !/[\n\t]/.test(text), 'one line')
export const accountToPay = z.strictObject(each(lineUpTo(60), 'bank', 'number', 'holder'))
