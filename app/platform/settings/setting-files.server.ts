import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { parseJson } from '~/values/parse-json'
import { fileErrorReason, SettingError } from './setting-error.server'
import { readOrCreateSecret } from './stored-secret.server'

/** The file access that reading settings needs; tests pass their own. */
export type ConfigIo = {
  /** The text of a file. Throws when it cannot be read. */
  readFile: (path: string) => string
  /** The secret stored under a name in the data folder, created when missing. */
  readOrCreateSecret: (dataDir: string, name: string) => string
}

export const processIo: ConfigIo = { readFile: (path) => readFileSync(path, 'utf8'), readOrCreateSecret }

export function nonEmpty(raw: string | undefined): string | undefined {
  const value = raw?.trim()
  return value === '' ? undefined : value
}

export function secretFromFile(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  { readFile }: ConfigIo,
): string | undefined {
  const path = nonEmpty(environment[`${name}_FILE`])
  if (path === undefined) return undefined
  let text: string
  try {
    text = readFile(resolve(path))
  } catch (cause) {
    throw new SettingError(`${name}_FILE names a file that can't be read (${fileErrorReason(cause)}).`)
  }
  const value = nonEmpty(text)
  if (value === undefined) throw new SettingError(`${name}_FILE names an empty file.`)
  return value
}

export function readUpstreamPaths(path: string | undefined, { readFile }: ConfigIo): Record<string, string> {
  if (path === undefined) return {}
  const words = 'UPSTREAM_PATHS must name a JSON file such as {"user-do-login":"/public/user/do_login"}'
  let text: string
  try {
    text = readFile(resolve(path))
  } catch (cause) {
    throw new SettingError(`${words} (${fileErrorReason(cause)}).`)
  }
  const paths = z
    .record(z.string().regex(/^[a-z0-9-]+$/), z.string().regex(/^\/[\x21-\x7e]*$/))
    .safeParse(parseJson(text))
  if (!paths.success) throw new SettingError(`${words}.`)
  return paths.data
}

export function jsonFilePath(name: string, path: string | undefined, { readFile }: ConfigIo): string | undefined {
  if (path === undefined) return undefined
  const absolute = resolve(path)
  let text: string
  try {
    text = readFile(absolute)
  } catch (cause) {
    throw new SettingError(`${name} must name a JSON file (${fileErrorReason(cause)}).`)
  }
  if (parseJson(text) === undefined) throw new SettingError(`${name} must name a JSON file.`)
  return absolute
}
