import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { expect } from 'vitest'
import type { GameCallback } from '~/embedded/callbacks/callback.server'
import { depositEntries, type MemberId } from '~/embedded/ledger/entries'
import { openAccounts, postTransfer } from '~/embedded/ledger/ledger.server'
import { hashToken } from '~/embedded/members/secrets.server'
import type { Sql } from '~/embedded/store/store.server'
import { createRandomInt } from '~/ui/artwork/random'
import type { CallName } from '~/upstream/contract'
import { expectAuditPasses } from './audit'

/** A request's result. `lost`: no response, so it is retried. `outcome-unknown`: the site's response says so. */
export type CrowdResponse = { status: string; body: Record<string, unknown> } | 'lost' | 'outcome-unknown'

/** Sends a member's calls and the game server's callbacks to an embedded upstream, in process or through a site. */
export type CrowdClient = {
  call: (callName: CallName, payload: object) => Promise<CrowdResponse>
  submitForm: (path: string, fields: Record<string, string>) => Promise<CrowdResponse>
  sendCallback: (message: GameCallback) => Promise<CrowdResponse>
}

/** A member of the crowd. All members have the same passwords; `token` is the member's upstream token. */
export type CrowdMember = { id: MemberId; userId: string; token: string }

export const crowdPassword = 'a password of the crowd'
const exchangePassword = '2580'

type Outcome = 'success' | 'refused' | 'unknown'
type RequestKind = 'deposit' | 'withdrawal' | 'payment' | 'exchange' | 'change'
type CrowdAction = { by: CrowdMember; outcome: Outcome } & (
  | { kind: RequestKind; code: string; won: number; paid?: Outcome }
  | { kind: 'bet'; id: string; stake: number; end?: { how: 'win' | 'rollback'; won: number; outcome: Outcome } }
  /** A round on a sandbox game's page. The round id of its bet ends with `spin`. */
  | { kind: 'spin'; spin: string; stake: number }
)

/** The game that the crowd plays: a slot, so that every bet also feeds the jackpot. */
const game = { company: 'dodam-play', code: 'moon-rabbit-mill' }
const compBasisPoints = 30

/** Inserts members with a token, a first deposit, and passwords hashed at the lowest cost. */
export async function insertMembers(sql: Sql, count: number, now = new Date()): Promise<CrowdMember[]> {
  const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
  const [loginHash, exchangeHash] = await Promise.all([hash(crowdPassword, cheap), hash(exchangePassword, cheap)])
  const people: CrowdMember[] = []
  for (let number = 0; number < count; number++) {
    const userId = `crowd_${String(number).padStart(3, '0')}`
    const [made] = await sql.query<{ id: MemberId }>(
      `insert into members (user_id, nick, nick_key, phone, bank_name, bank_number, bank_owner, login_hash, exchange_hash, joined_at)
        values ($1, $1, $1, '01012345678', '국민은행', '1234567890', '나그네', $2, $3, $4) returning id`,
      [userId, loginHash, exchangeHash, now],
    )
    if (!made) throw new Error('a member was not inserted')
    await openAccounts(sql, made.id)
    await insertInitialDeposit(sql, made.id, now)
    const token = randomBytes(32).toString('base64url')
    await sql.query('insert into tokens (hash, member_id, made_at, ends_at) values ($1, $2, $3, $4)', [
      hashToken(token),
      made.id,
      now,
      new Date(now.getTime() + 24 * 60 * 60_000),
    ])
    people.push({ id: made.id, userId, token })
  }
  return people
}

const initialWon = 100_000n

async function insertInitialDeposit(sql: Sql, member: MemberId, at: Date): Promise<void> {
  const [made] = await sql.query<{ id: bigint }>(
    `insert into movements (kind, member_id, won, method, state, applied_at, settled_at, settled_by, after)
      values ('deposit', $1, $2, 'bank', 'already', $3, $3, 'desk', $2) returning id`,
    [member, initialWon, at],
  )
  const entries = depositEntries({ member, won: initialWon, through: 'bank' })
  await postTransfer(sql, { cause: 'deposit', causeId: String(made?.id), at, entries })
}

/**
 * Lets all members deposit, withdraw, exchange and play concurrently at random for `forMs`. Sends each request one to
 * three times simultaneously, like impatient users and proxies, and again with the same code if the response was lost.
 * @param options.signal ends the run early, once running requests have finished.
 * @returns every action with the outcome that its member received.
 */
export async function runCrowd(
  people: readonly CrowdMember[],
  options: { clientFor: (person: CrowdMember) => CrowdClient; forMs: number; seed: number; signal?: AbortSignal },
): Promise<CrowdAction[]> {
  const deeds: CrowdAction[] = []
  const deadline = { at: Date.now() + options.forMs }
  options.signal?.addEventListener('abort', () => {
    deadline.at = Date.now()
  })
  await Promise.all(
    people.map(async (person, number) => {
      const random = createRandomInt(`${options.seed} ${number}`)
      const member = createActor(person, { line: options.clientFor(person), random, deadline, deeds })
      while (Date.now() < deadline.at) await member.doRandomAction()
    }),
  )
  return deeds
}

/** How long a request is retried after the end of the run before its outcome counts as unknown. */
const giveUpAfterMs = 60_000
const maxUntold = 10

function createActor(
  by: CrowdMember,
  actor: { line: CrowdClient; random: (below: number) => number; deadline: { at: number }; deeds: CrowdAction[] },
) {
  const { line, random, deadline, deeds } = actor
  /** Retries a request until a response contains its outcome or the attempts are used up. */
  async function sendUntilAnswered(
    send: () => Promise<CrowdResponse>,
  ): Promise<{ outcome: Outcome; body: Record<string, unknown> }> {
    for (let untold = 0; ; await pause(20 + random(60))) {
      const copies = random(4) === 0 ? 2 + random(2) : 1
      const responses = await Promise.all(Array.from({ length: copies }, send))
      const definiteResponses = responses.filter((response) => response !== 'lost' && response !== 'outcome-unknown')
      const done = definiteResponses.find(({ status }) => isSuccess(status))
      if (done) return { outcome: 'success', body: done.body }
      if (definiteResponses.length === responses.length)
        return { outcome: 'refused', body: definiteResponses[0]?.body ?? {} }
      if (responses.includes('outcome-unknown')) untold++
      // Another site, or the same one after a restart, may know the outcome.
      if (untold === maxUntold || Date.now() > deadline.at + giveUpAfterMs) return { outcome: 'unknown', body: {} }
    }
  }

  async function applyWithCode(kind: RequestKind, callName: CallName, payload: Record<string, unknown>, won: number) {
    const code = randomUUID()
    const { outcome, body } = await sendUntilAnswered(() => line.call(callName, { ...payload, code }))
    const deed: CrowdAction & { kind: RequestKind } = { by, kind, code, won, outcome }
    deeds.push(deed)
    return { deed, body }
  }

  const randomTenThousands = (max: number) => (1 + random(max)) * 10_000
  const deposit = (won: number) => applyWithCode('deposit', 'apply-user-deposit', { balance: won }, won)

  async function withdraw(won: number) {
    await applyWithCode('withdrawal', 'apply-user-withdraw', { balance: won, exchange_pw: exchangePassword }, won)
  }

  async function pay(won: number) {
    const { deed, body } = await applyWithCode('payment', 'apply-deposit-payment', { balance: won, idx: 2 }, won)
    if (deed.outcome !== 'success' || random(4) === 0) return
    const pressed = await sendUntilAnswered(() => line.submitForm(String(body.launcherUrl), { intent: 'confirm' }))
    deed.paid = pressed.outcome
  }

  async function play(rounds: number) {
    const opened = await sendUntilAnswered(() => line.call('open-game', game))
    const session = String(opened.body.gameUrl ?? '').replace(/^.*\//, '')
    if (opened.outcome !== 'success') return
    for (let round = 0; round < rounds && Date.now() < deadline.at; round++) {
      if (random(3) === 0) await spin(session)
      else await playRound(session)
    }
  }

  async function spin(session: string) {
    const spin = randomUUID()
    const stake = [1_000, 2_000, 5_000][random(3)] ?? 1_000
    const { outcome } = await sendUntilAnswered(() =>
      line.submitForm(`/sandbox/game/${session}`, { spin, stake: String(stake) }),
    )
    deeds.push({ by, kind: 'spin', spin, stake, outcome })
  }

  async function playRound(session: string) {
    const { company: provider } = game
    const id = randomUUID()
    const stake = (1 + random(10)) * 1_000
    const bet = () => sendUntilAnswered(() => line.sendCallback({ type: 'bet', provider, id, session, stake }))
    const rollback = () =>
      sendUntilAnswered(() => line.sendCallback({ type: 'rollback', provider, id: `${id}-back`, bet: id }))
    if (random(12) === 0) {
      // Sends the bet and its rollback simultaneously.
      const [placed, returned] = await Promise.all([bet(), rollback()])
      const end = { how: 'rollback', won: 0, outcome: returned.outcome } as const
      deeds.push({ by, kind: 'bet', id, stake, outcome: placed.outcome, end })
      return
    }
    const { outcome } = await bet()
    const deed: CrowdAction = { by, kind: 'bet', id, stake, outcome }
    deeds.push(deed)
    if (outcome !== 'success' || random(20) === 0) return
    const won = random(3) === 0 ? stake * random(6) : 0
    const how = random(10) === 0 ? 'rollback' : 'win'
    const end =
      how === 'rollback'
        ? await rollback()
        : await sendUntilAnswered(() => line.sendCallback({ type: 'win', provider, id: `${id}-win`, bet: id, won }))
    deed.end = { how, won, outcome: end.outcome }
  }

  async function doRandomAction(): Promise<void> {
    switch (random(10)) {
      case 0:
      case 1:
        await deposit(randomTenThousands(5))
        return
      case 2:
        return withdraw(randomTenThousands(4))
      case 3:
        return pay(randomTenThousands(5))
      case 4:
        await applyWithCode('exchange', 'roll-to-balance', { points: 1 + random(60) }, 0)
        return
      case 5: {
        const points = 1 + random(500)
        await applyWithCode('change', 'money-to-point', { points }, points)
        return
      }
      case 6:
        await sendUntilAnswered(() => line.call('transfer-out', {}))
        return
      case 7:
        await sendUntilAnswered(() => line.call('user-health-check', {}))
        return
      default:
        return play(1 + random(4))
    }
  }
  return { doRandomAction }
}

function isSuccess(status: string): boolean {
  return status === 'success' || status === 'authenticated' || status === 'already'
}

type TransactionRow = { member_id: MemberId; code: string; kind: string; won: bigint; fee: bigint; state: string }
type BetRow = { round: string; member_id: MemberId; stake: bigint; win: bigint | null; returned: boolean }

/**
 * Compares the outcomes that members received with the database: every acknowledged action is stored exactly once, and
 * no refused one is. Balances must equal sums of the stored rows, which are computed here without the ledger. Checks
 * only the crowd's members.
 * @returns the number of actions by kind and outcome.
 */
export async function expectExactlyOnce(sql: Sql, deeds: readonly CrowdAction[]): Promise<Record<string, number>> {
  const transactions = await sql.query<TransactionRow>(
    `select member_id, code, kind, won, fee, state from movements
      where code is not null and member_id in (select id from members where user_id like 'crowd\\_%')`,
  )
  const exchanges = await sql.query<{ member_id: MemberId; code: string; points: bigint }>(
    `select a.member_id, t.cause_id as code, e.won as points from transfers t
       join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
      where t.cause = 'exchange' and a.kind = 'comp'`,
  )
  const bets = await sql.query<BetRow>(
    'select round, member_id, stake, win, returned_at is not null as returned from bets',
  )
  const transactionsBy = groupBy(transactions, ({ code }) => code)
  const exchangesBy = groupBy(exchanges, ({ code }) => code)
  // A sandbox round's id ends with its form's id, which is a UUID like the ids of the other bets.
  const betsBy = groupBy(bets, ({ round }) => round.slice(-36))
  const expectedBalances = new Map<MemberId, { money: bigint; comp: bigint }>()
  const expectedBalanceOf = (by: CrowdMember) => {
    const known = expectedBalances.get(by.id) ?? { money: initialWon, comp: 0n }
    expectedBalances.set(by.id, known)
    return known
  }

  const wrong: string[] = []
  const counts: Record<string, number> = {}
  for (const deed of deeds) {
    counts[`${deed.kind} ${deed.outcome}`] = (counts[`${deed.kind} ${deed.outcome}`] ?? 0) + 1
    const own = expectedBalanceOf(deed.by)
    if (deed.kind === 'bet' || deed.kind === 'spin') {
      const id = deed.kind === 'bet' ? deed.id : deed.spin
      const found = betsBy.get(id) ?? []
      const [bet] = found
      // A bet that arrives after its rollback has no row. A round reported as cancelled may have a returned bet.
      const there = found.filter(({ returned }) => deed.kind === 'bet' || !returned).length
      const must = deed.outcome === 'success' ? 1 : 0
      if (deed.outcome !== 'unknown' && there !== must) wrong.push(`${deed.kind} ${id}: ${there} of ${must}`)
      if (!bet) continue
      if (bet.member_id !== deed.by.id || bet.stake !== BigInt(deed.stake))
        wrong.push(`bet ${id} has another member or stake`)
      if (deed.kind === 'spin' && deed.outcome === 'success' && bet.win === null) wrong.push(`round ${id} has no end`)
      if (deed.kind === 'bet' && deed.end?.outcome === 'success') {
        const ended = deed.end.how === 'rollback' ? bet.returned : bet.win === BigInt(deed.end.won)
        if (!ended) wrong.push(`bet ${id} was not ended by its ${deed.end.how}`)
      }
      if (!bet.returned) own.money -= bet.stake - (bet.win ?? 0n)
      if (bet.win !== null) own.comp += (bet.stake * BigInt(compBasisPoints)) / 10_000n
      continue
    }
    const isExchange = deed.kind === 'exchange' || deed.kind === 'change'
    const found = (isExchange ? exchangesBy : transactionsBy).get(deed.code) ?? []
    const must = deed.outcome === 'success' ? 1 : 0
    if (deed.outcome !== 'unknown' && found.length !== must)
      wrong.push(`${deed.kind} ${deed.code} with the outcome ${deed.outcome} is stored ${found.length} times`)
    const [row] = found
    if (!row) continue
    if (row.member_id !== deed.by.id) wrong.push(`${deed.kind} ${deed.code} belongs to another member`)
    if ('points' in row) {
      own.money -= row.points
      own.comp += row.points
      continue
    }
    if (row.won !== BigInt(deed.won)) wrong.push(`${deed.kind} ${deed.code} has another amount`)
    if (deed.paid === 'success' && row.state !== 'already') wrong.push(`payment ${deed.code} was paid but is not done`)
    if (row.kind === 'deposit' && row.state === 'already') own.money += row.won - row.fee
    if (row.kind === 'withdrawal' && row.state !== 'cansel') own.money -= row.won
  }
  const known = new Set(deeds.map((deed) => ('code' in deed ? deed.code : '')))
  for (const { code } of transactions) if (!known.has(code)) wrong.push(`no request has the code ${code}`)

  const storedBalances = await sql.query<{ member_id: MemberId; money: bigint; comp: bigint }>(
    `select member_id, sum(balance) filter (where kind <> 'comp')::bigint as money,
            sum(balance) filter (where kind = 'comp')::bigint as comp
       from accounts where member_id is not null group by member_id`,
  )
  for (const { member_id, money, comp } of storedBalances) {
    const own = expectedBalances.get(member_id)
    if (own && (own.money !== money || own.comp !== comp))
      wrong.push(`member ${member_id} has ${money} and ${comp} instead of ${own.money} and ${own.comp}`)
  }
  expect(wrong.slice(0, 20)).toEqual([])
  await expectAuditPasses(sql)
  return counts
}

function groupBy<T>(rows: readonly T[], by: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(by(row))
    if (group) group.push(row)
    else groups.set(by(row), [row])
  }
  return groups
}
