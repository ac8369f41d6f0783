import { createRefusal, type Handlers } from '../context.server'
import type { MemberId } from '../ledger/entries'
import type { Sql } from '../store/store.server'

/** The maximum number of rows per member. Clients can send any version, and rows are never deleted. */
export const maxAcceptances = 400

export const handlers = {
  /** Stores each version once, and again if the age is confirmed later. @throws Refused with `limit` at the maximum */
  'accept-documents': async (ctx, { versions, adult }) => {
    const countStored = 'select count(*)::integer as count from document_acceptances where member_id = $1'
    const [stored] = await ctx.store.query<{ count: number }>(countStored, [ctx.member.id])
    if ((stored?.count ?? 0) >= maxAcceptances) throw createRefusal('limit')
    await ctx.store.query(
      `insert into document_acceptances (member_id, document, version, adult, accepted_at)
       select $1, document, version, $4, $5 from unnest($2::text[], $3::text[]) as accepted (document, version)
        where not exists (
          select 1 from document_acceptances as earlier
           where member_id = $1 and earlier.document = accepted.document and earlier.version = accepted.version
             and (adult or not $4))
       on conflict do nothing`,
      [ctx.member.id, Object.keys(versions), Object.values(versions), adult, ctx.now()],
    )
  },
} satisfies Partial<Handlers>

export async function acceptedVersions(sql: Sql, member: MemberId): Promise<{ terms: string; privacy: string } | null> {
  const latestVersions = `select distinct on (document) document, version from document_acceptances
    where member_id = $1 order by document, accepted_at desc, id desc`
  const rows = await sql.query<{ document: string; version: string }>(latestVersions, [member])
  const versionOf = (name: string) => rows.find(({ document }) => document === name)?.version
  const [terms, privacy] = [versionOf('terms'), versionOf('privacy')]
  return terms === undefined || privacy === undefined ? null : { terms, privacy }
}
