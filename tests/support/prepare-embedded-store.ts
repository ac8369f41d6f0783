import './cheap-argon2.mjs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedUpstream } from '~/embedded/index.server'
import { testOptions } from './embedded-options'

/** Opens an embedded upstream once and stores it, with catalogue and demo: opening a copy takes a quarter. */
export default async function prepareEmbeddedStore(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'madang-template-'))
  const embedded = await openEmbeddedUpstream(testOptions(dataDir))
  await embedded.close()
  process.env.TEST_EMBEDDED_STORE = join(dataDir, 'house')
}
