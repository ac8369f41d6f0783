import './cheap-argon2.mjs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedUpstream } from '~/embedded/index.server'
import { testOptions } from './embedded-options'

/** Prepares a store with the catalogue and demo data. Opening a copy takes a quarter of the time of a new store. */
export default async function prepareEmbeddedStore(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'madang-template-'))
  const embedded = await openEmbeddedUpstream(testOptions(dataDir))
  await embedded.close()
  process.env.TEST_EMBEDDED_STORE = join(dataDir, 'house')
}
