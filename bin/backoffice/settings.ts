import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oldNameOf, oldScripts } from '~/platform/old-names'
import { errorCode, Problem, pathExists, usage } from './problem'

/** The project's folder, two above this program when it is built and in its sources. Relative settings count from here. */
export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

const script = process.env.npm_lifecycle_event
/** Whether npm runs this program by its script, under its new name or its old one. */
export const isNpmScript = script === 'backoffice' || script === oldScripts.backoffice

/** A setting, or the content of the file that NAME_FILE names; undefined when neither is set. @throws Problem */
export function readSetting(name: string): string | undefined {
  const old = oldNameOf(name)
  const [value, before] = [readVariable(name), old && readVariable(old)]
  if (value && before && value !== before)
    throw new Problem(`${old} and ${name} are the same setting, with two values. Remove ${old}, its old name.`, {
      exitCode: 2,
    })
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
    throw new Problem(`${name}_FILE names a file that can't be read (${errorCode(error)}).`, { exitCode: 2 })
  }
}

/** The site's data folder. */
export function dataDir(): string {
  return resolve(projectRoot, readSetting('DATA_DIR') ?? './data')
}

/** Resolves a path from where the command was typed: npm runs programs in the project's folder. */
export function resolvePath(file: string): string {
  return resolve(isNpmScript ? (process.env.INIT_CWD ?? '.') : '.', file)
}

/** Resolves the path of a file to write. @throws Problem when a file is there already, unless `force` is set */
export function resolveFreePath(file: string, force: boolean | undefined): string {
  const path = resolvePath(file)
  if (!force && pathExists(path)) throw new Problem(`${path} is there already; --force writes over it.`, usage)
  return path
}
