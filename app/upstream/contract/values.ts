import { z } from 'zod'

/** Whole won: an integer from 0 to 2^53-1. Source: docs/product.md, amounts. */
export type Won = number

/** An id of the upstream's: a string or a number, sent back as it came. */
export const foreignId = z.union([z.string().min(1).max(128), z.int()])
export type ForeignId = z.output<typeof foreignId>

/**
 * An amount as a payload carries it: a JSON integer or a string of ASCII digits, up to 2^53-1. What is neither
 * counts as 0, so that the rules built on it answer with their own message.
 */
export const amount = z.unknown().transform((value): Won => {
  const parsed = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof parsed === 'number' && Number.isSafeInteger(parsed) && parsed >= 0 ? parsed : 0
})

/** A one-time request token, minted with each money form. Source: docs/product.md, request codes. */
export const requestCode = z.string('code.malformed').regex(/^[A-Za-z0-9_-]{8,64}$/, 'code.malformed')

/** A code of a provider or a game. */
export const playCode = z.union([
  z
    .string()
    .min(1)
    .max(64)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u),
  z.int(),
])
export type PlayCode = z.output<typeof playCode>

/** Text that a member writes: no control characters but line ends and tabs, no lone surrogates, trimmed. */
export function writtenText(most: number, wrong: { empty: string; long: string }) {
  return (
    z
      .string(wrong.empty)
      .refine((text) => text.isWellFormed(), 'field.unreadable')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
      .refine((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text), 'field.unreadable')
      .transform((text) => text.replace(/\r\n?/g, '\n').trim())
      .pipe(z.string().min(1, wrong.empty).max(most, wrong.long))
  )
}

/**
 * A number in an answer: numeric strings count, a value that came and is not numeric is 0, one that did not come
 * stays undefined (shown as –). Source: docs/product.md, display rules.
 */
export const shownNumber = z
  .unknown()
  .transform((value): number | undefined => {
    if (value === undefined || value === null) return undefined
    const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : 0
  })
  .optional()

/** Words in an answer: a string, or a number written out; undefined when it did not come. */
export const shownText = z
  .unknown()
  .transform((value): string | undefined =>
    typeof value === 'string' ? value.toWellFormed() : typeof value === 'number' ? String(value) : undefined,
  )
  .optional()

/** A date in an answer, ISO 8601 in UTC; what is missing or broken is the empty string (shown as -). */
export const shownDate = z
  .unknown()
  .transform((value): string => (typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : ''))
  .optional()
  .default('')

/** A mark that is on or off: true, "y", 1 and "true" are on; undefined when it did not come. */
export const shownMark = z
  .unknown()
  .transform((value): boolean | undefined =>
    value === undefined || value === null
      ? undefined
      : value === true || value === 1 || value === 'y' || value === 'Y' || value === '1' || value === 'true',
  )
  .optional()

/** A calendar day, YYYY-MM-DD, in Asia/Seoul. */
export const day = z.iso.date()

/** A provider, or a casino or sport entry. `used` n: under maintenance, can't be opened. No `code`: shown, not opened. */
export const entry = z.object({
  code: playCode.optional(),
  nameKo: shownText,
  nameEn: shownText,
  used: z
    .unknown()
    .transform((value): 'y' | 'n' => (value === 'n' || value === 'N' || value === false ? 'n' : 'y'))
    .optional()
    .default('y'),
  img: shownText,
})
export type Entry = z.output<typeof entry>

export const game = z.object({
  code: playCode.optional(),
  company: playCode.optional(),
  nameKo: shownText,
  nameEn: shownText,
  img: shownText,
})
export type Game = z.output<typeof game>

/** A way to pay; min, max and fee in won. */
export const payment = z.object({
  idx: foreignId,
  name: shownText,
  min: shownNumber,
  max: shownNumber,
  fee: shownNumber,
})
export type Payment = z.output<typeof payment>

const loose = z.record(z.string(), z.unknown())

/** The member as the upstream knows them. Two fields have a second spelling on the wire. */
export const user = z.preprocess(
  (raw) => {
    const known = loose.safeParse(raw)
    if (!known.success) return raw
    const { bankOwner, bankowner, banknum, banknumber } = known.data
    return { ...known.data, bankOwner: bankOwner ?? bankowner, banknum: banknum ?? banknumber }
  },
  z.object({
    userId: z.string().min(1).max(64),
    nick: shownText,
    phone: shownText,
    rolling: shownNumber,
    balance: shownNumber,
    in_balance: shownNumber,
    bankname: shownText,
    bankOwner: shownText,
    banknum: shownText,
    level: shownNumber,
    noteCount: shownNumber,
    helpCount: shownNumber,
  }),
)
export type User = z.output<typeof user>

/** An amount to deposit: above 0 (msg2007), at least 10,000 (msg2008), a multiple of 10,000 (msg2009), in that order. */
export const depositAmount = amount.superRefine((won, context) => {
  const wrong = won <= 0 ? 'msg2007' : won < 10_000 ? 'msg2008' : won % 10_000 !== 0 ? 'msg2009' : undefined
  if (wrong) context.addIssue({ code: 'custom', message: wrong })
})

/** An amount to withdraw: a multiple of 10,000 (msg2013), at least 10,000 (msg2014), in that order. */
export const withdrawalAmount = amount.superRefine((won, context) => {
  const wrong = won % 10_000 !== 0 ? 'msg2013' : won < 10_000 ? 'msg2014' : undefined
  if (wrong) context.addIssue({ code: 'custom', message: wrong })
})

/** Comp money to exchange, 1 point at least. */
export const points = amount.superRefine((won, context) => {
  if (won < 1) context.addIssue({ code: 'custom', message: 'comp.points.least' })
})

/** Rules of a registration, field by field; each message is a key of locales/. Source: docs/product.md, registration. */
export const registration = {
  id: z
    .string('register.id.rule')
    .transform((id) => id.trim().toLowerCase())
    .pipe(z.string().regex(/^[a-z][a-z0-9_]{3,19}$/, 'register.id.rule')),
  pw: z
    .string('register.pw.rule')
    .refine((pw) => pw.isWellFormed() && !pw.includes('\u0000'), 'register.pw.rule')
    .min(8, 'register.pw.rule')
    .max(64, 'register.pw.rule'),
  nick: z
    .string('register.nick.rule')
    .transform((nick) => nick.normalize('NFKC').trim())
    .pipe(z.string().regex(/^[\p{L}\p{N}\p{M}]{2,16}$/u, 'register.nick.rule')),
  phone: z
    .string('register.phone.rule')
    .transform((phone) => phone.replace(/[-\s]/g, ''))
    .pipe(z.string().regex(/^01\d{8,9}$/, 'register.phone.rule')),
  bankname: z
    .string('register.bankname.rule')
    .min(1, 'register.bankname.rule')
    .max(40, 'register.bankname.rule')
    .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), 'register.bankname.rule'),
  banknumber: z
    .string('register.banknumber.rule')
    .transform((number) => number.replace(/[-\s]/g, ''))
    .pipe(z.string().regex(/^\d{6,20}$/, 'register.banknumber.rule')),
  bankowner: z
    .string('register.bankowner.rule')
    .transform((owner) => owner.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(2, 'register.bankowner.rule')
        .max(40, 'register.bankowner.rule')
        .refine((owner) => owner.isWellFormed() && !/[\p{Cc}<>]/u.test(owner), 'register.bankowner.rule'),
    ),
  exchange_pw: z.string('register.exchangePw.rule').regex(/^\d{4,12}$/, 'register.exchangePw.rule'),
  code: z
    .string('register.code.rule')
    .transform((code) => code.trim().toUpperCase())
    .pipe(z.string().regex(/^[A-Z0-9]{1,32}$/, 'register.code.rule')),
}
