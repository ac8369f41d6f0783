import { hours } from '~/time/durations'
import { loadBanks } from '~/upstream/contract/banks.server'
import type { User } from '~/upstream/contract/values'
import type { EmbeddedContext, Handlers } from './context.server'
import { refuse } from './context.server'
import { balancesOf, openAccounts } from './ledger.server'
import type { MemberId } from './ledger-entries'
import { unreadCounts } from './messages.server'
import { checkPassword } from './passwords.server'
import { createToken, hashPassword, hashToken, verifyPassword } from './secrets.server'
import type { Sql } from './store/store.server'

/** Longer than any session of the site, so that the site's session always ends first. */
const tokenLifetimeMs = hours(24)

export const handlers = {
  'user-do-login': async (ctx, { id, pw }) => {
    const [row] = await ctx.store.query<{ id: MemberId; login_hash: string }>(
      'select id, login_hash from members where user_id = $1',
      [id.trim().toLowerCase()],
    )
    // The answer and its time are about the same whether the id or the password is wrong.
    const isCorrect = await verifyPassword(pw, row?.login_hash)
    if (!row || !isCorrect) throw refuse('fail', {}, 401)
    const token = createToken()
    const now = ctx.now()
    await ctx.store.tx(async (sql) => {
      await sql.query('delete from tokens where member_id = $1 and (ends_at <= $2 or revoked_at is not null)', [
        row.id,
        now,
      ])
      await sql.query('insert into tokens (hash, member_id, made_at, ends_at) values ($1, $2, $3, $4)', [
        hashToken(token),
        row.id,
        now,
        new Date(now.getTime() + tokenLifetimeMs),
      ])
    })
    return { status: 'success', token, user: await readUser(ctx.store, row.id) }
  },

  'user-health-check': async (ctx) => {
    const user = await readUser(ctx.store, ctx.member.id)
    return { status: 'success', user, noteCount: user.noteCount, helpCount: user.helpCount }
  },

  'get-member': async (ctx) => ({ status: 'success', user: await readUser(ctx.store, ctx.member.id) }),

  'get-in-game-balance': async (ctx) => {
    const { cash, game, comp } = await balancesOf(ctx.store, ctx.member.id)
    return {
      status: 'success',
      gameMoney: Number(game),
      balance: Number(cash),
      rolling: Number(comp),
      userId: ctx.member.userId,
    }
  },

  /** Ends the call's own login; with `everywhere`, all logins of the member. */
  'do-logout': async (ctx, { everywhere }) => {
    const { id, tokenHash: ownTokenHash } = ctx.member
    await ctx.store.tx((sql) => endLogins(sql, ctx, everywhere ? { members: [id] } : { only: ownTokenHash }))
    return { status: 'success' }
  },

  /** A new login password ends all logins of the member but the caller's. */
  'change-password': async (ctx, { kind, pass, new_pass }) => {
    const { id, tokenHash: ownTokenHash } = ctx.member
    const column = kind === 'login' ? 'login_hash' : 'exchange_hash'
    const currentHash = await checkPassword(ctx, id, kind, pass)
    if (currentHash === undefined) throw refuse('pass')
    const newHash = await hashPassword(new_pass)
    await ctx.store.tx(async (sql) => {
      const changed = await sql.query(
        `update members set ${column} = $2 where id = $1 and ${column} = $3 returning id`,
        [id, newHash, currentHash],
      )
      // Another request changed the password since the check, so the given one is no longer current.
      if (changed.length === 0) throw refuse('pass')
      if (kind === 'exchange') return
      await endLogins(sql, ctx, { members: [id], except: ownTokenHash })
    })
    return { status: 'success' }
  },

  'user-register': async (ctx, form) => {
    const banks = await loadBanks(ctx.options.banksFile)
    if (!banks.includes(form.bankname)) throw refuse('bank')
    await assertAvailable(ctx, 'user_id', form.id)
    await assertAvailable(ctx, 'nick_key', normalizeNick(form.nick))
    const matchingCodes = await ctx.store.query('select code from referral_codes where code = $1', [form.code])
    if (matchingCodes.length === 0) throw refuse('cant_find_code')
    await ctx.store.tx(await prepareNewMember(form, ctx.now()))
    return { status: 'success' }
  },

  'check-user-id': async (ctx, { id }) => {
    await assertAvailable(ctx, 'user_id', id)
    return { status: 'success' }
  },

  'check-user-nick': async (ctx, { nick }) => {
    await assertAvailable(ctx, 'nick_key', normalizeNick(nick))
    return { status: 'success' }
  },

  /** The referral code for the call's Origin header; a code for that origin comes before one for `*`. */
  'get-reg-domain': async (ctx) => {
    const [row] = await ctx.store.query<{ code: string; user_id: string }>(
      "select code, user_id from referral_codes where $1 <> '' and origin in ($1, '*') order by origin = '*', code limit 1",
      [ctx.origin],
    )
    return { status: 'success', user: row ? { userId: row.user_id, code: row.code } : null }
  },
} satisfies Pick<
  Handlers,
  | 'user-do-login'
  | 'user-health-check'
  | 'get-member'
  | 'get-in-game-balance'
  | 'do-logout'
  | 'change-password'
  | 'user-register'
  | 'check-user-id'
  | 'check-user-nick'
  | 'get-reg-domain'
>

/**
 * Finds the member of a valid bearer token; undefined when it is unknown, revoked or expired. `hasDueMovements` is true
 * when one of their movements is due for approval.
 */
export async function findMemberByToken(
  ctx: EmbeddedContext,
  token: string,
): Promise<{ id: MemberId; userId: string; tokenHash: string; hasDueMovements: boolean } | undefined> {
  const hash = hashToken(token)
  const [row] = await ctx.store.query<{ id: MemberId; user_id: string; due: boolean }>(
    `select m.id, m.user_id,
            exists (select 1 from movements where member_id = m.id and state = 'wait' and due_at <= $2) as due
       from tokens t join members m on m.id = t.member_id
      where t.hash = $1 and t.revoked_at is null and t.ends_at > $2`,
    [hash, ctx.now()],
  )
  return row && { id: row.id, userId: row.user_id, tokenHash: hash, hasDueMovements: row.due }
}

/** Which logins to end, by token hash: a single one, or those of members or of everybody except one. */
type LoginsToEnd = { only: string } | { members: readonly MemberId[] | 'all'; except?: string }

/**
 * Revokes logins. Unless a single login is named, it also ends the members' open games and withdrawal pages, because
 * these work without a login. Open bets are still settled, and deposit pages stay open for the payer.
 *
 * @returns how many logins ended.
 */
export async function endLogins(sql: Sql, ctx: EmbeddedContext, which: LoginsToEnd): Promise<number> {
  const now = ctx.now()
  if ('only' in which) {
    const ended = await sql.query(
      'update tokens set revoked_at = $2 where hash = $1 and revoked_at is null returning hash',
      [which.only, now],
    )
    return ended.length
  }
  const members = which.members === 'all' ? null : which.members
  const ended = await sql.query(
    `update tokens set revoked_at = $2
      where ($1::bigint[] is null or member_id = any($1::bigint[])) and hash is distinct from $3
        and revoked_at is null and ends_at > $2 returning hash`,
    [members, now, which.except ?? null],
  )
  const openLaunches = '($1::bigint[] is null or member_id = any($1::bigint[])) and ends_at > $2'
  await sql.query(`update game_launches set ends_at = $2 where ${openLaunches}`, [members, now])
  await sql.query(`update payment_launches set ends_at = $2 where ${openLaunches} and kind = 'withdrawal'`, [
    members,
    now,
  ])
  return ended.length
}

/** Fields of a new member, as parsed by the contract's registration call. */
type Registration = Parameters<(typeof handlers)['user-register']>[1]

/**
 * Hashes the passwords outside of any transaction and returns the function that inserts the member and their accounts
 * in one.
 *
 * @throws Refused `alread_have_user` from that function, when the id or the nick was taken meanwhile.
 */
export async function prepareNewMember(form: Registration, now: Date): Promise<(sql: Sql) => Promise<MemberId>> {
  const [loginHash, exchangeHash] = await Promise.all([hashPassword(form.pw), hashPassword(form.exchange_pw)])
  return async (sql) => {
    const [made] = await sql.query<{ id: MemberId }>(
      `insert into members (user_id, nick, nick_key, phone, bank_name, bank_number, bank_owner, login_hash, exchange_hash,
                            referral_code, joined_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning id`,
      [
        form.id,
        form.nick,
        normalizeNick(form.nick),
        form.phone,
        form.bankname,
        form.banknumber,
        form.bankowner,
        loginHash,
        exchangeHash,
        form.code,
        now,
      ],
    )
    if (!made) throw refuse('alread_have_user')
    await openAccounts(sql, made.id)
    return made.id
  }
}

async function readUser(sql: Sql, member: MemberId): Promise<User & { noteCount: number; helpCount: number }> {
  const [row] = await sql.query<MemberRow>(
    `select user_id, nick, phone, bank_name, bank_number, bank_owner, level,
            (select balance from accounts where kind = 'cash' and member_id = m.id) as cash,
            (select balance from accounts where kind = 'game' and member_id = m.id) as game,
            (select balance from accounts where kind = 'comp' and member_id = m.id) as comp
       from members m where id = $1`,
    [member],
  )
  if (!row) throw new Error(`member ${member} is gone`)
  return {
    userId: row.user_id,
    nick: row.nick,
    phone: row.phone,
    rolling: Number(row.comp),
    balance: Number(row.cash),
    in_balance: Number(row.game),
    bankname: row.bank_name,
    bankOwner: row.bank_owner,
    banknum: row.bank_number,
    level: row.level,
    ...(await unreadCounts(sql, member)),
  }
}

type MemberRow = Record<'user_id' | 'nick' | 'phone' | 'bank_name' | 'bank_number' | 'bank_owner', string> & {
  level: number
} & Record<'cash' | 'game' | 'comp', bigint>

/** @throws Refused `alread_have_user` when the value is taken. */
async function assertAvailable(ctx: EmbeddedContext, column: 'user_id' | 'nick_key', value: string): Promise<void> {
  const taken = await ctx.store.query(`select 1 from members where ${column} = $1`, [value])
  if (taken.length > 0) throw refuse('alread_have_user')
}

/** Nicks that differ only in case or compatibility forms count as one. */
function normalizeNick(nick: string): string {
  return nick.normalize('NFKC').toLowerCase()
}
