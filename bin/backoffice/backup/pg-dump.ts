import { spawn } from 'node:child_process'
import { errorCode, Problem } from '../problem'
import { readSetting } from '../settings'

/** Reads DATABASE_URL. @throws Problem with what to run by hand, when it is not set here */
export function databaseUrl(byHand: string): string {
  const url = readSetting('DATABASE_URL')
  if (url && URL.canParse(url)) return url
  throw new Problem(
    `DATABASE_URL: not set here, but the store is on PostgreSQL; set it as the site has it, or run: ${byHand}`,
    { status: 'no_database', exitCode: 2 },
  )
}

export async function dump(url: string, path: string): Promise<void> {
  await run('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${path}`], url)
}

/** Reads a whole dump: the list of a truncated file is readable. @throws Problem when damaged */
export async function checkDump(url: string, path: string): Promise<void> {
  await run('pg_restore', ['--file=/dev/null', path], url)
}

/** Restores a dump into a database, all of it or nothing. */
export async function restoreDump(url: string, path: string): Promise<void> {
  const { pathname } = new URL(url)
  const name = decodeURIComponent(pathname.slice(1))
  const how = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
  await run('pg_restore', [...how, `--dbname=${name}`, path], url)
}

/** @throws Problem when the database holds something, a site is connected to it, or it does not answer */
export async function assertEmpty(url: string): Promise<void> {
  if ((await assertWithoutSites(url)) > 0) {
    throw new Problem('Database: not empty; restore into a new one, or empty this one first', {
      status: 'not_empty',
    })
  }
}

/** @returns how many things the database holds. @throws Problem when a site is connected to it, or it does not answer */
export async function assertWithoutSites(url: string): Promise<number> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ things: number; sites: number }>(
      `select (select count(*)::integer from pg_class c join pg_namespace n on n.oid = c.relnamespace
                where n.nspname !~ '^pg_' and n.nspname <> 'information_schema') as things,
              (select count(*)::integer from pg_stat_activity
                where datname = current_database() and application_name = 'madang') as sites`,
    )
    const { things, sites } = rows[0] ?? { things: 0, sites: 0 }
    if (sites > 0) throw new Problem('Database: a site is connected to it; stop the site first', { status: 'in_use' })
    return things
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(`Database: no answer (${errorCode(error) ?? (error as Error).message}); check DATABASE_URL`, {
      exitCode: 3,
    })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Environment that names a database to PostgreSQL's programs, because a process list shows arguments. */
function environmentFor(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const named = {
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
  return { ...process.env, ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== '')) }
}

function run(program: string, args: string[], url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: environmentFor(url), stdio: ['ignore', 'ignore', 'pipe'] })
    const output: Buffer[] = []
    child.stderr.on('data', (bytes: Buffer) => output.push(bytes))
    child.once('error', (error) => {
      const missing = `${program} is not installed here. Run this where PostgreSQL's programs are, or install them.`
      const message = errorCode(error) === 'ENOENT' ? missing : `${program}: ${error.message}`
      reject(new Problem(message, { status: 'no_program', exitCode: 3 }))
    })
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Problem(Buffer.concat(output).toString().trim() || `${program}: ended with ${code}`))
    })
  })
}
