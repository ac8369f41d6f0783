// Audits the store of the journeys' site after they have ended: node tests/support/audit-journeys.mjs DATA_DIR
// Exits with 1 and prints the findings when the audit fails.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const [dataDir = ''] = process.argv.slice(2)
const root = fileURLToPath(new URL('../..', import.meta.url))
/** Loads a TypeScript module through Vite, as the site does. */
const read = (path) =>
  runnerImport(path, { root, configFile: false, logLevel: 'error', resolve: { tsconfigPaths: true } })

const embedded = '/app/embedded'
const { module: stores } = await read(`${embedded}/store/pglite.server.ts`)
const { module: auditing } = await read(`${embedded}/ledger/audit.server.ts`)
const store = await stores.openPglite({ dataDir })
const { inOrder, findings, figures } = await auditing.auditLedger(store)
await store.close()
if (inOrder) {
  process.stdout.write(`books in order: ${figures.members} members, ${figures.entries} entries\n`)
} else {
  process.stderr.write(`books not in order: ${JSON.stringify(findings, undefined, 2)}\n`)
  process.exit(1)
}
