import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeFigureDays } from '~/embedded/backoffice/handlers/figures.server'
import { readLastChecks } from '~/embedded/backoffice/log-facts.server'
import { sendCallback } from '~/embedded/callbacks/callback.server'
import { sumTransactions } from '~/embedded/transactions/totals.server'
import { days, hours, toSeconds } from '~/values/durations'
import { daysBefore, toSeoulDay } from '~/values/seoul'
import { createBackofficeOf } from '../../support/backoffice-people'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0, withdrawDailyMax: 0 })
const { askBackoffice, backoffice } = createBackofficeOf(embedded)
const { deposit, withdraw, openGame } = createCallsOf(embedded)

describe('an operator’s figures', () => {
  it('sum deposits and withdrawals by state, in won', async () => {
    const token = await embedded.signIn()
    const sums = async () =>
      Object.fromEntries(
        (await sumTransactions(embedded.context())).map(({ kind, state, won }) => [`${kind} ${state}`, won]),
      )
    const before = await sums()
    const grown = async () =>
      Object.fromEntries(Object.entries(await sums()).map(([name, won]) => [name, won - (before[name] ?? 0)]))
    for (const balance of [10_000, 20_000, 40_000]) await deposit(token, balance)
    await withdraw(token, 30_000, { exchange_pw: '2580' })
    const none = { 'deposit done': 0, 'deposit cancelled': 0, 'withdrawal done': 0, 'withdrawal cancelled': 0 }
    expect(await grown()).toEqual({ ...none, 'deposit waiting': 70_000, 'withdrawal waiting': 30_000 })
    const rows = await embedded.query<{ id: bigint; won: bigint }>("select id, won from movements where state = 'wait'")
    const idOf = (won: bigint) => String(rows.find((row) => row.won === won)?.id)
    await backoffice('approve', { kind: 'deposit', id: idOf(20_000n) })
    await backoffice('cancel', { kind: 'deposit', id: idOf(40_000n) })
    await backoffice('cancel', { kind: 'withdrawal', id: idOf(30_000n) })
    const settled = { 'deposit done': 20_000, 'deposit cancelled': 40_000, 'withdrawal cancelled': 30_000 }
    expect(await grown()).toEqual({ ...none, ...settled, 'deposit waiting': 10_000, 'withdrawal waiting': 0 })
  })

  it('include the time of the last complete backup, but not of a requested one or a dry run', async () => {
    const lastBackup = async () => (await readLastChecks(embedded.context())).backup
    await askBackoffice('backup')
    await backoffice('record-backup', { dryRun: true })
    expect(await lastBackup()).toBe(0)
    for (let times = 0; times < 2; times += 1) {
      embedded.advanceClock(60_000)
      await backoffice('record-backup', { requestId: randomUUID() })
      expect(await lastBackup()).toBe(toSeconds(embedded.context().now().getTime()))
    }
  })

  it('include the times of the last passed and the last failed audit', async () => {
    const lastAudit = async () => (await readLastChecks(embedded.context())).audit
    const now = () => toSeconds(embedded.context().now().getTime())
    expect(await lastAudit()).toEqual({ in_order: 0, findings: 0 })
    await backoffice('audit')
    const first = now()
    expect(await lastAudit()).toEqual({ in_order: first, findings: 0 })
    embedded.advanceClock(60_000)
    const bend = async (won: number) => {
      await embedded.query('alter table accounts disable trigger user')
      await embedded.query(`update accounts set balance = balance + ${won} where kind = 'comp'`)
      await embedded.query('alter table accounts enable trigger user')
    }
    await bend(1)
    expect(await backoffice('audit')).toMatchObject({ inOrder: false })
    await bend(-1)
    expect(await lastAudit()).toEqual({ in_order: first, findings: now() })
  })
})

const provider = 'dodam-play'
const send = (message: object) =>
  sendCallback(embedded.context(), { provider, id: randomUUID(), ...message } as Parameters<typeof sendCallback>[1])
type Player = Awaited<ReturnType<typeof embedded.newMember>>

/** Requests and settles a deposit or withdrawal. */
async function pay({ id, pw }: Player, kind: 'deposit' | 'withdrawal', won: number) {
  const token = await embedded.signIn(id, pw)
  await (kind === 'deposit' ? deposit(token, won) : withdraw(token, won))
  const { rows = [] } = await backoffice('movements', { kind, member: id })
  await backoffice('approve', { kind, id: rows[0]?.id })
}

describe('the check of bets before a withdrawal', () => {
  const newPlayer = async () => {
    const player = await embedded.newMember()
    const give = { member: player.id, account: 'cash', won: 50_000_000, reason: 'to play with' }
    await backoffice('correct', give)
    const { session } = await openGame(player.token)
    await backoffice('correct', give)
    const bet = async (stake: number) =>
      expect(await send({ type: 'bet', session, stake })).toMatchObject({ status: 'success' })
    const step = async (kind: 'deposit' | 'withdrawal' | 'bet', won: number) => {
      await (kind === 'bet' ? bet(won) : pay(player, kind, won))
      embedded.advanceClock(1_000)
    }
    const signs = async () => {
      const { deposited, turnover } = (await backoffice('member', { member: player.id })).signs as Record<
        string,
        number
      >
      return { deposited: Number(deposited), turnover: Number(turnover) }
    }
    return { step, signs }
  }

  it('counts a large deposit until it is played, even after a small one was played', async () => {
    const { step, signs } = await newPlayer()
    expect(await signs()).toEqual({ deposited: 0, turnover: 0 })
    await step('deposit', 1_000_000)
    await step('deposit', 10_000)
    await step('bet', 10_000)
    expect(await signs()).toEqual({ deposited: 1_010_000, turnover: 10_000 })
    await step('withdrawal', 10_000)
    expect(await signs(), 'after a small withdrawal').toEqual({ deposited: 1_000_000, turnover: 10_000 })
    embedded.advanceClock(days(90))
    expect(await signs()).toEqual({ deposited: 0, turnover: 0 })
  })

  it('requires each deposited won to be played or paid out once, by later bets only', async () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('deposit', 'withdrawal', 'bet'), fc.constantFrom(10_000, 30_000)))
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { step, signs } = await newPlayer()
        let left = 0
        for (const [kind, won] of taken) {
          await step(kind, won)
          left = Math.max(0, kind === 'deposit' ? left + won : left - won)
          const { deposited, turnover } = await signs()
          expect(Math.max(0, deposited - turnover)).toBe(left)
        }
      }),
      { numRuns: 8 },
    )
  })
})

describe('the figures for play', () => {
  const today = () => toSeoulDay(embedded.context().now().getTime())
  const year = () => ({ from: daysBefore(today(), 360), to: today() })
  type Play = 'bets' | 'staked' | 'wins' | 'revenue' | 'comp' | 'net' | 'jackpotShare' | 'jackpotWon'
  type DaySum = { day: string; revenue: number }
  type Row = Record<Play | 'deposits' | 'withdrawals' | 'flow' | 'corrections', number>
  const figures = async (by: string) => {
    const { rows = [], sum, sums, days } = await backoffice('figures', { by, ...year(), size: 1_000 })
    return { rows: rows as (Row & { day: string })[], sum, sums: sums as Row, days: days as DaySum[] }
  }
  const total = (rows: readonly Row[], field: keyof Row) => rows.reduce((sum, row) => sum + row[field], 0)

  it('match the ledger to the won, live and closed, by day, provider, game and member', async () => {
    const player = await embedded.newMember()
    await backoffice('correct', { member: player.id, account: 'cash', won: 50_000_000, reason: 'to play with' })
    const { session } = await openGame(player.token)
    await backoffice('correct', { member: player.id, account: 'cash', won: 50_000_000, reason: 'to withdraw' })
    await embedded.query("update game_launches set ends_at = ends_at + interval '1 year'")
    const steps = fc.array(
      fc.record({
        deed: fc.constantFrom('win', 'lose', 'jackpot', 'return', 'wait', 'deposit', 'withdrawal', 'correct'),
        stake: fc.constantFrom(1_000, 5_000, 10_000),
        won: fc.integer({ min: 1, max: 99_999 }),
        after: fc.integer({ min: 0, max: 11 }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    const play = async ({ deed, stake, won, after }: { deed: string; stake: number; won: number; after: number }) => {
      if (deed === 'deposit' || deed === 'withdrawal') {
        await pay(player, deed, stake * 10)
        embedded.advanceClock(hours(after))
        return
      }
      if (deed === 'correct') {
        await backoffice('correct', { member: player.id, account: 'game', won: won - 50_000, reason: 'to add up' })
        embedded.advanceClock(hours(after))
        return
      }
      const bet = randomUUID()
      expect(await send({ type: 'bet', id: bet, session, stake })).toMatchObject({ status: 'success' })
      embedded.advanceClock(hours(after))
      if (deed === 'return') await send({ type: 'rollback', bet })
      else if (deed !== 'wait')
        await send({ type: 'win', bet, won: deed === 'lose' ? 0 : won, jackpot: deed === 'jackpot' })
    }
    await fc.assert(
      fc.asyncProperty(steps, async (played) => {
        for (const step of played) await play(step)
        const live = await figures('day')
        await closeFigureDays(embedded.context())
        const closed = await figures('day')
        expect(closed).toEqual(live)
        expect(closed.days, 'including days without play').toHaveLength(361)
        for (const by of ['provider', 'game', 'member']) {
          const grouped = await figures(by)
          expect(grouped.sum).toBe(closed.sum)
          const money = by === 'member' ? (['deposits', 'withdrawals', 'flow', 'corrections'] as const) : []
          for (const field of [
            'bets',
            'staked',
            'wins',
            'comp',
            'net',
            'jackpotShare',
            'jackpotWon',
            ...money,
          ] as const)
            expect([field, total(grouped.rows, field), grouped.sums[field]]).toEqual([
              field,
              total(closed.rows, field),
              closed.sums[field],
            ])
        }
        // The days computed only from the ledger's transfers.
        const paid = await embedded.query<{ day: string; deposits: bigint; withdrawals: bigint }>(
          `select seoul_day(t.made_at) as day,
                  coalesce(sum(e.won) filter (where a.kind = 'cash'), 0)::bigint as deposits,
                  coalesce(-sum(e.won) filter (where a.kind = 'held'), 0)::bigint as withdrawals
             from transfers t join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
            where t.cause in ('deposit', 'withdrawal_paid') group by 1`,
        )
        const listed = new Set(closed.rows.map(({ day }) => day))
        const left = closed.days.filter(({ day, revenue }) => revenue !== 0 || paid.some((row) => row.day === day))
        expect(left.filter(({ day }) => !listed.has(day))).toEqual([])
        for (const row of closed.rows) {
          const { deposits = 0n, withdrawals = 0n } = paid.find(({ day }) => day === row.day) ?? {}
          const sums = { deposits: Number(deposits), withdrawals: Number(withdrawals) }
          expect(row).toMatchObject({ ...sums, flow: sums.deposits - sums.withdrawals })
        }
        for (const field of ['deposits', 'withdrawals', 'flow', 'corrections'] as const)
          expect(closed.sums[field]).toBe(total(closed.rows, field))
        const ledger = await embedded.query<{ day: string; wins: bigint; comp: bigint; jackpot: bigint }>(
          `select seoul_day(t.made_at) as day,
                  coalesce(sum(e.won) filter (where a.kind = 'game' and t.cause = 'settlement'), 0)::bigint as wins,
                  coalesce(sum(e.won) filter (where a.kind = 'comp'), 0)::bigint as comp,
                  coalesce(sum(e.won) filter (where a.kind = 'game' and t.cause = 'jackpot'), 0)::bigint as jackpot
             from transfers t join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
            where t.cause in ('settlement', 'jackpot') group by 1`,
        )
        for (const { day, wins, comp, jackpot } of ledger)
          expect(closed.rows.find((row) => row.day === day) ?? { wins: 0, comp: 0, jackpotWon: 0 }).toMatchObject({
            wins: Number(wins),
            comp: Number(comp),
            jackpotWon: Number(jackpot),
          })
        const [books] = await embedded.query<{ provider: bigint; open: bigint }>(
          `select (select sum(won) from entries join accounts a on a.id = account_id where kind = 'provider')::bigint as provider,
                  (select coalesce(sum(stake), 0) from bets where settled_at is null and returned_at is null)::bigint as open`,
        )
        const { provider: held = 0n, open = 0n } = books ?? {}
        expect(Number(held)).toBe(Number(closed.sum) - total(closed.rows, 'jackpotShare') + Number(open))
        const [balances] = await embedded.query<{ members: bigint; before: bigint; pending: bigint }>(
          `select sum(won) filter (where member_id is not null)::bigint as members,
                  coalesce(sum(won) filter (where member_id is not null and cause = 'comp_grant'), 0)::bigint as before,
                  coalesce(sum(won) filter (where kind = 'held'), 0)::bigint as pending
             from entries join accounts a on a.id = account_id join transfers t on t.id = transfer_id`,
        )
        const { flow, corrections, staked, wins, comp, jackpotWon } = closed.sums
        const { members = 0n, before = 0n, pending = 0n } = balances ?? {}
        const explained = flow + corrections - staked + wins + comp + jackpotWon
        expect(Number(members - before + pending + open), 'the sums explain every won').toBe(explained)
      }),
      { numRuns: 12 },
    )
  })

  it('list only days with activity, so that every page except the last is full', async () => {
    const player = await embedded.newMember()
    for (let day = 0; day < 3; day += 1) {
      await backoffice('correct', { member: player.id, account: 'cash', won: 1_000, reason: 'to play with' })
      embedded.advanceClock(days(20))
    }
    const period = { from: daysBefore(today(), 99), to: today(), by: 'day', member: player.id, size: 2 }
    const [first, second] = [await backoffice('figures', period), await backoffice('figures', { ...period, page: 2 })]
    expect([first.rows, second.rows].map((rows) => rows?.length)).toEqual([2, 1])
    for (const page of [first, second]) expect(page).toMatchObject({ total: 3, pages: 2, sums: { corrections: 3_000 } })
    expect(first.days).toHaveLength(100)
  })

  it('count a transaction on the day of its settlement, like lists of settled transactions', async () => {
    const player = await embedded.newMember()
    await deposit(player.token, 10_000)
    embedded.advanceClock(days(2))
    const { rows: [pending] = [] } = await backoffice('movements', { kind: 'deposit', member: player.id })
    await backoffice('approve', { kind: 'deposit', id: pending?.id })
    const period = { from: today(), to: today(), member: player.id }
    expect(await backoffice('figures', period)).toMatchObject({ sums: { deposits: 10_000 } })
    const listed = async (state: string) => (await backoffice('movements', { ...period, kind: 'deposit', state })).total
    expect([await listed('already'), await listed('all')]).toEqual([1, 0])
  })

  it('are final for a closed day, whose bets can’t be settled again or returned later', async () => {
    const player = await embedded.newMember()
    await backoffice('correct', { member: player.id, account: 'cash', won: 100_000, reason: 'to play with' })
    const { session } = await openGame(player.token)
    const bets = [randomUUID(), randomUUID()]
    for (const id of bets) await send({ type: 'bet', id, session, stake: 10_000 })
    await send({ type: 'win', bet: bets[0], won: 4_000 })
    embedded.advanceClock(hours(25))
    await closeFigureDays(embedded.context())
    const closed = await figures('day')
    expect(await send({ type: 'rollback', bet: bets[0] })).toMatchObject({ status: 'settled' })
    expect(await send({ type: 'win', bet: bets[0], won: 90_000 })).toMatchObject({ status: 'settled' })
    expect(await send({ type: 'rollback', bet: bets[1] })).toMatchObject({ status: 'success' })
    expect(await figures('day')).toEqual(closed)
    expect(await backoffice('audit')).toMatchObject({ inOrder: true })
  })

  it('are shown with a member by period, with each bet’s game and round', async () => {
    const player = await embedded.newMember()
    await backoffice('correct', { member: player.id, account: 'cash', won: 100_000, reason: 'to play with' })
    const settled = async (after: number, stake: number, won: number) => {
      embedded.advanceClock(days(after))
      const { session } = await openGame(await embedded.signIn(player.id, player.pw))
      const bet = randomUUID()
      await send({ type: 'bet', id: bet, session, stake })
      expect(await send({ type: 'win', bet, won })).toMatchObject({ status: 'success' })
      return bet
    }
    const rounds = [await settled(0, 10_000, 4_000), await settled(8, 5_000, 0), await settled(3, 1_000, 7_000)]
    const { periods } = await backoffice('member', { member: player.id })
    expect(periods).toMatchObject({
      today: { staked: 1_000, wins: 7_000, revenue: -6_000 },
      last7Days: { staked: 6_000, wins: 7_000, revenue: -1_000 },
      last30Days: { staked: 16_000, wins: 11_000, revenue: 5_000, net: 0 },
    })
    const { rows } = await backoffice('bets', { member: player.id })
    expect(rows?.map(({ round }) => round)).toEqual(rounds.toReversed())
    expect(rows?.[0]).toMatchObject({ staked: 1_000, wins: 7_000, provider: expect.stringMatching(/./) })
  })

  it('can be recalculated for a day that differs from its bets, which the audit reports', async () => {
    const before = await figures('day')
    const [changed] = await embedded.query<{ day: string }>(
      `update play_figures set won = won + 1 where (day, member_id, provider, game) in (
         select day, member_id, provider, game from play_figures limit 1) returning day`,
    )
    const day = String(changed?.day)
    expect((await backoffice('audit')).findings).toMatchObject([{ examples: [day] }])
    expect(await backoffice('recount-figures', { from: day, to: day })).toMatchObject({ days: 1, changed: 1 })
    expect(await backoffice('recount-figures', { from: day, to: day })).toMatchObject({ days: 1, changed: 0 })
    expect(await figures('day')).toEqual(before)
  })

  it('include transactions settled by back-office users, members’ waiting times and members’ payments', async () => {
    const player = await embedded.newMember()
    await deposit(player.token, 30_000)
    const [row] = await embedded.query<{ id: bigint }>("select max(id) as id from movements where state = 'wait'")
    embedded.advanceClock(hours(2))
    await backoffice('approve', { kind: 'deposit', id: String(row?.id) })
    const { rows = [] } = await backoffice('handling', { from: today(), to: today() })
    expect(rows).toMatchObject([{ who: 'owner', deposits: 1, withdrawals: 0, median: 120, longest: 120 }])
    const everybody = await backoffice('handling', year())
    expect(everybody.rows?.map(({ who }) => who)).toEqual(['owner'])
    const payer = await embedded.newMember()
    const settle = async (act: 'credit' | 'cancel', more: object) => {
      await deposit(payer.token, 20_000)
      const [{ id } = {}] = await embedded.query<{ id: bigint }>(
        "select max(id) as id from movements where state = 'wait'",
      )
      await backoffice(act, { id: String(id), ...more })
    }
    await settle('credit', { won: 10_000, tell: 'what came in' })
    await settle('cancel', { kind: 'deposit', reason: 'nothing came in' })
    const later = await backoffice('handling', { from: today(), to: today() })
    expect(later.rows, 'another amount is one deposit').toMatchObject([{ deposits: 2, cancelled: 1 }])
    const money = await backoffice('figures', { by: 'member', from: today(), to: today() })
    expect(money).toMatchObject({ sums: { deposits: 40_000 } })
    // Members without deposits only played that day.
    expect(money.rows?.filter(({ deposits, member }) => deposits !== 0 && member !== payer.id)).toMatchObject([
      { member: player.id, deposits: 30_000, withdrawals: 0, flow: 30_000, bets: 0 },
    ])
    for (const from of ['2024-01-01', '0001-01-01'])
      expect((await askBackoffice('figures', { from, to: today() })).httpStatus, from).toBe(422)
    const lists = ['0001-01-01', '9999-12-31'].map((to) => askBackoffice('movements', { kind: 'deposit', to }))
    expect((await Promise.all(lists)).map(({ httpStatus }) => httpStatus)).toEqual([422, 200])
  })
})
