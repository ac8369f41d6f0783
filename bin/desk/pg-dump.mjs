import { spawn } from 'node:child_process'
import { Problem, setting } from './desk-client.mjs'

/** PostgreSQL's own programs, and what they are told of the database: by the environment, which no process list shows. */

/** The setting. @throws {Problem} with what to run by hand when it is not set here */
export function databaseUrl(byHand) {
  const url = setting('DATABASE_URL')
  if (url && URL.canParse(url)) return url
  throw new Problem(
    `The house runs on PostgreSQL, and DATABASE_URL is not set here. Set it as the site has it, or run: ${byHand}`,
    { status: 'no_database', exitCode: 2 },
  )
}

/** Dumps a database into a file, as it is at one moment. */
export async function dump(url, path) {
  await run('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${path}`], url)
}

/** Reads through a dump's list. @throws {Problem} when it is none */
export async function checkedDump(url, path) {
  await run('pg_restore', ['--list', '--file=/dev/null', path], url)
}

/** Puts a dump into a database, all of it or nothing. */
export async function undump(url, path) {
  const { pathname } = new URL(url)
  const name = decodeURIComponent(pathname.slice(1))
  const how = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
  await run('pg_restore', [...how, `--dbname=${name}`, path], url)
}

/** @throws {Problem} when the database holds something, a site is connected to it, or it does not answer */
export async function assertEmpty(url) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query(
      `select (select count(*)::integer from pg_class c join pg_namespace n on n.oid = c.relnamespace
                where n.nspname !~ '^pg_' and n.nspname <> 'information_schema') as things,
              (select count(*)::integer from pg_stat_activity
                where datname = current_database() and application_name = 'madang') as sites`,
    )
    const [{ things, sites }] = rows
    if (sites > 0) throw new Problem('A site is connected to this database. Stop it first.', { status: 'in_use' })
    if (things > 0) {
      throw new Problem('The database is not empty. Restore into a new one, or empty this one first.', {
        status: 'not_empty',
      })
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(`The database does not answer (${error.code ?? error.message}).`, { exitCode: 3 })
  } finally {
    await client.end().catch(() => {})
  }
}

/** What a URL says, under the names that PostgreSQL's programs know. */
function surroundings(url) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const said = {
    PGHOST: searchParams.get('host') ?? hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: searchParams.get('sslrootcert') ?? '',
    PGSSLCERT: searchParams.get('sslcert') ?? '',
    PGSSLKEY: searchParams.get('sslkey') ?? '',
    PGCONNECT_TIMEOUT: '10',
  }
  return { ...process.env, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== '')) }
}

function run(program, args, url) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: surroundings(url), stdio: ['ignore', 'ignore', 'pipe'] })
    const said = []
    child.stderr.on('data', (bytes) => said.push(bytes))
    child.once('error', (error) => {
      const missing = `${program} is not installed here. Run this where PostgreSQL's programs are, or install them.`
      const message = 'code' in error && error.code === 'ENOENT' ? missing : `${program}: ${error.message}`
      reject(new Problem(message, { status: 'no_program', exitCode: 3 }))
    })
    child.once('close', (code) => {
      if (code === 0) resolve(undefined)
      else reject(new Problem(Buffer.concat(said).toString().trim() || `${program} ended with ${code}.`))
    })
  })
}
