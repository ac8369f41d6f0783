import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { locales } from '~/i18n/locale'
import { fileErrorReason, SettingError } from '~/platform/settings/setting-error.server'
import { readJsonFile } from '~/platform/settings/setting-files.server'
import { pathOnSite } from '~/values/addresses'

export const documentNames = ['terms', 'privacy', 'safer-play', 'accessibility'] as const
export type DocumentName = (typeof documentNames)[number]

function text(maxCharacters: number) {
  const message = `must be one line of 1 to ${maxCharacters} characters`
  return z
    .string(message)
    .trim()
    .min(1, message)
    .max(maxCharacters, message)
    .regex(/^\P{Cc}*$/u, message)
}

const perLocale = <Value extends z.ZodType>(value: Value) =>
  z.partialRecord(z.enum(locales), value, 'must be by language, such as { "en": "Star Yard" }')

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #3fb68b')
  .transform((hex) => hex.toLowerCase())
const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an address that starts with https://' })
const phoneMessages = 'must be a telephone number in quotes, such as "1588-0000"'
const phone = z.string(phoneMessages).regex(/^\+?[0-9][0-9 ()-]{1,28}[0-9]$/, phoneMessages)
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

/** How customers' funds are protected if the company becomes insolvent. Source: UKGC LCCP 4.2.1. */
const fundsLevels = ['not-protected', 'medium', 'high'] as const
export type FundsLevel = (typeof fundsLevels)[number]

/** The maximum stake of a slot round, in won. */
const stake = z.int('must be a whole number of won').min(1_000, 'must be at least 1000, the least stake of the sandbox')

const photoName = fileName('png|jpg|jpeg|webp')

const time = z.iso
  .datetime({ offset: true, error: 'must be a time with a UTC offset, such as 2026-12-24T18:00:00+09:00' })
  .transform((text) => Date.parse(text))

const banner = z
  .strictObject({
    picture: photoName,
    text: namesInLocales(120),
    link: z.union([httpsUrl, z.string().refine((path) => pathOnSite(path) === path)], {
      error: 'must be a path of the site such as /notice, or an address that starts with https://',
    }),
    languages: z
      .array(z.enum(locales, `must be one of ${locales.join(', ')}`))
      .min(1, 'must have a language')
      .optional(),
    from: time.optional(),
    until: time.optional(),
  })
  .refine(({ from = -Infinity, until = Infinity }) => from < until, { path: ['until'], message: 'must be after from' })

const documentFiles = z
  .strictObject({
    version: z.iso.date('must be a date such as 2026-11-01').optional(),
    ...(Object.fromEntries(locales.map((locale) => [locale, fileName('md').optional()])) as Record<
      (typeof locales)[number],
      z.ZodOptional<z.ZodString>
    >),
  })
  .refine(({ version, ...texts }) => (version === undefined) === (Object.keys(texts).length === 0), {
    path: ['version'],
    message: 'must be given with the texts',
  })

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
  social: photoName.optional(),
  hero: photoName.optional(),
  login: photoName.optional(),
  banners: z.array(banner).max(5, 'must be five banners at most').optional(),
  theme: z.enum(['dark', 'light', 'system'], 'must be dark, light or system').optional(),
  levels: z
    .record(
      z.string().regex(/^(0|[1-9]\d{0,2})$/, 'must be by level, such as "1"'),
      z.strictObject({ name: namesInLocales(40), benefit: namesInLocales(200) }),
    )
    .optional(),
  help: z
    .record(
      z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code such as KR'),
      z.array(helpLine).min(1, 'must have a line').max(10),
    )
    .refine((countries) => Object.keys(countries).length > 0, 'must have a country')
    .optional(),
  funds: z
    .strictObject({ level: z.enum(fundsLevels, 'must be not-protected, medium or high'), text: namesInLocales(500) })
    .optional(),
  disputes: helpLine.optional(),
  maxStake: stake.optional(),
  maxStakeBelow25: stake.optional(),
  documents: z
    .strictObject({
      terms: documentFiles.optional(),
      privacy: documentFiles.optional(),
      'safer-play': documentFiles.optional(),
      accessibility: documentFiles.optional(),
    })
    .optional(),
})

export type BrandFile = z.output<typeof brandFileSchema>

export type LoadedBrandFile = {
  values: BrandFile
  /** Returns the bytes of the file that a field names. @throws SettingError that names the field. */
  readBeside: (field: string, name: string) => Buffer
  /** Returns a file's text. @throws SettingError if it is unreadable, empty, too long or not UTF-8. */
  readTextBeside: (field: string, name: string) => string
}

const maxTextBytes = 1024 * 1024

/** Reads and checks a brand file. @throws SettingError with a line for each mistake */
export function readBrandFile(path: string, readFile: (path: string) => Buffer = readFileSync): LoadedBrandFile {
  const absolute = resolve(path)
  const io = { readFile: (name: string) => readFile(name).toString('utf8') }
  const values = readJsonFile('BRAND', absolute, brandFileSchema, io) ?? {}
  const folder = dirname(absolute)
  const readBeside: LoadedBrandFile['readBeside'] = (field, name) => {
    const beside = resolve(folder, name)
    // Files named in the brand file are published, so they must be inside the brand's folder.
    if (!beside.startsWith(join(folder, sep)))
      throw brandError(field, 'must name a file in the folder of the brand file')
    try {
      return readFile(beside)
    } catch (cause) {
      throw brandError(field, `names a file that can't be read: ${name} (${fileErrorReason(cause)})`)
    }
  }
  return {
    values,
    readBeside,
    readTextBeside(field, name) {
      const bytes = readBeside(field, name)
      if (bytes.length > maxTextBytes) throw brandError(field, 'names a file above 1 MB')
      if (!isUtf8(bytes)) throw brandError(field, 'must name a text in UTF-8')
      const text = new TextDecoder().decode(bytes)
      if (text.trim() === '') throw brandError(field, 'names an empty file')
      return text
    },
  }
}

export function brandError(field: string, problem: string): SettingError {
  return new SettingError('BRAND', `${field} ${problem}`)
}
