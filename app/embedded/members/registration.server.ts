import { shippedBanks } from '~/platform/settings/payment-settings.server'
import type { WirePayload } from '~/upstream/contract'
import { createRefusal, type Handlers } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { openAccounts } from '../ledger/ledger.server'
import { hasRows, type Sql } from '../store/store.server'
import { exclusionCheck, lockIdentity } from './excluded-identities.server'
import { hashPassword } from './secrets.server'

export const handlers = {
  'user-register': async (ctx, form) => {
    if (!(ctx.options.banks ?? shippedBanks).includes(form.bankname)) throw createRefusal('bank')
    const identity = { phone: form.phone, bankNumber: form.banknumber }
    const assertNotExcluded = exclusionCheck(ctx, identity)
    const assertAllowed = async (sql: Sql) => {
      await assertAvailable(sql, 'user_id', form.id)
      await assertAvailable(sql, 'nick_key', normalizeNick(form.nick))
      // Locks the referral code, so that it can't be deleted before the member is inserted.
      const lockCode = 'select code from referral_codes where code = $1 and removed_at is null for key share'
      if (!(await hasRows(sql, lockCode, [form.code]))) throw createRefusal('cant_find_code')
      await assertNotExcluded(sql)
    }
    // Refuses early, before the slow hashes. Only the second check, under the lock, is reliable.
    await assertAllowed(ctx.store)
    const insertMember = await prepareNewMember(form, ctx.now())
    await ctx.store.tx(async (sql) => {
      await lockIdentity(sql, identity)
      await assertAllowed(sql)
      await insertMember(sql)
    })
  },

  'check-user-id': async (ctx, { id }) => {
    await assertAvailable(ctx.store, 'user_id', id)
  },

  'check-user-nick': async (ctx, { nick }) => {
    await assertAvailable(ctx.store, 'nick_key', normalizeNick(nick))
  },

  'get-reg-domain': async (ctx) => {
    const codeOfOrigin = `select code, user_id from referral_codes
      where $1 <> '' and origin in ($1, '*') and removed_at is null
      order by origin = '*', code limit 1`
    const [row] = await ctx.store.query<{ code: string; user_id: string }>(codeOfOrigin, [ctx.origin])
    return { status: 'success', user: row ? { userId: row.user_id, code: row.code } : null }
  },
} satisfies Partial<Handlers>

/** Hashes the passwords outside a transaction. Returns a function that inserts the member. */
export async function prepareNewMember(form: WirePayload<'user-register'>, now: Date) {
  const { id, nick, phone, bankname, banknumber, bankowner, pw, exchange_pw, code, birth_year, ...rest } = form
  // Causes a compile error if a new registration field is not stored.
  rest satisfies Record<string, never>
  const [loginHash, exchangeHash] = await Promise.all([hashPassword(pw), hashPassword(exchange_pw)])
  return async (sql: Sql): Promise<MemberId> => {
    const [made] = await sql.query<{ id: MemberId }>(
      `insert into members (user_id, nick, nick_key, phone, bank_name, bank_number, bank_owner, login_hash, exchange_hash,
                            referral_code, joined_at, birth_year)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing returning id`,
      [
        ...[id, nick, normalizeNick(nick), phone, bankname, banknumber, bankowner, loginHash, exchangeHash, code, now],
        birth_year ?? null,
      ],
    )
    if (!made) throw createRefusal('alread_have_user')
    await openAccounts(sql, made.id)
    return made.id
  }
}

async function assertAvailable(sql: Sql, column: 'user_id' | 'nick_key', value: string): Promise<void> {
  if (await hasRows(sql, `select 1 from members where ${column} = $1`, [value])) throw createRefusal('alread_have_user')
}

const normalizeNick = (nick: string) => nick.normalize('NFKC').toLowerCase()
