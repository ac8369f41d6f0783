import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pathExists } from '~/embedded/store/folder-lock.server'
import { oldNameOf, oldScripts } from '~/platform/old-names'
import { explain } from '~/platform/settings/setting-error.server'
import { errorCode, Problem, usage } from './problem'

/** The project's root, two levels above both source and build. Relative paths in settings start there. */
export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

const script = process.env.npm_lifecycle_event
export const isNpmScript = script === 'backoffice' || script === oldScripts.backoffice

/** Returns a setting or the content of the file in NAME_FILE, or undefined if neither is set. @throws Problem */
export function readSetting(name: string): string | undefined {
  const old = oldNameOf(name)
  const [value, before] = [readVariable(name), old && readVariable(old)]
  if (value && before && value !== before)
    throw new Problem(explain(name, `${old}, its old name, has another value`, `remove ${old}`), { exitCode: 2 })
  return value ?? before
}

function readVariable(name: string): string | undefined {
  const value = process.env[name]?.trim()
  if (value) return value
  const file = process.env[`${name}_FILE`]?.trim()
  if (!file) return undefined
  try {
    return readFileSync(resolve(projectRoot, file), 'utf8').trim() || undefined
  } catch (error) {
    throw new Problem(explain(`${name}_FILE`, `${file} can't be read (${errorCode(error)})`), { exitCode: 2 })
  }
}

export function dataDir(): string {
  return resolve(projectRoot, readSetting('DATA_DIR') ?? './data')
}

export const resolvePath = (file: string): string => resolve(isNpmScript ? (process.env.INIT_CWD ?? '.') : '.', file)

/** Resolves the path of a file to write. @throws Problem if the file exists, unless `force` is set */
export function resolveFreePath(file: string, force: boolean | undefined): string {
  const path = resolvePath(file)
  if (!force && pathExists(path)) throw new Problem(explain(path, 'exists already', 'overwrite it with --force'), usage)
  return path
}
