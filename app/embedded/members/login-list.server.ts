import { createRefusal, type Handlers } from '../context.server'
import { shortNetwork } from './browsers.server'
import { endLogins, maxListedLogins } from './logins.server'
import { hasFactor } from './second-factor.server'

const maxLiveLogins = 30

type LoginRow = {
  hash: string
  made_at: Date
  ends_at: Date
  revoked_at: Date | null
  address: string | null
  browser: string | null
  live: boolean
}

export const handlers = {
  'get-login-list': async ({ store, member, now }) => {
    const rows = await store.query<LoginRow>(
      `select hash, made_at, ends_at, revoked_at, address, browser, revoked_at is null and ends_at > $2 as live
         from tokens where member_id = $1 order by live desc, hash = $3 desc, made_at desc, hash limit $4`,
      [member.id, now(), member.tokenHash, maxLiveLogins + maxListedLogins],
    )
    const listed = [
      ...rows.filter(({ live }) => live).slice(0, maxLiveLogins),
      ...rows.filter(({ live }) => !live).slice(0, maxListedLogins),
    ]
    return {
      status: 'success',
      secondFactor: await hasFactor(store, member.id),
      logins: listed.map((row) => ({
        id: row.hash.slice(0, idCharacters),
        at: row.made_at.toISOString(),
        endedAt: row.live ? null : (row.revoked_at ?? row.ends_at).toISOString(),
        network: shortNetwork(row.address),
        browser: row.browser ?? '',
        current: row.hash === member.tokenHash,
      })),
    }
  },

  'end-login': async (ctx, { id }) => {
    const { member } = ctx
    await ctx.store.tx(async (sql) => {
      if (id === undefined) return endLogins(sql, ctx, { members: [member.id], except: member.tokenHash })
      const [token] = await sql.query<{ hash: string }>(
        'select hash from tokens where member_id = $1 and left(hash, $2) = $3 limit 1',
        [member.id, idCharacters, String(id)],
      )
      if (!token) throw createRefusal('not_found')
      return endLogins(sql, ctx, { only: token.hash })
    })
  },
} satisfies Partial<Handlers>

const idCharacters = 12
