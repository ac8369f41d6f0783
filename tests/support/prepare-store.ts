import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from './site'

/**
 * Starts the built site once and keeps the store that it leaves, with the catalogue and the demo. Sites under test start
 * on copies of it: unpacking and seeding a store takes three times as long as opening one.
 */
export default async function prepareStore(): Promise<void> {
  // Replicas have no store in a folder.
  if (process.env.TEST_REPLICAS) return
  const dataDir = mkdtempSync(join(tmpdir(), 'madang-template-'))
  const site = await startSite({ DATABASE_URL: '', DATA_DIR: dataDir })
  site.process.kill('SIGTERM')
  await site.ended
  process.env.TEST_STORE_TEMPLATE = join(dataDir, 'house')
}
