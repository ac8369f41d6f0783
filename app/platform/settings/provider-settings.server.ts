import { createHash } from 'node:crypto'
import { z } from 'zod'
import { inSlices, parseJsonInSlices } from '~/values/in-slices'
import { SettingError } from './setting-error.server'
import { type ConfigIo, describeMistake, readJsonFile, readText } from './setting-files.server'

const paymentServiceCode = 'payments'

/** The most that a list of games may hold: what the site reads of one response. */
export const maxGamesBytes = 4 * 1024 * 1024
const maxUrlCharacters = 2_000

const providerCode = z
  .string('must be text')
  .regex(/^[a-z0-9][\w.-]{0,63}$/i, 'must be 1 to 64 of A-Z a-z 0-9 _ . -, the first a letter or digit')
  .refine((code) => code.toLowerCase() !== paymentServiceCode, `${paymentServiceCode} is the payment service's code`)
const gameCode = z
  .string('must be text')
  .regex(/^(?!\.{1,2}$)[\x21-\x7e]{1,64}$/, 'must be 1 to 64 ASCII signs without spaces')

const nameOf = (maxCharacters: number) => {
  const message = `must be text of 1 to ${maxCharacters} characters on one line`
  return z
    .string(message)
    .trim()
    .regex(new RegExp(`^[^\\p{Cc}\\p{Cf}\\p{Cs}]{1,${maxCharacters}}$`, 'u'), message)
}
const stake = z.int('must be whole won').min(1, 'must be whole won above 0').max(Number.MAX_SAFE_INTEGER)

function httpsUrl(maxCharacters: number) {
  const message = `must be an https address of at most ${maxCharacters} characters without a user name`
  return z
    .string(message)
    .max(maxCharacters, message)
    .refine((raw) => originOf(raw)?.startsWith('https://'), message)
}

function originOf(raw: string): string | undefined {
  if (!URL.canParse(raw)) return undefined
  const { origin, username, password } = new URL(raw)
  return username === '' && password === '' ? origin : undefined
}

const placeholder = /\{(session|game|language|mobile|home)\}/g
export type LaunchValues = Record<'session' | 'game' | 'language' | 'mobile' | 'home', string>

/** Returns a launch URL with its placeholders filled in, each value encoded. */
export function fillLaunchUrl(launchUrl: string, values: LaunchValues): string {
  return launchUrl.replace(placeholder, (_, name: keyof LaunchValues) => encodeURIComponent(values[name]))
}

/** The origin of a launch URL; undefined where a placeholder could change it, or for a wrong URL. */
export function launchOrigin(launchUrl: string): string | undefined {
  const [origin, other] = ['x', 'y.z'].map((value) => originOf(launchUrl.replace(placeholder, value)))
  return origin === other ? origin : undefined
}

const isOnThisMachine = (origin: string) => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)

const launchUrl = z
  .string('must be text')
  .max(maxUrlCharacters, `must be at most ${maxUrlCharacters} characters`)
  .refine((raw) => raw.includes('{session}'), 'must have {session}, by which bets name the member; add it')
  .refine(
    (raw) => !/[{}]/.test(raw.replace(placeholder, '')),
    'has an unknown placeholder; use {session}, {game}, {language}, {mobile} and {home}',
  )
  .refine((raw) => {
    const origin = launchOrigin(raw)
    return origin?.startsWith('https://') || (origin && isOnThisMachine(origin))
  }, 'must be https (http for this machine only), without placeholders or a user name before the path')

const game = z
  .strictObject({
    code: gameCode,
    nameKo: nameOf(80),
    nameEn: nameOf(80),
    category: nameOf(40).optional(),
    picture: httpsUrl(1_024).optional(),
    returnToPlayer: z
      .number('must be a percentage')
      .gt(0, 'must be above 0')
      .max(100, 'must be at most 100')
      .optional(),
    minStake: stake.optional(),
    maxStake: stake.optional(),
  })
  .refine(({ minStake = 1, maxStake = minStake }) => minStake <= maxStake, 'has minStake above maxStake')

export type ListedGame = z.output<typeof game>

const games = z
  .array(game, 'must be a list')
  .min(1, 'must have a game')
  .superRefine((listed, check) => {
    for (const code of findRepeated(listed)) check.addIssue({ code: 'custom', message: `has the code ${code} twice` })
    if (JSON.stringify(listed).length > maxGamesBytes)
      check.addIssue({ code: 'custom', message: 'is above 4 MiB; split the provider in two' })
  })

const provider = z
  .strictObject({
    code: providerCode,
    kind: z.enum(['casino', 'slot', 'sport'], 'must be casino, slot or sport'),
    nameKo: nameOf(80),
    nameEn: nameOf(80),
    launchUrl,
    compRateBasisPoints: z
      .int('must be a whole number')
      .min(0, 'must be 0 or more')
      .max(1_000, 'must be at most 1000')
      .default(0),
    open: z.boolean('must be true or false').default(true),
    games: games.optional(),
    gamesUrl: httpsUrl(maxUrlCharacters).optional(),
  })
  .refine(
    ({ games, gamesUrl }) => (games === undefined) !== (gamesUrl === undefined),
    'must have games or gamesUrl, one of them',
  )

export type ListedProvider = z.output<typeof provider>

const providersFile = z.strictObject({
  providers: z.array(provider, 'must be a list').superRefine((listed, check) => {
    for (const code of findRepeated(listed.map(({ code }) => ({ code: code.toLowerCase() }))))
      check.addIssue({ code: 'custom', message: `has the code ${code} twice` })
  }),
})

function findRepeated(items: readonly { code: string }[]): Set<string> {
  const seen = new Set<string>()
  return new Set(items.flatMap(({ code }) => (seen.has(code) ? [code] : (seen.add(code), []))))
}

export type Providers = {
  listed: readonly ListedProvider[]
  /** Where games open. */
  origins: readonly string[]
  /** 16 hexadecimal digits of the file's SHA-256. */
  digest: string
}

/** Reads the file of PROVIDERS. @param isHttps whether the site is on https, and so opens no http. @throws SettingError with a line for each mistake */
export function readProviders(
  path: string | undefined,
  { isHttps }: { isHttps: boolean },
  io: ConfigIo,
): Providers | undefined {
  const file = readJsonFile('PROVIDERS', path, providersFile, io)
  if (!file || path === undefined) return undefined
  const insecure = file.providers.filter(({ launchUrl }) => isHttps && !launchUrl.startsWith('https:'))
  const lines = insecure.map(({ code }) => `${path}: launchUrl of ${code} must be https, as PUBLIC_ORIGIN is`)
  if (lines.length > 0) throw new SettingError('PROVIDERS', lines.join('\nPROVIDERS: '))
  return {
    listed: file.providers,
    origins: [...new Set(file.providers.flatMap(({ launchUrl }) => launchOrigin(launchUrl) ?? []))],
    digest: createHash('sha256')
      .update(readText('PROVIDERS', path, io))
      .digest('hex')
      .slice(0, 16),
  }
}

/** Parses a fetched list of games in slices. @throws Error that names the first mistake */
export async function parseGames(text: string): Promise<readonly ListedGame[]> {
  const rows = await parseJsonInSlices(text)
  if (!Array.isArray(rows) || rows.length === 0) throw new Error('it must be a list with a game')
  const byCode = new Map<string, ListedGame>()
  await inSlices(rows.entries(), ([index, row]) => {
    const { data, error } = game.safeParse(row)
    const [issue] = error?.issues ?? []
    if (issue) throw new Error(describeMistake({ ...issue, path: [index, ...issue.path] }))
    if (!data || byCode.has(data.code)) throw new Error(`[${index}].code comes twice`)
    byCode.set(data.code, data)
  })
  return [...byCode.values()]
}
