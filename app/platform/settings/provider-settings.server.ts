import { z } from 'zod'
import { inSlices, parseJsonInSlices } from '~/values/in-slices'
import { SettingError } from './setting-error.server'
import { type ConfigIo, describeIssue, readJsonFile } from './setting-files.server'

/** The maximum size of a provider's list of games as JSON, in the PROVIDERS file or fetched from `gamesUrl`. */
export const maxGamesBytes = 4 * 1024 * 1024
const maxUrlCharacters = 2_000

const text = (pattern: RegExp, message: string) => z.string(message).regex(pattern, message)
const nameOf = (maxCharacters: number) =>
  text(
    new RegExp(`^(?=.*\\S)[^\\p{Cc}\\p{Cf}\\p{Cs}]{1,${maxCharacters}}$`, 'u'),
    `must be text of 1 to ${maxCharacters} characters on one line`,
  )
const stake = z.int('must be whole won').min(1, 'must be above 0').max(Number.MAX_SAFE_INTEGER)
const httpsUrl = (maxCharacters: number) => {
  const message = `must be an https address of at most ${maxCharacters} characters without a user name`
  return z.string(message).refine((raw) => raw.length <= maxCharacters && originOf(raw)?.startsWith('https:'), message)
}

function originOf(raw: string): string | undefined {
  if (!URL.canParse(raw)) return undefined
  const { origin, username, password } = new URL(raw)
  return username === '' && password === '' ? origin : undefined
}

const placeholder = /\{([a-z]+)\}/g
export type LaunchValues = Record<'session' | 'game' | 'language' | 'mobile' | 'home', string>

/** Returns a launch URL with its placeholders replaced by encoded values. */
export function fillLaunchUrl(launchUrl: string, values: Readonly<Record<string, string>>): string {
  return launchUrl.replace(placeholder, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** Returns a launch URL's origin, or undefined if the URL is invalid or a placeholder could change the origin. */
export function launchOrigin(launchUrl: string): string | undefined {
  const [origin, other] = ['x', 'y.z'].map((value) => originOf(launchUrl.replace(placeholder, value)))
  return origin === other ? origin : undefined
}

/** @param names the allowed placeholders @param needs the required placeholder and why it is required */
export const launchUrlSchema = (names: readonly string[], needs: { name: string; why: string }) =>
  z
    .string('must be an address')
    .max(maxUrlCharacters, `must be at most ${maxUrlCharacters} characters`)
    // The URL parser drops or replaces these characters, so `safeLaunchUrl` would reject every launch.
    .regex(/^[^\s\\\p{Cc}\p{Cf}\p{Cs}]*$/u, 'must have no blanks, hidden characters or backslashes')
    .refine((raw) => raw.includes(`{${needs.name}}`), `must have {${needs.name}}, ${needs.why}`)
    .refine(
      (raw) => !/[{}]/.test(raw.replace(placeholder, (all, name) => (names.includes(name) ? '' : all))),
      `has an unknown placeholder; use ${names.map((name) => `{${name}}`).join(', ')}`,
    )
    .refine(
      (raw) => /^(https:|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$))/.test(launchOrigin(raw) ?? ''),
      'must be https (http on this machine only), with no placeholder or user name before its path',
    )

const launchUrl = launchUrlSchema(['session', 'game', 'language', 'mobile', 'home'], {
  name: 'session',
  why: 'by which bets name the member',
})

const game = z
  .strictObject({
    code: text(/^(?!\.{1,2}$)[\x21-\x7e]{1,64}$/, 'must be 1 to 64 ASCII signs without spaces'),
    nameKo: nameOf(80),
    nameEn: nameOf(80),
    category: nameOf(40).optional(),
    picture: httpsUrl(1_024).optional(),
    returnToPlayer: z.number('must be a percentage').gt(0, 'must be above 0').max(100, 'is above 100').optional(),
    minStake: stake.optional(),
    maxStake: stake.optional(),
  })
  .refine(({ minStake = 1, maxStake = minStake }) => minStake <= maxStake, 'has minStake above maxStake')

export type ListedGame = z.output<typeof game>

/** Rejects duplicate codes. Ignores case, because the file system in DATA_DIR may ignore it. */
function eachOnce(items: readonly { code: string }[], check: z.core.$RefinementCtx): void {
  const seen = new Set<string>()
  for (const [index, { code }] of items.entries())
    if (seen.size === seen.add(code.toLowerCase()).size)
      check.addIssue({ code: 'custom', path: [index, 'code'], message: `comes twice (${code})` })
}

const provider = z
  .strictObject({
    code: text(/^(?!payments$)[a-z0-9][\w.-]{0,63}$/i, 'must be 1 to 64 of A-Z a-z 0-9 _ . -, and not payments'),
    kind: z.enum(['casino', 'slot', 'sport'], 'must be casino, slot or sport'),
    nameKo: nameOf(80),
    nameEn: nameOf(80),
    launchUrl,
    compRateBasisPoints: z.int('must be a whole number').min(0, 'is below 0').max(1_000, 'is above 1000').default(0),
    open: z.boolean('must be true or false').default(true),
    games: z
      .array(game, 'must be a list')
      .min(1, 'must have a game')
      .superRefine(eachOnce)
      .refine(
        (games) => Buffer.byteLength(JSON.stringify(games)) <= maxGamesBytes,
        'is above 4 MiB; split the provider',
      )
      .optional(),
    gamesUrl: httpsUrl(maxUrlCharacters).optional(),
  })
  .refine(({ games, gamesUrl }) => !games !== !gamesUrl, 'must have games or gamesUrl, one of them')

export type ListedProvider = z.output<typeof provider>

const providersFile = z.strictObject({ providers: z.array(provider, 'must be a list').superRefine(eachOnce) })

/** Reads the PROVIDERS file and the origins of its launch URLs. @throws SettingError with a line per mistake */
export function readProviders(path: string | undefined, { isHttps }: { isHttps: boolean }, io: ConfigIo) {
  const file = readJsonFile('PROVIDERS', path, providersFile, io)
  if (!file) return undefined
  const onHttp = file.providers.filter(({ launchUrl }) => isHttps && !launchUrl.startsWith('https:'))
  if (onHttp.length > 0)
    throw new SettingError('PROVIDERS', `${path}: launchUrl of ${onHttp[0]?.code} must be https, as PUBLIC_ORIGIN is`)
  return {
    listed: file.providers,
    origins: [...new Set(file.providers.flatMap(({ launchUrl }) => launchOrigin(launchUrl) ?? []))],
  }
}

/** Parses a fetched list of games in slices. @throws Error for the first mistake */
export async function parseGames(json: string): Promise<readonly ListedGame[]> {
  const rows = await parseJsonInSlices(json)
  if (!Array.isArray(rows) || rows.length === 0) throw new Error('it must be a list with a game')
  const byCode = new Map<string, ListedGame>()
  await inSlices(rows.entries(), ([index, row]) => {
    const { data, error } = game.safeParse(row)
    const [issue] = error?.issues ?? []
    if (issue) throw new Error(describeIssue({ ...issue, path: [index, ...issue.path] }))
    const key = data?.code.toLowerCase() ?? ''
    if (!data || byCode.has(key)) throw new Error(`[${index}].code comes twice`)
    byCode.set(key, data)
  })
  return [...byCode.values()]
}
