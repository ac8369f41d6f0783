// @ts-check
// Packs a new store with all migrations and the initial catalogue into a folder. The first start unpacks it, which is
// seconds faster than creating a database. build.mjs runs this while it builds the pages.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importModule } from './import-module.mjs'

const { createDump } = await importModule('/app/embedded/store/create-dump.server.ts')
const { name, content } = await createDump()
await writeFile(join(process.argv[2] ?? '.', name), content)
