import { minSecretCharacters } from '~/platform/settings/setting-kinds.server'
import { hours, minutes } from '~/values/durations'
import { networkOf } from '~/values/request'
import type { EmbeddedContext, Refused } from '../context.server'
import * as log from './command-log.server'

const networkMs = minutes(10)
/** The maximum number of logged attempts per network. One more entry says that the limit was reached. */
const maxEntriesPerNetwork = 10
const maxEntriesPerHour = 1_000

/** Counts a failed attempt and logs it, within the limits above. Valid tokens are never refused because of this. */
export async function logFailedAttempt(
  ctx: EmbeddedContext,
  { who, command, payload }: Pick<log.BackofficeRequest, 'who' | 'command' | 'payload'>,
  { body: { status } }: Refused,
): Promise<void> {
  const at = ctx.now()
  const before = (ms: number) => new Date(at.getTime() - ms)
  ctx.log.warn({ address: ctx.ip, who, status }, 'wrong token, name or code at the back office')
  const network = networkOf(ctx.ip)
  await ctx.store.tx(async (sql) => {
    const countInHour = `insert into desk_wrong_tries (hour, count) values (date_trunc('hour', $1::timestamptz), 1)
      on conflict (hour) do update set count = desk_wrong_tries.count + 1 returning count`
    const [ofHour] = await sql.query<{ count: number }>(countInHour, [at])
    const countOfNetwork = `insert into desk_wrong_networks as tries (network, since, count) values ($1, $2, 1)
      on conflict (network) do update set count = case when tries.since > $3 then tries.count + 1 else 1 end,
        since = case when tries.since > $3 then tries.since else $2 end returning count`
    const [ofNetwork] = await sql.query<{ count: number }>(countOfNetwork, [network, at, before(networkMs)])
    const [hour, tries] = [ofHour?.count ?? 0, ofNetwork?.count ?? 0]
    if (hour === 1) await sql.query('delete from desk_wrong_networks where since < $1', [before(hours(1))])
    if (hour > maxEntriesPerHour || tries > maxEntriesPerNetwork + 1) return
    // A token that was typed into the field for the name must not be logged.
    const isToken = String(payload.name ?? '').length >= minSecretCharacters
    const line = { who, command, payload: isToken ? {} : payload, requestId: undefined, isDryRun: false }
    const logged = tries > maxEntriesPerNetwork ? 'limited' : status
    await log.insertLogRow(sql, ctx, line, { status: logged, address: network })
  })
}
