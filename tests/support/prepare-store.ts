import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, databaseServerUrl } from './database'
import { commonSettings, onPglite, secretsOnDatabase, startSingleSite, startSite } from './site'

/**
 * Starts the built site once to create stores with the catalogue and demo data, on PGlite and, with TEST_DATABASE_URL,
 * on PostgreSQL. Sites under test start on copies, because migrating and seeding takes several times as long. In a
 * whole run (bin/test.mjs), also starts the site that test files share.
 * @returns the teardown.
 */
export default async function prepareStore(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'madang-template-'))
  const runOnce = async (settings: Record<string, string>) => {
    const site = await startSingleSite({ DATA_DIR: dataDir, ...settings })
    site.process.kill('SIGTERM')
    await site.ended
  }
  await runOnce(onPglite)
  process.env.TEST_STORE_TEMPLATE = join(dataDir, 'house')
  const template = databaseServerUrl ? await createDatabase() : undefined
  if (template) {
    await runOnce({ DATABASE_URL: template.url, ...secretsOnDatabase })
    process.env.TEST_DATABASE_TEMPLATE = new URL(template.url).pathname.slice(1)
  }
  const common = process.env.TEST_WHOLE_LAYER ? await startSite(commonSettings) : undefined
  if (common) process.env.TEST_COMMON_SITE = common.base
  return async () => {
    await common?.stop().catch((error) => {
      // If this failed, Vitest would print the error but still exit with 0.
      process.exitCode = 1
      throw error
    })
    await template?.drop()
  }
}
