import { createHash } from 'node:crypto'
import { type Locale, locales } from '~/i18n/locale'
import { config } from '~/platform/settings/config.server'
import { exitOnSettingError, SettingError } from '~/platform/settings/setting-error.server'
import { groundColours, type Palette } from '~/ui/palette'
import english from '~locales/en.json'
import korean from '~locales/ko.json'
import { publishManifests, shippedIcons } from './manifest.server'
import type { Contact, HeadBrand, PageBrand } from './page-brand.server'
import { type BrandAsset, PublishedAssets } from './published-assets.server'
import {
  type BrandFile,
  type DocumentName,
  documentNames,
  type FundsLevel,
  type LoadedBrandFile,
  readBrandFile,
} from './read-brand-file.server'

type TextByLocale = Partial<Record<Locale, string>>

export type HelpLine = { name: string; phone?: string | undefined; url?: string | undefined }

type BrandDocument = { version: string; markdown(locale: Locale): string; language(locale: Locale): Locale }

export type Brand = {
  name(locale: Locale): string
  company: string | undefined
  contact: Contact
  colours: Record<'dark' | 'light', Palette> | undefined
  /** Undefined for the shipped brand, which is part of the build. */
  page(locale: Locale): PageBrand | undefined
  head(locale: Locale): HeadBrand
  assets: ReadonlyMap<string, BrandAsset>
  /** Replacements for shipped files at fixed paths, such as /favicon.ico. */
  rootFiles: ReadonlyMap<string, BrandAsset>
  /** Returns the help lines for a two-letter country code. Defaults to those of the first country. */
  helpLines(country: string | undefined, locale: Locale): HelpLine[]
  documents: Record<DocumentName, BrandDocument>
  /** How customers' funds are protected, in the operator's words, or undefined if the brand file doesn't say. */
  funds(locale: Locale): { level: FundsLevel; text: string; version: string } | undefined
  /** The body that resolves disputes (ADR), or undefined if the brand file names none. */
  disputes(locale: Locale): HelpLine | undefined
  banners(locale: Locale, nowMs: number): { src: string; width: number; height: number; link: string; text: string }[]
  theme: 'dark' | 'light' | 'system'
  level(level: number, locale: Locale): { name: string; benefit: string } | undefined
  /** The maximum stakes per slot round in won, for all members and for those under 25. Undefined means no limit. */
  stakeCaps: { maxStake?: number; maxStakeBelow25?: number }
}

const shippedNames: TextByLocale = { ko: korean['brand.name'], en: english['brand.name'] }
const shippedDocumentsVersion = '2026-11-01'
const shippedHelp: NonNullable<BrandFile['help']> = {
  KR: [
    {
      name: { ko: '한국도박문제예방치유원', en: 'Korea Problem Gambling Agency' },
      phone: '1336',
      url: 'https://www.kcgp.or.kr',
    },
  ],
}

const shippedTexts = new Map(
  Object.entries(import.meta.glob<string>('./shipped/*.md', { query: '?raw', import: 'default', eager: true })).map(
    ([path, text]) => [path.slice(path.lastIndexOf('/') + 1), text],
  ),
)

const inLocale = (texts: TextByLocale, locale: Locale): string => texts[languageOf(texts, locale)] ?? ''

function languageOf(texts: TextByLocale, locale: Locale): Locale {
  return [locale, 'en' as const, ...locales].find((candidate) => texts[candidate] !== undefined) ?? locale
}

/** Creates the brand from a brand file, or the shipped brand. @throws SettingError that names the field */
export async function createBrand(file?: LoadedBrandFile): Promise<Brand> {
  const { name = shippedNames, help = shippedHelp, ...values } = file?.values ?? {}
  const [firstLines = []] = Object.values(help)
  const nameIn = (locale: Locale) => inLocale(name, locale)
  // Imported dynamically, because the shipped brand needs neither the colour library nor the SVG cleaner.
  const assets = new PublishedAssets()
  const own = file && (await (await import('./page-brand.server')).createPageBrand(file, nameIn, assets))
  const { head } = own ?? createShippedHead(nameIn, assets)
  return Object.freeze<Brand>({
    name: nameIn,
    page: (locale) => own?.page(locale),
    colours: own?.colours,
    head,
    assets,
    rootFiles: own?.rootFiles ?? new Map(),
    company: values.company,
    contact: Object.freeze(values.contact ?? {}),
    helpLines: (country = '', locale) =>
      (help[country] ?? firstLines).map((line) => ({ ...line, name: inLocale(line.name, locale) })),
    documents: Object.freeze(
      Object.fromEntries(documentNames.map((name) => [name, createDocument(name, file)])) as Brand['documents'],
    ),
    funds: (locale) =>
      values.funds && {
        ...values.funds,
        text: inLocale(values.funds.text, locale),
        version: createHash('sha256').update(JSON.stringify(values.funds)).digest('base64url').slice(0, 16),
      },
    disputes: (locale) => values.disputes && { ...values.disputes, name: inLocale(values.disputes.name, locale) },
    banners: (locale, nowMs) =>
      (own?.banners ?? [])
        .filter(({ languages, from = -Infinity, until = Infinity }) => {
          return (languages?.includes(locale) ?? true) && from <= nowMs && nowMs < until
        })
        .map(({ src, width, height, link, text }) => ({ src, width, height, link, text: inLocale(text, locale) })),
    theme: values.theme ?? 'system',
    level: (level, locale) => {
      const own = values.levels?.[level]
      return own && { name: inLocale(own.name, locale), benefit: inLocale(own.benefit, locale) }
    },
    stakeCaps: {
      ...(values.maxStake && { maxStake: values.maxStake }),
      ...(values.maxStakeBelow25 && { maxStakeBelow25: values.maxStakeBelow25 }),
    },
  })
}

function createShippedHead(nameIn: (locale: Locale) => string, assets: PublishedAssets): Pick<Brand, 'head'> {
  const { icons, touchIcon } = shippedIcons
  const manifests = publishManifests(assets, { nameIn, ground: groundColours.dark, icons })
  return { head: (locale) => ({ manifest: manifests[locale], touchIcon, social: '/social.png' }) }
}

function createDocument(name: DocumentName, file: LoadedBrandFile | undefined): BrandDocument {
  const { version = shippedDocumentsVersion, ...files } = file?.values.documents?.[name] ?? {}
  const own = Object.entries(files).map(([locale, path]) => [
    locale,
    file?.readTextBeside(`documents.${name}.${locale}`, path),
  ])
  const shipped = locales.map((locale) => [locale, shippedTexts.get(`${name}.${locale}.md`)])
  const texts: TextByLocale = Object.fromEntries(
    own.length > 0 ? own : shipped.filter(([, text]) => text !== undefined),
  )
  return Object.freeze({
    version,
    markdown: (locale) => inLocale(texts, locale),
    language: (locale) => languageOf(texts, locale),
  })
}

async function loadBrand(): Promise<Brand> {
  const loaded = await createBrand(config.brandFile === undefined ? undefined : readBrandFile(config.brandFile))
  if (config.money === 'real' && !loaded.funds('en'))
    throw new SettingError('BRAND', 'must name a file with funds, how customers’ funds are held, when MONEY is real')
  return loaded
}

export const brand: Brand = await loadBrand().catch(exitOnSettingError)
