import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sendCallback } from '~/embedded/callbacks/callback.server'
import type { EmbeddedContext } from '~/embedded/context.server'
import { auditLedger } from '~/embedded/ledger/audit.server'
import { startEmbeddedUpstream } from '~/embedded/serve.server'
import { migrate } from '~/embedded/store/migrate.server'
import { openPglite } from '~/embedded/store/pglite.server'
import { openPostgres } from '~/embedded/store/postgres.server'
import type { Store } from '~/embedded/store/store.server'
import { type CallName, contract } from '~/upstream/contract'
import { type CrowdMember, insertMembers } from '../support/crowd'
import { createDatabase, databaseServerUrl } from '../support/database'

/**
 * Measures movements per second on both stores, in alternating rounds of one harness, and the time of an audit over a
 * million entries.
 */
const roundMs = Number(process.env.MEASURE_SECONDS ?? 4) * 1_000
const rounds = 3
const callers = 20

const dataDir = await mkdtemp(join(tmpdir(), 'madang-measured-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const kinds = ['PGlite', ...(databaseServerUrl ? ['PostgreSQL'] : [])] as const
const print = (line: string) => process.stdout.write(`${line}\n`)
const loadText = () => `load ${loadavg()[0]?.toFixed(1)}`

async function openStore(kind: string, name: string): Promise<{ store: Store; drop: () => Promise<void> }> {
  if (kind === 'PGlite') {
    return { store: await openPglite({ dataDir: join(dataDir, name), onTakenOver: () => {} }), drop: async () => {} }
  }
  const database = await createDatabase()
  return { store: openPostgres({ url: database.url, pool: 10, warn: () => {} }), drop: database.drop }
}

it('measures movements a second', async () => {
  const instances = await Promise.all(
    kinds.map(async (kind) => {
      const { store, drop } = await openStore(kind, 'pace')
      const options = {
        dataDir,
        databasePool: 10,
        playApprovalMs: 600_000,
        depositsWaitingMax: 1_000_000,
        withdrawPauseMs: 0,
        withdrawDailyMax: 0,
        seedDemo: false,
        log: { info: () => {}, warn: () => {}, error: () => {} },
      }
      const house = await startEmbeddedUpstream(store, options)
      const people = await store.tx((sql) => insertMembers(sql, callers))
      const ctx: EmbeddedContext = {
        store,
        options,
        log: options.log,
        now: () => new Date(),
        origin: '',
        ip: '',
        language: '',
      }
      const call = async (callName: CallName, payload: object, { token }: CrowdMember) => {
        const request = new Request(`http://upstream.invalid${contract[callName].path}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}` },
          body: JSON.stringify(payload),
        })
        return (await (await house.fetch(request)).json()) as Record<string, unknown>
      }
      const sessions = new Map<CrowdMember, string>()
      for (const person of people) {
        const { gameUrl } = await call('open-game', { company: 'dodam-play', code: 'moon-rabbit-mill' }, person)
        sessions.set(person, String(gameUrl).slice('/house/game/'.length))
      }
      return { kind, house, people, ctx, call, sessions, drop }
    }),
  )
  type Measured = (typeof instances)[number]
  const workloads: Record<string, (at: Measured, person: CrowdMember) => Promise<number>> = {
    deposits: async ({ call }, person) => {
      const { status } = await call('apply-user-deposit', { balance: 10_000, code: randomUUID() }, person)
      expect(status).toBe('success')
      return 1
    },
    'bets with their ends': async ({ ctx, sessions }, person) => {
      const [provider, bet] = ['dodam-play', randomUUID()]
      const session = sessions.get(person) ?? ''
      await sendCallback(ctx, { type: 'bet', provider, id: bet, session, stake: 1_000 })
      const { status } = await sendCallback(ctx, { type: 'win', provider, id: `${bet}-win`, bet, won: 1_000 })
      expect(status).toBe('success')
      return 2
    },
    'transfers in and out': async ({ call }, person) => {
      await call('transfer-out', {}, person)
      await call('transfer-in', {}, person)
      return 2
    },
  }
  for (const [name, work] of Object.entries(workloads)) {
    const resultsByStore = new Map(kinds.map((kind) => [kind as string, [] as string[]]))
    for (let round = 0; round < rounds; round++) {
      for (const instance of instances) {
        const [began, until, used] = [performance.now(), Date.now() + roundMs, process.cpuUsage()]
        let movementCount = 0
        await Promise.all(
          instance.people.map(async (person) => {
            while (Date.now() < until) {
              const movements = await work(instance, person)
              movementCount += movements
            }
          }),
        )
        const { user, system } = process.cpuUsage(used)
        const movementsPerSecond = (movementCount / (performance.now() - began)) * 1_000
        resultsByStore
          .get(instance.kind)
          ?.push(`${movementsPerSecond.toFixed(0)} (${((user + system) / 1_000 / movementCount).toFixed(1)} ms)`)
      }
    }
    for (const [kind, all] of resultsByStore) {
      print(
        `${name} a second (and this process's time for one), ${kind}: ${all.join(', ')} (${callers} callers, ${loadText()})`,
      )
    }
  }
  for (const { house, ctx, drop } of instances) {
    expect((await auditLedger(ctx.store)).findings).toEqual([])
    await house.close()
    await drop()
  }
}, 600_000)

it.each(kinds)(
  'measures an audit of a million entries on %s',
  async (kind) => {
    const { store, drop } = await openStore(kind, 'million')
    try {
      await migrate(store)
      await store.tx(async (sql) => {
        await sql.exec('set local statement_timeout = 0')
        await sql.exec(insertMillionEntries)
      })
      await store.exec('analyze')
      const began = performance.now()
      const { findings, figures } = await auditLedger(store)
      print(
        `audit of ${figures.entries} entries on ${kind}: ${((performance.now() - began) / 1_000).toFixed(1)} s (${loadText()})`,
      )
      expect(findings).toEqual([])
      expect(figures.entries).toBeGreaterThanOrEqual(1_000_000)
    } finally {
      await store.close()
      await drop()
    }
  },
  900_000,
)

/** A thousand members with 200 deposits and 100 settled bets each: 1,002,000 entries, inserted with triggers off. */
const insertMillionEntries = `
set local session_replication_role = replica;
insert into members (user_id, nick, nick_key, phone, bank_name, bank_number, bank_owner, login_hash, exchange_hash, joined_at)
  select 'm' || n, 'm' || n, 'm' || n, '', '', '', '', '', '', now() from generate_series(1, 1000) n order by n;
insert into accounts (kind, member_id, balance) select kind, id, 0 from members, (values ('cash'), ('game'), ('comp')) k (kind);
insert into accounts (kind, provider) values ('provider', 'dodam-play');
create temp table lines (seq bigint, transfer bigint, account bigint, won bigint) on commit drop;
create temp table owned on commit drop as
  select member_id as member, max(id) filter (where kind = 'cash') as cash, max(id) filter (where kind = 'game') as game,
         max(id) filter (where kind = 'comp') as comp from accounts where member_id is not null group by member_id;
insert into movements (kind, member_id, won, method, state, applied_at, settled_at, settled_by)
  select 'deposit', m.id, 10000, 'bank', 'already', now(), now(), 'desk' from members m, generate_series(1, 200) n order by n, m.id;
insert into bets (member_id, provider, game, round, stake, win, made_at, settled_at)
  select m.id, 'dodam-play', 'moon-rabbit-mill', m.id || '-' || n, 1000, 500, now(), now()
  from members m, generate_series(1, 100) n order by n, m.id;
insert into transfers (id, cause, cause_id, made_at) overriding system value
  select id, 'deposit', id::text, now() from movements
  union all select 200000 + id, 'to_game', null, now() from members
  union all select 201000 + id, 'bet', id::text, now() from bets
  union all select 301000 + id, 'settlement', id::text, now() from bets;
insert into lines
  select m.id * 10, m.id, (select id from accounts where kind = 'bank'), -10000 from movements m
  union all select m.id * 10 + 1, m.id, o.cash, 10000 from movements m join owned o on o.member = m.member_id
  union all select (200000 + o.member) * 10, 200000 + o.member, o.cash, -2000000 from owned o
  union all select (200000 + o.member) * 10 + 1, 200000 + o.member, o.game, 2000000 from owned o
  union all select (201000 + b.id) * 10, 201000 + b.id, o.game, -1000 from bets b join owned o on o.member = b.member_id
  union all select (201000 + b.id) * 10 + 1, 201000 + b.id, (select id from accounts where kind = 'provider'), 1000 from bets b
  union all select (301000 + b.id) * 10, 301000 + b.id, (select id from accounts where kind = 'provider'), -500 from bets b
  union all select (301000 + b.id) * 10 + 1, 301000 + b.id, o.game, 500 from bets b join owned o on o.member = b.member_id
  union all select (301000 + b.id) * 10 + 2, 301000 + b.id, (select id from accounts where kind = 'comp_budget'), -3 from bets b
  union all select (301000 + b.id) * 10 + 3, 301000 + b.id, o.comp, 3 from bets b join owned o on o.member = b.member_id;
insert into entries (transfer_id, account_id, won, after)
  select l.transfer, l.account, l.won, case when a.balance is not null then sum(l.won) over (partition by l.account order by l.seq) end
    from lines l join accounts a on a.id = l.account order by l.seq;
update accounts set balance = e.won from (select account_id, sum(won) as won from entries group by account_id) e
 where e.account_id = accounts.id and balance is not null;
`
