/** Format of backups of PGlite: a gzipped tar of `backup.json`, then the store's folder as `house`. */
export const backupFormat = 'madang-house-1'

/** Content of `backup.json`: a restore uses it to check that everything came back. */
export type BackupManifest = {
  format: typeof backupFormat
  /** ISO 8601 in UTC. */
  madeAt: string
  /** The newest migration of the store. */
  schema: string
  rows: Record<'members' | 'movements' | 'transfers' | 'entries', number>
}
