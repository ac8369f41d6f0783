import { hours, minutes } from '~/values/durations'
import { createRefusal, type EmbeddedContext, type Handlers } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { balancesOf } from '../ledger/ledger.server'
import { accountRequestedColumn } from '../messages/inquiries.server'
import { type UnreadCountColumns, unreadCountColumns } from '../messages/lists'
import { hasRows, insertRow, type Sql } from '../store/store.server'
import { hasNewsColumn, listSettlementNews } from '../transactions/unseen-settlements.server'
import { findWithdrawalHold } from '../transactions/withdrawal-holds.server'
import { acceptedVersions } from './documents.server'
import { endLogins, insertLogin, lockForLogin, type NewLogin, startLogin } from './logins.server'
import { hasFactor, refusalOf, takeCode } from './second-factor.server'
import { createToken, hashToken, verifyPassword } from './secrets.server'

const ticketLifetimeMs = minutes(5)
const accountAnswerMs = hours(24)

async function createTicket(ctx: EmbeddedContext, member: MemberId, loginHash: string): Promise<string | undefined> {
  const ticket = createToken()
  const now = ctx.now()
  return ctx.store.tx(async (sql) => {
    if (!(await lockForLogin(sql, member, loginHash))) return undefined
    const endsAt = new Date(now.getTime() + ticketLifetimeMs)
    await insertRow(sql, 'login_tickets', { hash: hashToken(ticket), member_id: member, ends_at: endsAt })
    return ticket
  })
}

/** Completes a login with its ticket and a code. Each works only once. */
async function useTicket(ctx: EmbeddedContext, ticket: string, otp: string): Promise<{ member: MemberId } & NewLogin> {
  const values = [hashToken(ticket), ctx.now()]
  const used = await ctx.store.tx(async (sql) => {
    const liveTicket = 'select member_id as member from login_tickets where hash = $1 and ends_at > $2'
    const [found] = await sql.query<{ member: MemberId }>(liveTicket, values)
    // Tickets are always deleted after locking the member, to prevent deadlocks.
    if (!found || !(await lockForLogin(sql, found.member))) throw createRefusal('ticket_old')
    if (!(await hasRows(sql, `${liveTicket} for update`, values))) throw createRefusal('ticket_old')
    const code = await takeCode(sql, ctx, found.member, otp)
    if (code.kind !== 'taken') return code
    await sql.query('delete from login_tickets where hash = $1', [values[0]])
    return { ...found, ...(await insertLogin(sql, ctx, found.member)) }
  })
  if ('kind' in used) throw refusalOf(used)
  return used
}

export const handlers = {
  'user-do-login': async (ctx, { id, pw }) => {
    const ofId = 'select id, login_hash from members where user_id = $1 and closed_at is null'
    const [row] = await ctx.store.query<{ id: MemberId; login_hash: string }>(ofId, [id.trim().toLowerCase()])
    // A wrong id and a wrong password get the same response in about the same time.
    const isCorrect = await verifyPassword(pw, row?.login_hash)
    if (!row || !isCorrect) throw createRefusal('fail', {}, 401)
    // Checked after the password, so that strangers can't learn whether the member uses 2FA.
    if (await hasFactor(ctx.store, row.id)) {
      const ticket = await createTicket(ctx, row.id, row.login_hash)
      throw ticket === undefined ? createRefusal('fail', {}, 401) : createRefusal('second_factor', { ticket })
    }
    const login = await startLogin(ctx, row.id, row.login_hash)
    if (login === undefined) throw createRefusal('fail', {}, 401)
    return loginResponse(ctx.store, row.id, login)
  },

  /** @throws Refused with `ticket_old`, `otp_wrong`, or `wait` (and `ms`) after too many wrong codes */
  'confirm-login': async (ctx, { ticket, otp }) => {
    const { member, ...login } = await useTicket(ctx, ticket, otp)
    return loginResponse(ctx.store, member, login)
  },

  'user-health-check': async (ctx) => {
    const answeredAfter = new Date(ctx.now().getTime() - accountAnswerMs)
    const { hasNews, accountAsked, ...user } = await readUser(ctx.store, ctx.member.id, answeredAfter)
    const settled = hasNews ? await listSettlementNews(ctx) : []
    return { status: 'success', user, noteCount: user.noteCount, helpCount: user.helpCount, settled, accountAsked }
  },

  'get-member': async ({ store, member }) => {
    const previous = 'select max(made_at) as at from tokens where member_id = $1 and hash <> $2'
    const [user, [login], secondFactor] = await Promise.all([
      readUser(store, member.id),
      store.query<{ at: Date | null }>(previous, [member.id, member.tokenHash]),
      hasFactor(store, member.id),
    ])
    return { status: 'success', user, lastLoginAt: login?.at?.toISOString() ?? null, secondFactor }
  },

  'get-in-game-balance': async (ctx) => {
    const { cash, game, comp } = await balancesOf(ctx.store, ctx.member.id)
    const hold = await findWithdrawalHold(ctx.store, ctx, ctx.member.id)
    return {
      status: 'success',
      ...(hold && { withdrawHeldUntil: hold.until.toISOString(), withdrawHeldFor: hold.reason ?? undefined }),
      gameMoney: Number(game),
      balance: Number(cash),
      rolling: Number(comp),
      userId: ctx.member.userId,
    }
  },

  'do-logout': async (ctx, { everywhere }) => {
    const { id, tokenHash: ownTokenHash } = ctx.member
    await ctx.store.tx((sql) => endLogins(sql, ctx, everywhere ? { members: [id] } : { only: ownTokenHash }))
  },
} satisfies Partial<Handlers>

async function loginResponse(sql: Sql, member: MemberId, { token, lastLoginAt }: NewLogin) {
  const [user, accepted] = await Promise.all([readUser(sql, member), acceptedVersions(sql, member)])
  return { status: 'success', token, user, accepted, lastLoginAt: lastLoginAt?.toISOString() ?? null }
}

/** @param answeredAfter `accountAsked` is true if a request is waiting or was answered after this time */
async function readUser(sql: Sql, member: MemberId, answeredAfter: Date | null = null) {
  const [row] = await sql.query<MemberRow>(
    `select user_id, nick, phone, bank_name, bank_number, bank_owner, level, phone_changed_at, bank_changed_at,
            (select balance from accounts where kind = 'cash' and member_id = m.id) as cash,
            (select balance from accounts where kind = 'game' and member_id = m.id) as game,
            (select balance from accounts where kind = 'comp' and member_id = m.id) as comp,
            ${unreadCountColumns}, ${hasNewsColumn}, ${accountRequestedColumn}
       from members m where id = $1`,
    [member, answeredAfter],
  )
  if (!row) throw new Error(`member ${member}: no such row`)
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
    noteCount: Number(row.notes),
    helpCount: Number(row.answers),
    hasNews: row.has_news,
    accountAsked: row.account_asked,
    phoneChangedAt: row.phone_changed_at?.toISOString() ?? '',
    bankChangedAt: row.bank_changed_at?.toISOString() ?? '',
  }
}

type MemberRow = Record<'user_id' | 'nick' | 'phone' | 'bank_name' | 'bank_number' | 'bank_owner', string> & {
  level: number
  has_news: boolean
  account_asked: boolean
} & Record<'phone_changed_at' | 'bank_changed_at', Date | null> &
  Record<'cash' | 'game' | 'comp', bigint> &
  UnreadCountColumns
