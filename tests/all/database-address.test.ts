import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../bin/free-port.mjs'
import { createTemporaryPostgres, serverOwner } from '../../bin/install/postgres.mjs'
import { settingsForTests } from '../support/settings'
import { sharedFolder } from '../support/shared-folder'
import { secretsOnDatabase, spawnSite, startSite } from '../support/site'
import { newMember } from '../support/visitor'

/** URLs of PostgreSQL as operators use them (docs/postgresql.md): a pooler, TLS with a private CA, a proxy. */

const has = (program: string) => spawnSync(program, ['--version']).error === undefined
const folder = sharedFolder('address')
const owner = serverOwner()
let postgres: Awaited<ReturnType<typeof createTemporaryPostgres>>
let port: string

beforeAll(async () => {
  chmodSync(folder, 0o755)
  postgres = await createTemporaryPostgres(() => {})
  await postgres.start()
  port = new URL(postgres.url).port
})
afterAll(() => postgres?.stop())

async function runSql(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Starts a site that fails to start. @returns its exit code and its output on stderr */
async function startThatEnds(url: string): Promise<[unknown, string]> {
  const settings = { PORT: `${await freePort()}`, DATA_DIR: folder, DATABASE_URL: url, ...secretsOnDatabase }
  const site = spawnSite(settingsForTests(settings))
  const late = setTimeout(() => site.process.kill('SIGKILL'), 120_000)
  const code = await site.ended
  clearTimeout(late)
  return [code, site.stderr().trim()]
}

describe.runIf(has('pgbouncer'))('PgBouncer in transaction mode', () => {
  async function startPooler(...more: string[]) {
    const listen = await freePort()
    const users = join(folder, `users-${listen}.txt`)
    writeFileSync(users, '"madang" "pooled"\n')
    const file = join(folder, `pgbouncer-${listen}.ini`)
    const lines = [
      '[databases]',
      `* = host=127.0.0.1 port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listen}`,
      'unix_socket_dir =',
      'auth_type = plain',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 4',
      ...more,
    ]
    writeFileSync(file, `${lines.join('\n')}\n`)
    const pooler = spawn('pgbouncer', [file], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
    await new Promise<void>((resolve) =>
      pooler.stderr.on('data', (text: Buffer) => text.toString().includes('process up') && resolve()),
    )
    const stop = async () => {
      pooler.kill('SIGKILL')
      await once(pooler, 'exit')
    }
    return {
      urlOf: (name: string, password = 'pooled') => `postgres://madang:${password}@127.0.0.1:${listen}/${name}`,
      stop,
    }
  }

  it.each([
    ['with its defaults', []],
    [
      'that ignores the time-limit parameters',
      ['ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout'],
    ],
  ])('%s serves members, and waiting for a lock still ends after two seconds', async (_, more) => {
    const name = `pooled_${more.length}`
    await runSql(`create database ${name}`)
    const pooler = await startPooler(...more)
    const site = await startSite({ DATABASE_URL: pooler.urlOf(name), ...secretsOnDatabase })
    try {
      const member = await newMember(site.base)
      const stranger = new pg.Client({ connectionString: postgres.url.replace(/postgres$/, name) })
      await stranger.connect()
      await stranger.query('begin')
      await stranger.query('lock table accounts')
      const form = await member.formOn('/deposit', { balance: '10000' })
      const blocked = await form.post()
      expect([blocked.status, blocked.page.querySelector('main form') !== null]).toEqual([503, true])
      await stranger.end()
      expect((await form.post()).status).toBe(303)
      const { total } = (await member.call('get-deposit-list', {})).json() as { total: number }
      expect(total).toBe(1)
      expect(await site.stop()).toBe(0)
    } finally {
      await site.kill()
      await pooler.stop()
    }
  })

  it('that rejects the password stops startup with a one-sentence error', async () => {
    const pooler = await startPooler()
    try {
      const [code, output] = await startThatEnds(pooler.urlOf('pooled_0', 'wrong'))
      expect([code, output]).toEqual([1, expect.stringMatching(/^DATABASE_URL: .*auth.* failed$/)])
    } finally {
      await pooler.stop()
    }
  })
})

it('a database URL with several hosts is rejected', async () => {
  for (const url of ['postgres://madang@one:5432,two:5432/madang', 'postgres://madang@one/madang?host=one,two']) {
    expect(await startThatEnds(url)).toEqual([1, expect.stringMatching(/^DATABASE_URL: must name one host/)])
  }
})

describe.runIf(has('openssl'))('TLS with a private CA', () => {
  const [ca, key, cert] = ['ca.crt', 'server.key', 'server.crt'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const urlOf = (query: string) => `postgres://madang@localhost:${port}/encrypted?${query}`

  beforeAll(async () => {
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
    const subject = ['-nodes', '-newkey', 'rsa:2048', '-days', '2']
    openssl('req', '-x509', ...subject, '-subj', '/CN=private CA', '-keyout', 'ca.key', '-out', ca)
    openssl(
      'req',
      '-x509',
      ...subject,
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-addext',
      'basicConstraints=critical,CA:FALSE',
      '-CA',
      ca,
      '-CAkey',
      'ca.key',
      '-keyout',
      key,
      '-out',
      cert,
    )
    if (owner) chownSync(key, owner.uid, owner.gid)
    chmodSync(key, 0o600)
    await runSql(
      'create database encrypted',
      `alter system set ssl_cert_file = '${cert}'`,
      `alter system set ssl_key_file = '${key}'`,
      'alter system set ssl = on',
      'select pg_reload_conf()',
    )
  })

  it('is verified by the site and by pg_dump with the same URL', async () => {
    const url = urlOf(`sslmode=verify-full&sslrootcert=${ca}`)
    const site = await startSite({ DATABASE_URL: url, ...secretsOnDatabase })
    try {
      await newMember(site.base)
      await runSql(`do $$ begin if exists (select from pg_stat_activity a left join pg_stat_ssl s using (pid)
        where a.application_name = 'madang' and datname = 'encrypted' and not s.ssl) then raise 'not encrypted'; end if; end $$`)
      execFileSync('pg_dump', ['--format=custom', `--file=${join(folder, 'dump')}`, url])
      expect(site.output()).not.toContain('SECURITY WARNING')
      expect(await site.stop()).toBe(0)
    } finally {
      await site.kill()
    }
  })

  it.each([
    ['is unknown', 'sslmode=verify-full', /certificate/],
    ['has no file', 'sslmode=verify-full&sslrootcert=/nowhere/ca.crt', /ENOENT/],
  ])('stops startup with a one-sentence error when the CA %s', async (_, query, why) => {
    const [code, output] = await startThatEnds(urlOf(query))
    expect([code, output]).toEqual([1, expect.stringMatching(/^DATABASE_URL: [^\n]*$/)])
    expect(output).toMatch(why)
  })
})
