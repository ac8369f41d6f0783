import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { parseJson } from '~/values/strict-json'
import { fileErrorReason, SettingError } from './setting-error.server'
import { readOrCreateSecret } from './stored-secret.server'

export type ConfigIo = {
  readFile: (path: string) => string
  readOrCreateSecret: (dataDir: string, name: string) => string
}

export const processIo: ConfigIo = { readFile: (path) => readFileSync(path, 'utf8'), readOrCreateSecret }

export function nonEmpty(raw: string | undefined): string | undefined {
  const value = raw?.trim()
  return value === '' ? undefined : value
}

export function secretFromFile(name: string, environment: Readonly<Record<string, string | undefined>>, io: ConfigIo) {
  const path = nonEmpty(environment[`${name}_FILE`])
  if (path === undefined) return undefined
  const value = nonEmpty(readText(`${name}_FILE`, path, io))
  if (value === undefined) throw new SettingError(`${name}_FILE`, `${path} is empty`)
  return value
}

export function readUpstreamPaths(path: string | undefined, io: ConfigIo): Record<string, string> {
  if (path === undefined) return {}
  const paths = z
    .record(
      z.string().regex(/^[a-z0-9-]+$/),
      z
        .string()
        .regex(/^\/[\x21-\x7e]*$/)
        .refine(isKeptByUrls),
    )
    .safeParse(parseJson(readText('UPSTREAM_PATHS', path, io)))
  if (!paths.success)
    throw new SettingError(
      'UPSTREAM_PATHS',
      'must name a JSON file such as {"user-do-login":"/public/user/do_login"}, with paths as a URL keeps them',
    )
  return paths.data
}

/** Returns whether a path appended to a URL stays unchanged. URLs resolve `..` and split off everything after `#`. */
function isKeptByUrls(path: string): boolean {
  const { pathname, search } = new URL(`http://upstream.invalid${path}`)
  return pathname + search === path
}

/** Reads a JSON file. @throws SettingError with a line for each of the first 20 mistakes */
export function readJsonFile<Schema extends z.ZodType>(
  name: string,
  path: string | undefined,
  schema: Schema,
  io: Pick<ConfigIo, 'readFile'>,
): z.output<Schema> | undefined {
  if (path === undefined) return undefined
  const json = parseJson(readText(name, path, io))
  if (json === undefined)
    throw new SettingError(name, `${path} is no JSON`, 'correct it; a JSON checker shows the line')
  const { data, error } = schema.safeParse(json)
  if (!error) return data
  const mistakes = error.issues.map((issue) => `${path}: ${describeIssue(issue)}`)
  const more = mistakes.length > maxMistakes ? [`${path}: ${mistakes.length - maxMistakes} more mistakes`] : []
  throw new SettingError(name, [...mistakes.slice(0, maxMistakes), ...more].join(`\n${name}: `))
}

const maxMistakes = 20

/** Returns a one-line description of a mistake, such as `providers[0].games[3].code must be text`. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  const isUnknown = issue.code === 'unrecognized_keys'
  const isWhole = issue.code === 'invalid_type' && issue.path.length === 0
  const message = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message
  const shape = isWhole ? `must be a JSON ${issue.expected === 'array' ? 'list' : issue.expected}` : message
  const reason = isUnknown ? `has no field ${issue.keys.join(', ')}; remove it or correct its name` : shape
  return `${place.replace(/^\./, '') || 'the file'} ${reason}`
}

/** Returns the first 16 hexadecimal digits of a file's SHA-256, or undefined without a path. */
export function digestOfFile(name: string, path: string | undefined, io: ConfigIo): string | undefined {
  return (
    path &&
    createHash('sha256')
      .update(readText(name, path, io))
      .digest('hex')
      .slice(0, 16)
  )
}

function readText(name: string, path: string, { readFile }: Pick<ConfigIo, 'readFile'>): string {
  let text: string
  try {
    text = readFile(resolve(path))
  } catch (cause) {
    throw new SettingError(name, `${path} can't be read (${fileErrorReason(cause)})`)
  }
  if (text.includes('\ufffd')) throw new SettingError(name, `${path} is not in UTF-8`, 'save it in UTF-8')
  return text
}
