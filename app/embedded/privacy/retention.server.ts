import type { RetentionDays } from '~/platform/settings/settings.server'
import { days, hours } from '~/values/durations'
import { insertLogRow, redactActs } from '../backoffice/command-log.server'
import type { EmbeddedContext } from '../context.server'
import type { MemberId } from '../ledger/entries'
import type { Sql, Store } from '../store/store.server'
import { eraseMember, hasUnsettled } from './erasure.server'

const batchRows = 500
const batchMembers = 10

const runEveryMs = hours(1)

export type RetentionBatch = Record<'logins' | 'messages' | 'deskTexts' | 'members' | 'exclusions', number> & {
  more: boolean
}

/** Deletes one batch of expired data. Erases members whose accounts have been closed for the retention period. */
export async function deleteExpired(sql: Sql, ctx: EmbeddedContext): Promise<RetentionBatch> {
  const kept = ctx.options.retentionDays
  const before = (name: keyof RetentionDays) =>
    kept && kept[name] > 0 ? new Date(ctx.now().getTime() - days(kept[name])) : new Date(0)
  const remove = async (table: string, key: string, condition: string, time: Date) => {
    const rows = await sql.query(
      `delete from ${table} where (${key}) in (
         select ${key} from ${table} where ${condition} limit $2 for update skip locked) returning 1`,
      [time, batchRows],
    )
    return rows.length
  }
  const logins = [
    await remove('tokens', 'hash', 'least(ends_at, revoked_at) < $1', before('logins')),
    await remove('wrong_passwords', 'member_id, kind', 'began_at < $1', before('logins')),
    await remove('login_tickets', 'hash', 'ends_at < $1', ctx.now()),
    // A member's latest browser is not deleted. Otherwise, the next login would count as the first and send no note.
    await remove(
      'member_browsers',
      'member_id, hash',
      `seen_at < $1 and exists (select 1 from member_browsers later
         where later.member_id = member_browsers.member_id and later.seen_at > member_browsers.seen_at)`,
      before('logins'),
    ),
  ]
  const messages = [
    await remove('notes', 'id', 'made_at < $1', before('messages')),
    await remove('help_requests', 'id', 'answered_at < $1', before('messages')),
    await remove(
      'password_resets',
      'id',
      'member_id is not null and greatest(asked_again_at, made_at) < $1',
      before('messages'),
    ),
  ]
  const notes = await remove('internal_notes', 'id', 'made_at < $1', before('backofficeTexts'))
  const exclusions = await remove('excluded_identities', 'hash', 'ends_at <= $1', ctx.now())
  const deskTexts = notes + (await redactActs(sql, { before: before('backofficeTexts') }, batchRows))
  const members = await eraseClosed(sql, ctx, before('members'))
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  return {
    logins: sum(logins),
    messages: sum(messages),
    deskTexts,
    members,
    exclusions,
    more: [...logins, ...messages, exclusions].includes(batchRows) || deskTexts >= batchRows || members >= batchMembers,
  }
}

async function eraseClosed(sql: Sql, ctx: EmbeddedContext, before: Date): Promise<number> {
  const longClosed = `select id from members m
    where closed_at < $1 and erased_at is null and not ${hasUnsettled('m.id')}
    order by id limit $2`
  const closed = await sql.query<{ id: MemberId }>(longClosed, [before, batchMembers])
  let erased = 0
  for (const { id } of closed) {
    const { excludedUntil: _, ...result } = await eraseMember(sql, ctx, id)
    if (!result.changed) continue
    erased += 1
    const line = { who: 'retention', command: 'erase', payload: {}, requestId: undefined, isDryRun: false } as const
    await insertLogRow(sql, ctx, line, { status: 'success', ...result })
  }
  return erased
}

const nextRunMs = new WeakMap<Store, number>()

/** Deletes a batch every hour, and further batches while expired data remains. */
export async function deleteExpiredData(ctx: EmbeddedContext): Promise<void> {
  const { store, options, log } = ctx
  const nowMs = ctx.now().getTime()
  if (options.retentionDays === undefined || nowMs < (nextRunMs.get(store) ?? 0)) return
  nextRunMs.set(store, nowMs + runEveryMs)
  const { more, ...counts } = await store.tx(async (sql) => {
    const batch = await deleteExpired(sql, ctx)
    const line = { who: 'retention', command: 'retention', payload: {}, requestId: undefined, isDryRun: false } as const
    if (batch.deskTexts > 0) await insertLogRow(sql, ctx, line, { status: 'success', ...batch })
    return batch
  })
  if (more) nextRunMs.delete(store)
  if (Object.values(counts).some((count) => count > 0)) log.info(counts, 'expired data deleted')
}
