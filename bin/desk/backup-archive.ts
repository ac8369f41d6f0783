import { text } from 'node:stream/consumers'
import { type BackupManifest, backupFormat } from '~/embedded/desk/backup-format'
import { type ArchiveEntry, readArchive, writeEntry } from '~/embedded/store/archive.server'
import { errorCode, isSystemError, Problem, usage } from './problem'

/** Files that every store of PostgreSQL has. */
const requiredFiles = ['house/PG_VERSION', 'house/global/pg_control']

/** A backup of PGlite: its manifest, how many files it has, and their bytes when unpacked. */
export type BackupContents = { about: BackupManifest; files: number; bytes: number }

/** Reads a whole backup of PGlite. @throws Problem when it is none, or not complete */
export function checkBackup(path: string): Promise<BackupContents> {
  return readBackup(path, async () => {})
}

/** Unpacks a backup into `folder`, which then has the folder `house`. @throws Problem like `checkBackup` */
export function unpackBackup(path: string, folder: string): Promise<BackupContents> {
  return readBackup(path, (entry) => writeEntry(entry, folder))
}

async function readBackup(path: string, visit: (entry: ArchiveEntry) => Promise<void>): Promise<BackupContents> {
  let about: BackupManifest | undefined
  let [files, bytes] = [0, 0]
  const seen = new Set<string>()
  try {
    await readArchive(path, async (entry) => {
      if (!about) {
        about = await readManifest(entry)
        return
      }
      // Nothing of a backup may land outside of its folder.
      if (!/^house(\/[\w-][\w.-]*)*\/?$/.test(entry.name)) throw new Problem(`${path} holds the path ${entry.name}.`)
      seen.add(entry.name)
      if (!entry.isFolder) files += 1
      bytes += entry.bytes
      await visit(entry)
    })
  } catch (error) {
    if (error instanceof Problem) throw error
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
      throw new Problem(`${path} can't be read (${code}).`, usage)
    }
    if (isSystemError(error)) throw new Problem(`The backup can't be unpacked (${code}).`)
    throw new Problem(`${path} is damaged or no backup of this site (${(error as Error).message}).`)
  }
  if (!about || requiredFiles.some((name) => !seen.has(name))) {
    throw new Problem(`${path} is no whole backup of this site.`)
  }
  return { about, files, bytes }
}

async function readManifest({ name, content }: ArchiveEntry): Promise<BackupManifest> {
  const written = await text(content)
  try {
    const about: BackupManifest = JSON.parse(written)
    if (name === 'backup.json' && about.format === backupFormat && typeof about.rows?.entries === 'number') return about
  } catch {
    // Refused below.
  }
  throw new Problem('The file is no backup of this site, or one of a newer program.')
}
