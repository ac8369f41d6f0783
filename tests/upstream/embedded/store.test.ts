import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DatabaseClock } from '~/embedded/store/database-clock.server'
import { FolderInUse, lockFolder } from '~/embedded/store/folder-lock.server'
import { openPglite } from '~/embedded/store/pglite.server'
import { openPostgres } from '~/embedded/store/postgres.server'
import { type Store, StoreUnavailable, sqlState } from '~/embedded/store/store.server'
import { SyncedFolder } from '~/embedded/store/synced-folder.server'
import { createDatabase, databaseServerUrl } from '../../support/database'
import { hasProc, isPosix } from '../../support/platform'
import { sharedFolder } from '../../support/shared-folder'

const bootId = hasProc ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() : ''

const folder = sharedFolder('store')

describe.skipIf(!hasProc)('a folder’s lock', () => {
  const filesOf = (name: string) => readdirSync(folder).filter((file) => file.startsWith(name))

  async function heldBy(name: string, holder: Record<string, unknown>): Promise<string> {
    const path = join(folder, name)
    await writeFile(path, JSON.stringify({ pid: 1, started: '0', host: hostname(), boot: bootId, ...holder }))
    return path
  }

  const statOf = (pid: number | string | undefined) =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')

  it('is a file that names its holder, until it is released', () => {
    const path = join(folder, 'own.lock')
    const unlock = lockFolder(path)
    const self = { pid: process.pid, started: statOf('self')[19], boot: bootId, host: hostname() }
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(self)
    expect(() => lockFolder(path)).toThrow(/process \d+ on this machine has the data folder open; stop it first/)
    unlock()
    expect(filesOf('own.lock')).toEqual([])
  })

  it('is refused while its holder runs on this machine, and free once the holder was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    try {
      // Older releases wrote more fields.
      const older = { token: 'another', namespace: 'pid:[1]' }
      const path = await heldBy('running.lock', { ...older, pid: child.pid, started: statOf(child.pid)[19] })
      expect(() => lockFolder(path)).toThrow(FolderInUse)
      child.kill('SIGKILL')
      await once(child, 'exit')
      lockFolder(path)()
    } finally {
      child.kill('SIGKILL')
    }
  })

  it.each([
    ['whose PID another one has now', { pid: process.ppid, started: '1' }],
    ['that is gone', { pid: 2 ** 22 + 1 }],
    ['with the same PID, in a container that was restarted', { pid: process.pid, host: 'its-older-container' }],
    ['from before this host was restarted', { pid: process.ppid, boot: 'an earlier one' }],
  ])('is taken over from a process %s', async (_whose, holder) => {
    const path = await heldBy('earlier.lock', holder)
    const unlock = lockFolder(path)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
    unlock()
    expect(filesOf('earlier.lock')).toEqual([])
  })

  it('is never taken over if it is from another host or unreadable', async () => {
    // No process on this host has this PID.
    const elsewhere = await heldBy('elsewhere.lock', { host: 'elsewhere', boot: 'its own', pid: 2 ** 22 + 1 })
    expect(() => lockFolder(elsewhere)).toThrow(
      /process \d+ on elsewhere has the data folder open, or crashed; delete the file/,
    )
    const damaged = join(folder, 'damaged.lock')
    for (const text of ['', '{"pid":1}']) {
      await writeFile(damaged, text)
      expect(() => lockFolder(damaged)).toThrow(/damaged/)
    }
    await rm(damaged)
    // A symbolic link to itself.
    await symlink(damaged, damaged)
    expect(() => lockFolder(damaged)).toThrow(/ELOOP/)
    expect([...filesOf('elsewhere.lock'), ...filesOf('damaged.lock')]).toEqual(['elsewhere.lock', 'damaged.lock'])
    await rm(damaged)
  })

  it('is taken over by only one of several simultaneous processes', async () => {
    const program = `
      import { runnerImport } from 'vite'
      const { module } = await runnerImport('/app/embedded/store/folder-lock.server.ts', {
        root: process.cwd(), configFile: false, logLevel: 'silent', resolve: { tsconfigPaths: true },
      })
      process.send('ready')
      process.on('message', ({ path, at }) => {
        while (Date.now() < at);
        try {
          module.lockFolder(path)
          process.send('mine')
        } catch ({ name }) {
          process.send(name)
        }
      })`
    const file = join(process.cwd(), 'node_modules', '.madang-lock-test.mjs')
    await writeFile(file, program)
    const children = [1, 2, 3].map(() => fork(file, { stdio: 'ignore' }))
    try {
      await Promise.all(children.map((child) => once(child, 'message')))
      for (let round = 0; round < 5; round++) {
        const path = await heldBy(`several-${round}.lock`, { pid: 2 ** 22 + 1 })
        const responses = children.map((child) => once(child, 'message'))
        const at = Date.now() + 20
        for (const child of children) child.send({ path, at })
        const outcomes = (await Promise.all(responses)).map(([response]) => response).sort()
        expect(outcomes).toEqual(['FolderInUse', 'FolderInUse', 'mine'])
      }
    } finally {
      for (const child of children) child.kill('SIGKILL')
      await rm(file)
    }
  })
})

/** A PGlite folder for all tests, because creating a database without the dump takes seconds of processor time. */
const pgliteDir = () => join(folder, 'pglite')

/** Records each file that is synced to the disk. @returns a function that stops recording */
function replaceSync(record: (file: number) => void): () => void {
  const sync = fs.fsyncSync
  const spy = vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    record(file)
    sync(file)
  })
  syncBuiltinESMExports()
  return () => {
    spy.mockRestore()
    syncBuiltinESMExports()
  }
}

describe('PGlite', () => {
  it.skipIf(!hasProc)(
    'starts over after an interrupted first start, and syncs writes to the disk before they succeed',
    async () => {
      const dataDir = pgliteDir()
      await mkdir(join(dataDir, 'house.new', 'base'), { recursive: true })
      const store = await openPglite({ dataDir })
      await store.exec('create table kept (a integer); insert into kept values (7)')
      await store.close()
      expect(existsSync(join(dataDir, 'house.new'))).toBe(false)

      const reopened = await openPglite({ dataDir })
      expect(await reopened.query('select a from kept')).toEqual([{ a: 7 }])
      const synced: string[] = []
      const restoreSync = replaceSync((file) => synced.push(readlinkSync(`/proc/self/fd/${file}`)))
      await reopened.query('insert into kept values (8)')
      expect(synced).toContainEqual(expect.stringContaining('/pg_wal/'))
      synced.length = 0
      await reopened.tx((sql) => sql.query('insert into kept values (9)'))
      expect(synced).toContainEqual(expect.stringContaining('/pg_wal/'))
      await reopened.exec('checkpoint')
      expect(synced).toContainEqual(expect.stringContaining('/base/'))
      restoreSync()
      await reopened.close()
      await expect(reopened.query('select 1')).rejects.toThrow(StoreUnavailable)
    },
  )

  it('ends the process if a write doesn’t reach the disk', async () => {
    const { emscriptenOpts } = await new SyncedFolder(folder).init({} as PGlite, {})
    const NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } = { stream_ops: {} }
    for (const prepare of emscriptenOpts.preRun?.slice(-1) ?? []) prepare({ NODEFS } as never)
    const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`)
    })
    const line = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    // This descriptor belongs to no file.
    expect(() => NODEFS.stream_ops.fsync?.({ nfd: 2 ** 30 })).toThrow('exit 1')
    expect(line).toHaveBeenCalledWith(
      `${folder}: can't be written to the disk (EBADF), so the process ends; check the disk\n`,
    )
    exit.mockRestore()
    line.mockRestore()
  })

  it.skipIf(!hasProc)(
    'opens the folder of a killed older release with a journal, and ignores the journal',
    async () => {
      const dataDir = pgliteDir()
      const journal = join(dataDir, 'house.journal')
      await writeFile(journal, '{"what":"movement","id":"9","won":"1","at":"2026-03-02T03:00:00.000Z","about":""}\n')
      const lock = { token: 'its', pid: 2 ** 22 + 1, started: '1', host: 'vm', boot: bootId, namespace: 'pid:[1]' }
      await writeFile(join(dataDir, 'house.lock'), JSON.stringify(lock))
      const store = await openPglite({ dataDir })
      expect(await store.query('select a from kept where a = 7')).toEqual([{ a: 7 }])
      await store.close()
      expect(readdirSync(dataDir).sort()).toEqual(['house', 'house.journal'])
      await rm(journal)
    },
  )

  it.skipIf(!isPosix)('treats an unreadable folder neither as a new store nor as a broken one', async () => {
    const dataDir = join(folder, 'unreadable')
    await mkdir(dataDir)
    await symlink('house', join(dataDir, 'house'))
    await expect(openPglite({ dataDir })).rejects.toThrow(/ELOOP/)
    await rm(join(dataDir, 'house'))
    await mkdir(join(dataDir, 'house'))
    await symlink('PG_VERSION', join(dataDir, 'house', 'PG_VERSION'))
    await expect(openPglite({ dataDir })).rejects.toThrow(/ELOOP/)
    expect(readdirSync(dataDir)).toEqual(['house'])
  })
})

describe.each(databaseServerUrl ? ['PGlite', 'PostgreSQL'] : ['PGlite'])('a store on %s', (kind) => {
  let store: Store
  let drop = async () => {}
  beforeAll(async () => {
    if (kind === 'PGlite') store = await openPglite({ dataDir: pgliteDir() })
    else {
      const database = await createDatabase()
      store = openPostgres({ url: database.url, pool: 4, warn: () => {} })
      drop = database.drop
    }
    await store.exec(
      'create table things (id integer primary key, won bigint, at timestamptz, day date, rate numeric, more jsonb)',
    )
  })
  afterAll(() => store?.close().then(drop))

  it('stores and returns values unchanged', async () => {
    const row = {
      id: 1,
      won: 9_007_199_254_740_993n,
      at: new Date('2026-03-02T03:04:05.678Z'),
      day: '2026-03-02',
      rate: '0.30',
      more: { list: [1, 'two'], none: null },
    }
    await store.query('insert into things values ($1, $2, $3, $4, $5, $6::jsonb)', [
      ...Object.values(row).slice(0, 5),
      JSON.stringify(row.more),
    ])
    expect(await store.query('select * from things where won = any($1::bigint[])', [[row.won, 1n]])).toEqual([row])
  })

  it('rolls back a transaction whose work fails', async () => {
    const failing = store.tx(async (sql) => {
      await sql.query('insert into things (id) values (50)')
      throw new RangeError('no')
    })
    await expect(failing).rejects.toThrow(RangeError)
    expect(await store.query('select id from things where id = 50')).toEqual([])
  })

  it('reports the database’s error', async () => {
    const twice = store.tx(async (sql) => {
      await sql.query('insert into things (id) values (60)')
      await sql.query('insert into things (id) values (60)')
    })
    await expect(twice).rejects.toSatisfy((error) => sqlState(error) === '23505')
    expect(sqlState(new Error('x'))).toBeUndefined()
    expect(sqlState(Object.assign(new Error('x'), { code: 'EPIPE' }))).toBeUndefined()
  })

  it('runs a cached statement again after it failed, among many others, or after its table changed', async () => {
    const readAll = () => store.query('select * from changing where id = $1', [1])
    await store.exec('create table changing (id integer primary key)')
    const insert = () => store.query('insert into changing (id) values ($1)', [1])
    await insert()
    await expect(insert()).rejects.toSatisfy((error) => sqlState(error) === '23505')
    expect(await readAll()).toEqual([{ id: 1 }])

    for (let index = 0; index < 250; index += 1) await store.query(`select ${index} as number`)
    expect(await readAll()).toEqual([{ id: 1 }])

    await store.exec("alter table changing add column name text not null default 'new'")
    expect(await readAll()).toEqual([{ id: 1, name: 'new' }])
    await store.tx(async (sql) => {
      await sql.exec('alter table changing drop column name')
      expect(await sql.query('select * from changing where id = $1', [1])).toEqual([{ id: 1 }])
    })
    expect(await readAll()).toEqual([{ id: 1 }])
  })

  it('rejects direct calls inside a transaction, where they would wait forever', async () => {
    await expect(store.tx(() => store.query('select 1'))).rejects.toThrow(/inside a transaction/)
    await expect(store.tx(() => store.tx(async () => {}))).rejects.toThrow(/inside a transaction/)
  })

  it('retries a transaction when the database requests it', async () => {
    let attempt = 0
    const result = await store.tx(async (sql) => {
      attempt++
      if (attempt < 3) await sql.exec("do $$ begin raise exception 'meet again' using errcode = '40001'; end $$")
      return attempt
    })
    expect(result).toBe(3)
  })

  it('prevents lost updates with a row lock', async () => {
    await store.query('insert into things (id, won) values (70, 0)')
    await Promise.all(
      Array.from({ length: 12 }, () =>
        store.tx(async (sql) => {
          const [row] = await sql.query<{ won: bigint }>('select won from things where id = 70 for no key update')
          await nextTurn()
          await sql.query('update things set won = $1 where id = 70', [(row?.won ?? 0n) + 1n])
        }),
      ),
    )
    expect(await store.query('select won from things where id = 70')).toEqual([{ won: 12n }])
  })
})

it('an unreachable PostgreSQL makes the store unavailable', async () => {
  const store = openPostgres({ url: 'postgres://nobody@127.0.0.1:1/none', pool: 1, warn: () => {} })
  await expect(store.check()).rejects.toThrow(StoreUnavailable)
  await expect(store.query('select 1')).rejects.toThrow(StoreUnavailable)
  await expect(store.tx((sql) => sql.query('select 1'))).rejects.toThrow(StoreUnavailable)
  await store.close()
})

async function onPostgres(pool: number, work: (store: Store, url: string) => Promise<void>): Promise<void> {
  const database = await createDatabase()
  const store = openPostgres({ url: database.url, pool, warn: () => {} })
  try {
    await work(store, database.url)
  } finally {
    await store.close()
    await database.drop()
  }
}

describe.runIf(databaseServerUrl)('a connection to PostgreSQL', () => {
  it('waits two seconds for another client’s row lock, and then fails as unavailable', () =>
    onPostgres(2, async (store, url) => {
      const stranger = openPostgres({ url, pool: 1, warn: () => {} })
      await store.exec(
        'create table things (id integer primary key, won bigint); insert into things values (1, 0), (2, 0)',
      )
      const change = (id: number) => store.query('update things set won = won + 1 where id = $1', [id])
      let [setLocked, release] = [() => {}, () => {}]
      const isLocked = new Promise<void>((resolve) => {
        setLocked = resolve
      })
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const holding = stranger.tx(async (sql) => {
        await sql.query('select 1 from things where id = 1 for update')
        setLocked()
        await released
      })
      await isLocked
      const began = performance.now()
      const blocked = await Promise.allSettled([1, 1].map(change))
      expect(performance.now() - began).toBeLessThan(8_000)
      expect(blocked.map((each) => each.status === 'rejected' && each.reason instanceof StoreUnavailable)).toEqual([
        true,
        true,
      ])
      // Both connections of the pool are free again.
      await change(2)
      release()
      await holding
      await change(1)
      await stranger.close()
    }))

  it('is checked with a write that leaves no trace', () =>
    onPostgres(1, async (store) => {
      await store.check()
      await store.check()
      expect(await store.query("select 1 from pg_class where relname = 'madang_check'")).toEqual([])
      await store.query('set default_transaction_read_only = on')
      await expect(store.check()).rejects.toThrow(StoreUnavailable)
    }))

  it('ends a long statement and an idle transaction after ten seconds', () =>
    onPostgres(2, async (store) => {
      expect(await store.query('show statement_timeout')).toEqual([{ statement_timeout: '10s' }])
      expect(await store.query('show idle_in_transaction_session_timeout')).toEqual([
        { idle_in_transaction_session_timeout: '10s' },
      ])
      const late = store.tx(async (sql) => {
        await sql.exec('set local statement_timeout = 50')
        await sql.query('select pg_sleep(20)')
      })
      await expect(late).rejects.toThrow(StoreUnavailable)
      await store.check()
      // A long statement has a separate limit, which applies only to that statement.
      const limit = 'select current_setting($1) as limit'
      expect(await store.longQuery(limit, ['statement_timeout'])).toEqual([{ limit: '10min' }])
      const limits = await store.tx(async (sql) => [
        ...(await sql.longQuery(limit, ['statement_timeout'])),
        ...(await sql.query(limit, ['statement_timeout'])),
      ])
      expect(limits).toEqual([{ limit: '10min' }, { limit: '10s' }])
    }))

  it('is replaced for the next statement if PostgreSQL closes it', () =>
    onPostgres(2, async (store) => {
      await store.check()
      const cut = store.tx((sql) => sql.query('select pg_terminate_backend(pg_backend_pid())'))
      await expect(cut).rejects.toThrow(StoreUnavailable)
      await expect(store.check()).resolves.toBeUndefined()
    }))

  it.each([
    ['in a statement', (store: Store) => store.query('insert into things values (1)')],
    ['in a transaction', (store: Store) => store.tx((sql) => sql.query('insert into things values (1)'))],
  ])('is unavailable for a write %s if it leads to a read-only standby, and isn’t used again', (_where, write) =>
    onPostgres(1, async (store) => {
      await store.exec('create table things (id integer)')
      // Applies only to this connection, like the role of a former primary.
      await store.query('set default_transaction_read_only = on')
      await expect(write(store)).rejects.toThrow(StoreUnavailable)
      await write(store)
      expect(await store.query('select id from things')).toEqual([{ id: 1 }])
    }),
  )
})

describe.runIf(databaseServerUrl)('the clock of the embedded upstream on PostgreSQL', () => {
  it('is the database’s clock, follows its adjustments, and continues while the database doesn’t respond', () =>
    onPostgres(1, async (store) => {
      let databaseMs = Date.parse('2026-01-01T00:00:00Z')
      let isDown = false
      let responseMs = 0
      const query = async () => {
        if (isDown) throw new StoreUnavailable('down')
        pass(responseMs)
        return [{ time: new Date(databaseMs) }]
      }
      const real = await DatabaseClock.open(store)
      expect(Math.abs(real.now().getTime() - Date.now())).toBeLessThan(5_000)

      let monotonicMs = 1_000
      const pass = (ms: number) => {
        monotonicMs += ms
        databaseMs += ms
      }
      const clock = await DatabaseClock.open({ ...store, query } as Store, () => monotonicMs)
      expect(clock.now()).toEqual(new Date(databaseMs))
      pass(9_000)
      databaseMs += 60_000
      await clock.compareIfDue()
      expect(clock.now()).toEqual(new Date(databaseMs - 60_000))
      pass(1_000)
      await clock.compareIfDue()
      expect(clock.now()).toEqual(new Date(databaseMs))
      // A difference that a slow response explains is ignored, but a fast response is trusted.
      responseMs = 400
      pass(10_000)
      await clock.compareIfDue()
      expect(clock.now()).toEqual(new Date(databaseMs))
      responseMs = 0
      databaseMs += 20
      pass(10_000)
      await clock.compareIfDue()
      expect(clock.now()).toEqual(new Date(databaseMs))
      isDown = true
      pass(10_000)
      await expect(clock.compareIfDue()).rejects.toThrow(StoreUnavailable)
      expect(clock.now()).toEqual(new Date(databaseMs))
    }))
})
