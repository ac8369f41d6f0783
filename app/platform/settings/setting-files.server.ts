import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { parseJson } from '~/values/strict-json'
import { fileErrorReason, SettingError } from './setting-error.server'
import { readOrCreateSecret } from './stored-secret.server'

export type ConfigIo = {
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
  io: ConfigIo,
): string | undefined {
  const path = nonEmpty(environment[`${name}_FILE`])
  if (path === undefined) return undefined
  const value = nonEmpty(readText(resolve(path), io, `${name}_FILE names a file that can't be read`))
  if (value === undefined) throw new SettingError(`${name}_FILE names an empty file.`)
  return value
}

export function readUpstreamPaths(path: string | undefined, io: ConfigIo): Record<string, string> {
  if (path === undefined) return {}
  const message =
    'UPSTREAM_PATHS must name a JSON file such as {"user-do-login":"/public/user/do_login"}, with paths as a URL keeps them'
  const paths = z
    .record(
      z.string().regex(/^[a-z0-9-]+$/),
      z
        .string()
        .regex(/^\/[\x21-\x7e]*$/)
        .refine(isKeptByUrls),
    )
    .safeParse(parseJson(readText(resolve(path), io, message)))
  if (!paths.success) throw new SettingError(`${message}.`)
  return paths.data
}

/** Whether a path stays as it is behind an address: a URL resolves `..` and sends nothing from a `#` on. */
function isKeptByUrls(path: string): boolean {
  const { pathname, search } = new URL(`http://upstream.invalid${path}`)
  return pathname + search === path
}

/** Reads the list in a JSON file; undefined without a path. @throws SettingError with the first mistake */
export function readJsonFile<Schema extends z.ZodType>(
  name: string,
  path: string | undefined,
  schema: Schema,
  io: ConfigIo,
): z.output<Schema> | undefined {
  if (path === undefined) return undefined
  const text = readText(resolve(path), io, `${name} must name a JSON file`)
  const { data, error } = schema.safeParse(parseJson(text))
  if (!error) return data
  const [issue] = error.issues
  throw new SettingError(
    `${name} must name a JSON file with a list: ${issue?.path.join('.') || 'it'}: ${issue?.message}.`,
  )
}

function readText(path: string, { readFile }: ConfigIo, message: string): string {
  try {
    return readFile(path)
  } catch (cause) {
    throw new SettingError(`${message} (${fileErrorReason(cause)}).`)
  }
}
