import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Role, roles } from '~/embedded/backoffice/commands/definition'
import { freePort } from '../../bin/free-port.mjs'
import { createTemporaryPostgres, ensureBinaries, serverOwner } from '../../bin/install/postgres.mjs'
import { databaseServerUrl } from '../support/database'
import { hasRedis, startRedis } from '../support/redis'
import { runBackoffice } from '../support/run-backoffice'
import { settingsForTests } from '../support/settings'
import { type Site, startSite } from '../support/site'
import { copyOf, memberPassword, newMember, signedIn, type Visitor, visitor } from '../support/visitor'

/** Runs the commands of docs/operations.md and docs/backup-and-restore.md as written. */

type Block = { text: string; role: Role | undefined }

const blocks = new Map(
  ['operations', 'backup-and-restore']
    .flatMap((page) => readFileSync(`docs/${page}.md`, 'utf8').split(/^## /m).slice(1))
    .map((part) => [part.slice(0, part.indexOf('\n')), blocksOf(part)]),
)

function blocksOf(part: string): Block[] {
  let role: Role | undefined
  return [...part.matchAll(/Role: (\w+)\.|```sh\n(.*?)```/gs)].flatMap(([, named, text]) => {
    if (named !== undefined) role = roles.find((known) => known === named)
    return text === undefined ? [] : [{ text: text.replace(/^ {3}/gm, ''), role }]
  })
}

const backofficeToken = 'a back-office token of 32 characters for tests'
const untested = new Set([...blocks].flatMap(([, found]) => found))
const tokens = {} as Record<Role, string>

let site: Site
let folder: string

/**
 * Runs the blocks of a section in sequence.
 *
 * @param options.block the index of the only block to run.
 * @param options.as the user who runs the blocks, in the root folder.
 * @returns their exit code and output
 */
function run(
  part: string,
  variables: Record<string, string> = {},
  { block, as }: { block?: number; as?: { uid: number; gid: number } | undefined } = {},
): Promise<{ code: number | null; out: string }> {
  const found = blocks.get(part)?.filter((_, index) => block === undefined || index === block) ?? []
  if (found.length === 0) throw new Error(`the pages have no section "${part}" with block ${block}`)
  for (const block of found) untested.delete(block)
  const [role, ...furtherRoles] = new Set(found.map((ofPart) => ofPart.role))
  if (furtherRoles.length > 0) throw new Error(`the blocks of "${part}" are for several roles: run them one by one`)
  return new Promise((resolve) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', found.map(({ text }) => text).join('\n')], {
      ...(as ? { ...as, cwd: '/' } : {}),
      // With a socket as its input, bash assumes a remote shell and reads the machine's configuration.
      stdio: ['ignore', 'pipe', 'pipe'],
      env: settingsForTests({
        SITE: site.base,
        DATA_DIR: site.dataDir,
        ...(databaseServerUrl ? { BACKOFFICE_TOKEN: backofficeToken } : {}),
        ...(role ? { BACKOFFICE_TOKEN: tokens[role] } : {}),
        ...variables,
      }),
    })
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        out += bytes
      })
    child.once('close', (code) => resolve({ code, out }))
  })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'madang-day-2-'))
  site = await startSite({ PLAY_APPROVAL_MS: '0', LOG_LEVEL: 'info', BACKOFFICE_SECOND_PERSON_FROM: '1000000' })
  for (const role of roles) tokens[role] = await makeToken(`a-${role}`, role)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await site?.stop()
})

async function makeToken(name: string, role: Role): Promise<string> {
  const owner = {
    PORT: `${site.port}`,
    DATA_DIR: site.dataDir,
    ...(databaseServerUrl ? { BACKOFFICE_TOKEN: backofficeToken } : {}),
  }
  return String((await runBackoffice(owner, 'make-token', name, '--role', role, '--json')).json().token)
}

async function deposit(member: Visitor, balance: string): Promise<string> {
  const receipt = await member.follow(await (await member.formOn('/deposit', { balance })).post())
  return /\b[0-9A-Z]{4}-[0-9A-Z]{2}\b(?!-)/.exec(receipt.text)?.[0] ?? ''
}

const listed = async (member: Visitor) =>
  ((await member.call('get-deposit-list', { page: 1 })).json() as { balances: unknown[] }).balances.length

describe('a documented procedure', () => {
  it('settles a stuck payment once', async () => {
    const member = await newMember(site.base)
    const NUMBER = await deposit(member, '30000')
    const settled = await run('A payment is stuck', { NUMBER })
    expect([settled.code, settled.out]).toEqual([0, expect.stringContaining('30,000')])
    expect((await member.call('get-in-game-balance', {})).json()).toMatchObject({ balance: 30_000 })
  })

  it('credits a large amount after two people have approved it', async () => {
    const part = 'A large sum'
    const member = await newMember(site.base)
    const NUMBER = await deposit(member, '1000000')
    const first = await run(part, { NUMBER }, { block: 0 })
    const FIRST = /^id +(\d+)$/m.exec(first.out)?.[1] ?? ''
    expect([first.code, FIRST]).toEqual([1, expect.stringMatching(/^\d+$/)])
    expect((await run(part, { NUMBER, FIRST }, { block: 1 })).code, 'the same person').toBe(1)
    const second = await run(
      part,
      { NUMBER, FIRST, BACKOFFICE_TOKEN: await makeToken('second', 'cashier') },
      { block: 1 },
    )
    expect([second.code, second.out]).toEqual([0, expect.stringMatching(/ a-cashier /)])
    expect((await member.call('get-in-game-balance', {})).json()).toMatchObject({ balance: 1_000_000 })
  })

  it('creates a person’s token and revokes it', async () => {
    const result = await run('A person joins or leaves the back office', { PERSON: 'kim' })
    expect([result.code, result.out]).toEqual([0, expect.stringMatching(/^token +[\w-]{43}$/m)])
    const BACKOFFICE_TOKEN = /^token +([\w-]{43})$/m.exec(result.out)?.[1] ?? ''
    expect((await runBackoffice({ PORT: `${site.port}`, BACKOFFICE_TOKEN }, 'status')).code).toBe(3)
  })

  it('finds a login of somebody else, and ends only that one', async () => {
    const member = await newMember(site.base)
    const stranger = await signedIn(site.base, member.id, memberPassword)
    const listed = await run('"I was logged out"', { MEMBER: member.id }, { block: 0 })
    expect(listed.code, listed.out).toBe(0)
    const [SESSION = ''] = /^[0-9a-f]{12}/m.exec(listed.out) ?? []
    const ended = await run('"I was logged out"', { MEMBER: member.id, SESSION }, { block: 1 })
    expect([ended.code, ended.out]).toEqual([0, expect.stringMatching(/^changed +yes$/m)])
    expect((await stranger.call('user-health-check', {})).status).toBe(401)
    expect((await member.call('user-health-check', {})).status).toBe(200)
  })

  it('credits the received instead of the requested amount, and cancels a deposit that was not received', async () => {
    const part = '"My deposit did not arrive"'
    const member = await newMember(site.base)
    const MEMBER = member.id
    const NUMBER = await deposit(member, '30000')
    expect((await run(part, { MEMBER }, { block: 0 })).out).toContain(NUMBER)
    const sentText = '25,300원이 입금되어 그 금액으로 처리했습니다.'
    const credited = await run(part, { NUMBER, CAME: '25300', TELL: sentText }, { block: 1 })
    expect([credited.code, credited.out]).toEqual([0, expect.stringContaining('25,300')])
    expect((await member.call('get-in-game-balance', {})).json()).toMatchObject({ balance: 25_300 })
    const nothing = '입금이 확인되지 않았습니다.'
    const cancelled = await run(part, { NUMBER: await deposit(member, '50000'), TELL: nothing }, { block: 2 })
    expect(cancelled.code, cancelled.out).toBe(0)
    const history = (await member.get('/user?tab=history')).text
    for (const text of [sentText, nothing]) expect(history).toContain(text)
  })

  it('creates a code to replace a forgotten password', async () => {
    const part = '"I forgot my password"'
    const { id: MEMBER } = await newMember(site.base)
    const browser = visitor(site.base)
    await browser.post('/forgot', { id: MEMBER, phone: '01012345678' })
    expect((await run(part, { MEMBER }, { block: 0 })).out).toContain(MEMBER)
    const made = await run(part, { MEMBER, PROOF: '1 won with our word' }, { block: 1 })
    expect(made.code, made.out).toBe(0)
    const code = /^code +([0-9A-Z-]{19})$/m.exec(made.out)?.[1] ?? ''
    const pw = 'three other words'
    expect((await browser.post('/reset', { id: MEMBER, code, pw, pw_check: pw })).location).toBe('/login')
    await browser.signIn(MEMBER, pw)
  })

  it('pays a member out and erases them', async () => {
    const part = '"Delete my data", with money left'
    const member = await newMember(site.base)
    await run('A payment is stuck', { NUMBER: await deposit(member, '30000') })
    const MEMBER = member.id
    expect((await run(part, { MEMBER, FILE: join(folder, 'leaving.json') }, { block: 0 })).code).toBe(0)
    const paidOut = await run(part, { MEMBER }, { block: 1 })
    expect([paidOut.code, paidOut.out]).toEqual([0, expect.stringMatching(/won +30,000/)])
    // The number shown by the preceding dry run is not used.
    const NUMBER = [...paidOut.out.matchAll(/^(?:movement\.)?number +(.{4}-.{2})$/gm)].at(-1)?.[1] ?? ''
    expect((await run(part, { NUMBER }, { block: 2 })).code).toBe(0)
    const erased = await run(part, { MEMBER }, { block: 3 })
    expect([erased.code, erased.out]).toEqual([0, expect.stringMatching(/^member +_erased_/m)])
  })

  it('ends a member’s sessions', async () => {
    const member = await newMember(site.base)
    const result = await run("Somebody else is in a member's account", { MEMBER: member.id })
    expect([result.code, result.out]).toEqual([0, expect.stringMatching(/^ended +1$/m)])
    expect((await member.call('user-health-check', {})).status).toBe(401)
    const again = visitor(site.base)
    expect((await again.post('/login', { id: member.id, pw: memberPassword })).status).toBe(303)
  })

  it('exports a member’s data and erases them', async () => {
    const member = await newMember(site.base)
    const FILE = join(folder, 'member.json')
    const result = await run('A member asks for their data, or to be forgotten', { MEMBER: member.id, FILE })
    expect([result.code, result.out]).toEqual([0, expect.stringMatching(/^member +_erased_/m)])
    expect(JSON.parse(readFileSync(FILE, 'utf8')).tables.members).toMatchObject([{ user_id: member.id }])
    expect((await member.call('user-health-check', {})).status).toBe(401)
    expect((await visitor(site.base).post('/login', { id: member.id, pw: memberPassword })).status).toBe(401)
  })

  it('finds a request by its ID, and its effect on the member’s money', async () => {
    const member = await newMember(site.base)
    const lost = await member.get('/nowhere')
    const requestId = lost.headers.get('X-Request-Id') ?? ''
    expect(requestId).not.toBe('')
    await expect.poll(site.output).toContain(requestId)
    const LOG = join(folder, 'log')
    writeFileSync(LOG, site.output())
    const found = await run('An error has a reference', {
      NUMBER: requestId.slice(0, 8).toUpperCase(),
      LOG,
      MEMBER: member.id,
    })
    expect(found.code, found.out).toBe(0)
    expect(found.out).toContain(`"requestId":"${requestId}"`)
    expect(found.out).toMatch(new RegExp(`^${member.id} .* 404 `, 'm'))
  })

  it('restores PostgreSQL to a point in time, with exactly the changes before it', async () => {
    const part = 'Point-in-time recovery of PostgreSQL'
    const as = serverOwner()
    const home = mkdtempSync(join(tmpdir(), 'madang-archive-'))
    const ARCHIVE = join(home, 'archive')
    mkdirSync(ARCHIVE)
    // As on Debian, the configuration is not in the data folder or its backup.
    const CONFIG = join(home, 'etc')
    const server = await createTemporaryPostgres(() => {}, { configFolder: CONFIG })
    const redis = hasRedis ? await startRedis() : undefined
    if (as) for (const path of [home, ARCHIVE]) chownSync(path, as.uid, as.gid)
    const RESTORED_PORT = `${await freePort()}`
    const RESTORED_URL = server.url.replace(/:\d+\//, `:${RESTORED_PORT}/`)
    const RESTORED = join(home, 'restored')
    const BIN = ensureBinaries(() => {})
    const variables = {
      ADMIN_URL: server.url,
      BIN,
      CONFIG,
      ARCHIVE,
      BASE: join(home, 'base'),
      RESTORED,
      RESTORED_PORT,
      RESTORED_URL,
    }
    const runBlock = async (block: number, more: Record<string, string> = {}, user: typeof as | null = as) => {
      const { code, out } = await run(part, { ...variables, ...more }, { block, as: user ?? undefined })
      const log = join(RESTORED, 'server.log')
      expect(code, existsSync(log) ? out + readFileSync(log, 'utf8') : out).toBe(0)
      return out
    }
    const settings = {
      SESSION_SECRET: 'a secret for tests that is long enough to be taken',
      BACKOFFICE_TOKEN: backofficeToken,
      ...(redis ? { REDIS_URL: redis.url } : {}),
    }
    const sites: Site[] = []
    try {
      await server.start()
      await runBlock(0)
      await server.crash()
      await server.start()
      const before = await startSite({ ...settings, DATABASE_URL: server.url })
      sites.push(before)
      await runBlock(1)
      const member = await newMember(before.base)
      expect(await deposit(member, '30000')).not.toBe('')
      const MOMENT = new Date().toISOString().replace('Z', '+00')
      const lost = { balance: 30_000, code: 'code-of-a-deposit-after-the-moment' }
      expect((await member.call('apply-user-deposit', lost)).json()).toMatchObject({ status: 'success' })
      expect(await listed(member)).toBe(2)
      await before.stop()
      await runBlock(2)
      await server.crash()
      await runBlock(3, { MOMENT })
      expect(await runBlock(4, {}, null)).toContain('The books are in order')

      const after = await startSite({ ...settings, DATABASE_URL: RESTORED_URL })
      sites.push(after)
      expect((await copyOf(member, after.base).call('user-health-check', {})).status).toBe(401)
      const again = await signedIn(after.base, member.id, memberPassword)
      expect(await listed(again)).toBe(1)
      // The outcome that Redis stores for the code belongs to the replaced database.
      expect((await again.call('apply-user-deposit', lost)).json()).toMatchObject({ status: 'success' })
      expect(await listed(again)).toBe(2)
      await after.stop()
    } finally {
      for (const { kill } of sites) await kill()
      spawnSync(join(BIN, 'pg_ctl'), ['--pgdata', RESTORED, '--mode', 'immediate', 'stop'], { ...as, cwd: '/' })
      await server.stop()
      await redis?.kill()
      rmSync(home, { recursive: true, force: true })
    }
  })

  it.skipIf(!hasRedis)('deletes the request codes of a restored upstream, and nothing else', async () => {
    const redis = await startRedis()
    try {
      for (const name of ['code:one', 'code:two', 'revoked:three']) redis.tell('set', `madang:${name}`, '1')
      for (const _ of ['some', 'none']) {
        const result = await run('Your own upstream was restored', { REDIS_URL: redis.url })
        expect(result.code, result.out).toBe(0)
        expect(redis.dump()).toBe('madang:revoked:three 1\n\n')
      }
    } finally {
      await redis.kill()
    }
  })

  it('backs up and restores the Compose database, with exactly the changes before the backup', async () => {
    const part = 'Back up and restore with Compose'
    const server = await createTemporaryPostgres(() => {})
    const FILE = join(folder, 'madang.dump')
    const port = await freePort()
    const url = server.url.replace(/postgres$/, 'madang')
    const settings = {
      PORT: `${port}`,
      DATABASE_URL: url,
      SESSION_SECRET: 's'.repeat(40),
      BACKOFFICE_TOKEN: backofficeToken,
    }
    const sites: Site[] = []
    const start = async () => {
      sites.push(await startSite(settings))
      return sites.at(-1) as Site
    }
    // Replaces Docker: runs commands for a container here, and lets the test start and stop the site.
    const shim = join(folder, 'docker')
    const request = join(folder, 'asked')
    writeFileSync(
      shim,
      `#!/bin/bash
[ "$1" = compose ] || exit 9
case "$2 $3 $4" in
  "exec -T database"|"exec -T site") exec "\${@:5}" ;;
  "run --rm --no-deps") exec "\${@:7}" ;;
  "stop site ") wanted=stopped ;;
  "up --detach --wait") wanted=started ;;
  *) exit 9 ;;
esac
echo $wanted > ${request}
until [ ! -e ${request} ]; do sleep 0.1; done
`,
      { mode: 0o755 },
    )
    try {
      await server.start()
      const pgPort = new URL(server.url).port
      spawnSync('psql', [server.url, '-c', 'create database madang'])
      const variables = {
        FILE,
        PATH: `${folder}:${ensureBinaries(() => {})}:${process.env.PATH}`,
        PGHOST: '127.0.0.1',
        PGPORT: pgPort,
        PORT: `${port}`,
        DATABASE_URL: url,
        BACKOFFICE_TOKEN: backofficeToken,
      }
      const before = await start()
      const member = await newMember(before.base)
      expect(await deposit(member, '30000')).not.toBe('')
      const backedUp = await run(part, variables, { block: 0 })
      expect(backedUp.code, backedUp.out).toBe(0)
      expect(await deposit(member, '30000')).not.toBe('')

      let restored: Awaited<ReturnType<typeof run>> | undefined
      const restoring = run(part, variables, { block: 1 }).then((result) => {
        restored = result
      })
      while (restored === undefined) {
        const wanted = existsSync(request) ? readFileSync(request, 'utf8').trim() : ''
        if (wanted === 'stopped') await sites.at(-1)?.stop()
        if (wanted === 'started') await start()
        rmSync(request, { force: true })
        await Promise.race([restoring, pause(100)])
      }
      expect(restored.code, restored.out).toBe(0)
      expect(restored.out).toContain('The books are in order')
      const again = await signedIn(before.base, member.id, memberPassword)
      expect(await listed(again)).toBe(1)
      await sites.at(-1)?.stop()
    } finally {
      for (const { kill } of sites) await kill()
      await server.stop()
    }
  })

  it('drains a node, which exits with 0', async () => {
    const node = await startSite()
    const result = await run('A node must be drained', { SITE: node.base, PID: `${node.process.pid}` })
    expect([result.code, result.out]).toEqual([0, ''])
    expect(await node.ended).toBe(0)
    await node.stop()
  })

  it('creates a secret, and prints the secrets of a callback sender', async () => {
    const result = await run('A secret must change')
    expect(result.code, result.out).toBe(0)
    const [secret = ''] = result.out.split('\n')
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(result.out.trim().split('\n').length).toBeGreaterThan(1)
  })

  it.skipIf(!hasRedis)('changes the passwords of PostgreSQL and Redis while members are logged in', async () => {
    const part = 'The password of PostgreSQL or Redis must change'
    const [server, redis] = [await createTemporaryPostgres(() => {}), await startRedis()]
    const sites: Site[] = []
    try {
      await server.start()
      const psql = (url: string, ...statements: string[]) =>
        spawnSync('psql', [url, '-At', ...statements.flatMap((statement) => ['-c', statement])], { encoding: 'utf8' })
      psql(server.url, "create role shop login password 'old1'", 'create database shop owner shop')
      // Only the superuser can still log in without a password.
      const hba = psql(server.url, 'show hba_file').stdout.trim()
      writeFileSync(hba, 'host all madang 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n')
      psql(server.url, 'select pg_reload_conf()')
      const databaseUrl = (role: string, password: string) =>
        server.url.replace('madang@', `${role}:${password}@`).replace(/postgres$/, 'shop')
      const redisUrl = (password: string) => redis.url.replace('//', `//default:${password}@`)
      const askRedis = (url: string) =>
        spawnSync('redis-cli', ['-u', url, '--no-auth-warning', 'ping'], { encoding: 'utf8' }).stdout.trim()
      spawnSync('redis-cli', ['-u', redis.url, 'config', 'set', 'requirepass', 'old2'])

      const [oldUrl, newUrl] = [databaseUrl('shop', 'old1'), databaseUrl('shop_2', 'new1')]
      const variables = { ADMIN_URL: server.url, OWNER: 'shop', OLD_ROLE: 'shop', NEW_ROLE: 'shop_2' }
      const forRedis = { REDIS_URL: redisUrl('old2'), NEW_REDIS_URL: redisUrl('new2'), OLD_PASSWORD: 'old2' }
      const runBlock = async (block: number, more: Record<string, string>) => {
        const { code, out } = await run(part, { ...variables, ...more }, { block })
        expect(code, out).toBe(0)
        return out.trim()
      }
      const start = async (database: string, password: string) => {
        const settings = { DATABASE_URL: database, REDIS_URL: redisUrl(password), BACKOFFICE_TOKEN: backofficeToken }
        const started = await startSite({ ...settings, SESSION_SECRET: 's'.repeat(40), PLAY_APPROVAL_MS: '0' })
        sites.push(started)
        return started
      }
      const before = await start(oldUrl, 'old2')
      const member = await newMember(before.base)
      expect(await runBlock(0, { NEW_PASSWORD: 'new1', NEW_DATABASE_URL: newUrl })).toBe('shop')
      expect(await runBlock(2, { ...forRedis, NEW_PASSWORD: 'new2' })).toBe('OK\nPONG')

      // Both sites run side by side, one with the old and one with the new passwords.
      const after = await start(newUrl, 'new2')
      const there = copyOf(member, after.base)
      for (const copy of [member, there]) expect(await deposit(copy, '30000')).not.toBe('')
      await before.stop()
      expect(await runBlock(1, {})).toBe('0')
      expect(await runBlock(3, forRedis)).toBe('OK')

      expect(psql(oldUrl, 'select 1').stderr).toContain('password authentication failed')
      expect(askRedis(redisUrl('old2'))).not.toBe('PONG')
      expect(await deposit(there, '30000')).not.toBe('')
      expect(await listed(there)).toBe(3)
      const owners = psql(newUrl, "select distinct tableowner from pg_tables where schemaname = 'public'")
      expect(owners.stdout.trim()).toBe('shop')
      await after.stop()
      await (await start(newUrl, 'new2')).stop()
    } finally {
      for (const { kill } of sites) await kill()
      await redis.kill()
      await server.stop()
    }
  })

  it('has no command that these tests don’t run', () => {
    expect([...untested]).toEqual([])
  })
})
