// Soak test of the built site: npm run test:soak [-- SECONDS]
// Runs a crowd with kill -9 on PGlite and on PostgreSQL. Starts its own sites and database on this machine.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuildFresh } from '../../bin/build/fresh-build.mjs'
import { ensurePostgres } from '../../bin/install/postgres.mjs'

const [seconds = '120'] = process.argv.slice(2)
if (!/^\d{1,5}$/.test(seconds)) {
  process.stderr.write('SECONDS must be a whole number: how long each store is beset.\n')
  process.exit(1)
}
const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1

if (!isBuildFresh('site') && run('npm', ['run', 'build']) !== 0) process.exit(1)
const postgres = await ensurePostgres((line) => process.stdout.write(`${line}\n`))
const vitest = (args, env = {}) => run(join('node_modules', '.bin', 'vitest'), ['run', ...args], env)
const crowd = ['--project', 'http', 'tests/http/embedded/crowd.test.ts']
const statuses = [
  vitest(crowd, { CROWD_SECONDS: seconds }),
  vitest(crowd, { TEST_DATABASE_URL: postgres.url, CROWD_SECONDS: seconds }),
]
await postgres.stop()
process.exit(Math.max(...statuses))
