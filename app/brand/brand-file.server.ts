import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { fileErrorReason, SettingError } from '~/config/setting-error.server'
import { locales } from '~/i18n/locale'

/** The names of the documents that a brand writes: /terms, /privacy and /safer-play. */
export const documentNames = ['terms', 'privacy', 'safer-play'] as const
export type DocumentName = (typeof documentNames)[number]

function text(maxCharacters: number) {
  const words = `must be one line of 1 to ${maxCharacters} characters`
  return z
    .string(words)
    .trim()
    .min(1, words)
    .max(maxCharacters, words)
    .regex(/^\P{Cc}*$/u, words)
}

const perLocale = <Value extends z.ZodType>(value: Value) => z.partialRecord(z.enum(locales), value)

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #3fb68b')
  .transform((hex) => hex.toLowerCase())
const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an address that starts with https://' })
const phone = z.string().regex(/^\+?[0-9][0-9 ()-]{1,28}[0-9]$/, 'must be a telephone number such as 1588-0000')
const fileName = (extensions: string) =>
  z
    .string()
    .regex(
      new RegExp(`\\.(?:${extensions})$`, 'i'),
      `must name a file that ends in .${extensions.replaceAll('|', ' or .')}`,
    )
const namesInLocales = (maxCharacters: number) =>
  perLocale(text(maxCharacters)).refine(
    (names) => names.en !== undefined || locales.every((locale) => names[locale] !== undefined),
    'must have an English one (en), which stands in for languages without their own',
  )

const helpLine = z
  .strictObject({ name: namesInLocales(120), phone: phone.optional(), url: httpsUrl.optional() })
  .refine(({ phone, url }) => phone !== undefined || url !== undefined, 'must have a phone or a url')

const documentFiles = z
  .strictObject({
    version: z.iso.date('must be a date such as 2026-11-01').optional(),
    ...(Object.fromEntries(locales.map((locale) => [locale, fileName('md').optional()])) as Record<
      (typeof locales)[number],
      z.ZodOptional<z.ZodString>
    >),
  })
  .refine(({ version, ...texts }) => version !== undefined || Object.keys(texts).length === 0, {
    path: ['version'],
    message: 'must be given with the texts',
  })

/** The JSON file of a brand. Source: docs/brand.md. */
const brandFileSchema = z.strictObject({
  name: namesInLocales(40).optional(),
  company: text(120).optional(),
  accent: colour.optional(),
  ground: colour.optional(),
  contact: z
    .strictObject({
      phone: phone.optional(),
      mail: z.email('must be a mail address').optional(),
      messenger: httpsUrl.optional(),
    })
    .optional(),
  logo: fileName('svg').optional(),
  mark: fileName('svg').optional(),
  social: fileName('png|jpg|jpeg|webp').optional(),
  help: z.record(z.string().regex(/^[A-Z]{2}$/), z.array(helpLine).max(10)).optional(),
  documents: z
    .strictObject({
      terms: documentFiles.optional(),
      privacy: documentFiles.optional(),
      'safer-play': documentFiles.optional(),
    })
    .optional(),
})

export type BrandFile = z.output<typeof brandFileSchema>

/** A brand file and a way to read the files beside it. */
export type LoadedBrandFile = {
  values: BrandFile
  /** The bytes of a file that a field names. @throws SettingError that names the field. */
  readBeside: (field: string, name: string) => Buffer
}

/**
 * Reads and checks a brand file.
 *
 * @throws SettingError with one line that names the field.
 */
export function readBrandFile(path: string, readFile: (path: string) => Buffer = readFileSync): LoadedBrandFile {
  const absolute = resolve(path)
  const parsed = brandFileSchema.safeParse(parseBrandJson(absolute, readFile))
  if (!parsed.success) throw new SettingError(describeIssue(parsed.error.issues[0]))
  return {
    values: parsed.data,
    readBeside(field, name) {
      try {
        return readFile(resolve(dirname(absolute), name))
      } catch (cause) {
        throw brandError(field, `names a file that can't be read: ${name} (${fileErrorReason(cause)})`)
      }
    },
  }
}

/** An error in a brand file. @param field its path in the file, such as `contact.phone`. */
export function brandError(field: string, problem: string): SettingError {
  return new SettingError(`BRAND: ${field} ${problem}.`)
}

function parseBrandJson(path: string, readFile: (path: string) => Buffer): unknown {
  try {
    return JSON.parse(readFile(path).toString('utf8'))
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new SettingError(`BRAND must name a JSON file: ${cause.message}.`)
    throw new SettingError(`BRAND names a file that can't be read (${fileErrorReason(cause)}).`)
  }
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  const field = issue?.path.join('.') || 'the file'
  if (issue?.code === 'unrecognized_keys')
    return `BRAND: ${field} has the unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}.`
  return brandError(field, issue?.message ?? 'is wrong').message
}
