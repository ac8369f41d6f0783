import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { seconds } from '~/values/durations'
import { errorCode, Problem, problem, textFor } from '../problem'
import { readSetting } from '../settings'
import { onSignal } from './restored-site'

/** Reads DATABASE_URL. @throws Problem that suggests the command `byHand`, if the variable is not set here */
export function databaseUrl(byHand: string): string {
  const url = readSetting('DATABASE_URL')
  if (url && URL.canParse(url)) return url
  throw problem('database.notSet', { byHand }, { status: 'no_database', exitCode: 2 })
}

/** Restores a dump into a database, either completely or not at all. */
export function restoreDump(url: string, path: string): Promise<void> {
  const how = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
  return run('pg_restore', [...how, `--dbname=${decodeURIComponent(new URL(url).pathname.slice(1))}`, path], url)
}

/** A database's relations and functions, except those of PostgreSQL and its extensions. */
const things = `(select (pg_identify_object(classid, objid, 0)).*
  from (select 'pg_class'::regclass as classid, oid as objid, relnamespace as namespace from pg_class
         where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        union all select 'pg_proc'::regclass, oid, pronamespace from pg_proc) thing
 where namespace not in (select oid from pg_namespace where nspname ~ '^pg_' or nspname = 'information_schema')
   and not exists (select from pg_depend d
                    where d.classid = thing.classid and d.objid = thing.objid and d.deptype in ('e', 'i'))) things`

/** @returns the number of objects in the database @throws Problem if a site is connected or there is no response */
export function assertWithoutSites(url: string): Promise<number> {
  return withDatabase(url, async (client) => (await listThings(client)).length)
}

async function listThings(client: Client): Promise<{ type: string; identity: string }[]> {
  const { rows: sites } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'madang'`,
  )
  if (sites.length > 0) throw problem('database.inUse', {}, { status: 'in_use' })
  return (await client.query<{ type: string; identity: string }>(`select type, identity from ${things}`)).rows
}

/** Runs `work` on an empty database. If it fails or a signal arrives, empties the database again. */
export async function emptyOnFailure<Done>(url: string, work: () => Promise<Done>): Promise<Done> {
  let emptied: Promise<void> | undefined
  const empty = () => {
    emptied ??= withDatabase(url, async (client) => {
      // The site process that opened the database has stopped, but its connections may stay open for a moment.
      const found = await listThings(client).catch(() => wait(seconds(2)).then(() => listThings(client)))
      const drops = found.map(({ type, identity }) => `drop ${type} if exists ${identity} cascade;`)
      await client.query(`set client_min_messages = error; ${drops.join('\n')}`)
    })
    return emptied
  }
  const forget = onSignal(empty)
  try {
    return await work()
  } catch (error) {
    await empty().catch((failed: Error) => {
      throw new Problem(`${(error as Error).message}\n${textFor('database.notEmptied', { reason: failed.message })}`)
    })
    throw error
  } finally {
    forget()
  }
}

async function withDatabase<Done>(url: string, work: (client: Client) => Promise<Done>): Promise<Done> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw problem('database.noAnswer', { reason: errorCode(error) ?? (error as Error).message }, { exitCode: 3 })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Passes the database to PostgreSQL's programs in the environment, because process lists show arguments. */
function environmentFor(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const ofSsl = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'].map((name) => [name, searchParams.get(name) ?? ''])
  const named = {
    PGHOST: searchParams.get('host') ?? hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGCONNECT_TIMEOUT: '10',
    ...Object.fromEntries(ofSsl.map(([name, value]) => [`PG${name?.toUpperCase()}`, value])),
  }
  return { ...process.env, ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== '')) }
}

export function run(program: string, args: string[], url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: environmentFor(url), stdio: ['ignore', 'ignore', 'pipe'] })
    const forget = onSignal(() => child.kill())
    const output: Buffer[] = []
    child.stderr.on('data', (bytes: Buffer) => output.push(bytes))
    child.once('error', (error) => {
      const isMissing = errorCode(error) === 'ENOENT'
      const message = isMissing ? textFor('program.missing', { program }) : `${program}: ${error.message}`
      reject(new Problem(message, { status: 'no_program', exitCode: 3 }))
    })
    child.once('close', (code) => {
      forget()
      if (code === 0) resolve()
      else reject(new Problem(Buffer.concat(output).toString().trim() || `${program}: ended with ${code}`))
    })
  })
}
