import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { oldFiles } from '../old-names'
import { fileErrorReason, SettingError } from './setting-error.server'

/** Reads the secret in `DATA_DIR/<name>`, or creates it atomically, readable only by its owner. @throws SettingError */
export function readOrCreateSecret(dataDir: string, name: string): string {
  const path = storedSecretPath(dataDir, name)
  try {
    return readSecret(path)
  } catch (cause) {
    if (fileErrorReason(cause) !== 'ENOENT') throw dataDirError(path, cause)
  }
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  try {
    makeDirectory(dataDir)
    fs.accessSync(dataDir, fs.constants.W_OK)
    const file = fs.openSync(draft, 'wx', 0o600)
    try {
      fs.writeSync(file, `${randomBytes(32).toString('hex')}\n`)
      fs.fsyncSync(file)
    } finally {
      fs.closeSync(file)
    }
    fs.chmodSync(draft, 0o600)
    publishFile(draft, path)
    return readSecret(path)
  } catch (cause) {
    throw dataDirError(path, cause)
  }
}

/** Returns the path of a stored secret. Falls back to the file with the old name if only that one exists. */
export function storedSecretPath(dataDir: string, name: string): string {
  const [path, old] = [join(dataDir, name), join(dataDir, oldFiles[name] ?? name)]
  return !fs.existsSync(path) && fs.existsSync(old) ? old : path
}

/** Creates nested folders. `recursive` would loop forever if a file system returns ENOENT below an existing folder. */
function makeDirectory(path: string): void {
  try {
    fs.mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    if (fileErrorReason(cause) === 'EEXIST') return
    if (fileErrorReason(cause) !== 'ENOENT' || fs.existsSync(dirname(path))) throw cause
    makeDirectory(dirname(path))
    fs.mkdirSync(path, { mode: 0o700 })
  }
}

/** Moves a finished file to its final name, unless another process has already done so. */
function publishFile(draft: string, path: string): void {
  try {
    fs.linkSync(draft, path)
  } catch (cause) {
    // Falls back to renaming if hard links are unsupported. Renaming is also atomic, but could overwrite another file.
    if (fileErrorReason(cause) !== 'EEXIST') {
      fs.renameSync(draft, path)
      return
    }
  }
  fs.unlinkSync(draft)
}

function readSecret(path: string): string {
  const value = fs.readFileSync(path, 'utf8').trim()
  if (value.length < 32) throw new SettingError('DATA_DIR', `${path} is damaged`, 'delete the file to get a new one')
  return value
}

function dataDirError(path: string, cause: unknown): SettingError {
  if (cause instanceof SettingError) return cause
  return new SettingError('DATA_DIR', `${path} can't be written (${fileErrorReason(cause)})`, 'name a writable folder')
}
