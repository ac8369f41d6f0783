import type { Locale } from '~/i18n/locale'
import { findTable } from '../sandbox/casino-tables'
import { sandboxGameOf } from '../sandbox/sandbox-games'
import { casinoProviders, findSandboxProvider } from '../seed/sandbox-games'
import type { Sql } from '../store/store.server'

const maxMarks = 12

export const betIdOf = (launch: bigint, { spin }: { spin: string }): string => `${launch}-${spin}`

/** Returns the game or event of each sandbox bet, and the picks of a combined bet, keyed by callback id (`round`). */
export async function nameRounds(
  sql: Sql,
  locale: Locale,
  bets: readonly { provider: string; game: string; round: string }[],
): Promise<ReadonlyMap<string, string[]>> {
  const ids = bets
    .flatMap(({ round }) => [/^(\d{1,18})-([0-9a-f-]{36})$/.exec(round)?.slice(1) ?? []])
    .filter(({ length }) => length > 0)
  const rounds = await sql.query<{ launch_id: bigint; spin: string; outcome: unknown; choice: string }>(
    `select launch_id, spin, outcome, choice from game_rounds
      where (launch_id, spin) in (select * from unnest($1::bigint[], $2::text[]))`,
    [ids.map(([launch]) => launch), ids.map(([, spin]) => spin)],
  )
  const byId = new Map(rounds.map((round) => [betIdOf(round.launch_id, round), round]))
  return new Map(
    bets.flatMap(({ round: id, provider: code, game }) => {
      const [provider, round] = [findSandboxProvider(code), byId.get(id)]
      return provider && round ? [[id, sandboxGameOf({ provider, game }).nameInHistory(round, locale)] as const] : []
    }),
  )
}

/** Returns the latest results of each casino table, newest first. Baccarat shows only one shoe of one launch. */
export async function latestMarks(sql: Sql): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await sql.query<{ provider: string; game: string; launch: bigint; outcome: unknown }>(
    `select l.provider, l.game, l.id as launch, r.outcome
       from (select id, provider, game from game_launches
              where id > (select max(id) from game_launches) - 500 and provider = any($1::text[])) l
      cross join lateral (select id, outcome from game_rounds
                           where launch_id = l.id and state = 'done' order by id desc limit ${maxMarks}) r
      order by r.id desc`,
    [casinoProviders.map(({ code }) => code)],
  )
  const marks = new Map<string, string[]>()
  const shoes = new Map<string, { launch: bigint; isWhole: boolean }>()
  for (const { provider: code, game, launch, outcome } of rows) {
    const provider = findSandboxProvider(code)
    const table = provider && findTable(provider, game)
    if (!table) continue
    const ofTable = marks.get(table.code) ?? []
    marks.set(table.code, ofTable)
    const mark = sandboxGameOf({ provider, game }).markOf(outcome)
    if (!mark || ofTable.length === maxMarks) continue
    if (mark.startsShoe !== undefined) {
      const shoe = shoes.get(table.code) ?? { launch, isWhole: false }
      if (shoe.isWhole || shoe.launch !== launch) continue
      shoes.set(table.code, { launch, isWhole: mark.startsShoe })
    }
    ofTable.push(mark.text)
  }
  return marks
}
