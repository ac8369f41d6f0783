import { days, minutes } from '~/values/durations'
import type { EmbeddedContext, SiteName } from '../context.server'
import { settleBet } from '../games/bets.server'
import { seedClosures } from '../games/catalogue.server'
import {
  betEntries,
  compGrantEntries,
  type Entry,
  type MemberId,
  toGameEntries,
  toWalletEntries,
} from '../ledger/entries'
import { seedDemoJackpot } from '../ledger/jackpot.server'
import { postTransfer } from '../ledger/ledger.server'
import { prepareNewMember } from '../members/registration.server'
import { withExclusiveLock } from '../store/migrate.server'
import { insertRow, type Sql } from '../store/store.server'
import { applyWithdrawal, insertTransaction } from '../transactions/apply.server'
import { settleTransactionInTx } from '../transactions/settle.server'
import { members, transactions } from './demo.json'
import { demoMessages, shippedSiteName } from './messages'
import { findSlotGames, slotProviders } from './sandbox-games'
import { assertMoneyFits, markSeeded, readSeeds } from './store-money.server'

/** Seeds a new store with the catalogue. With play money and `seedDemo`, also seeds the demo. */
export async function seedStore(ctx: EmbeddedContext): Promise<void> {
  const isRealMoney = ctx.options.money === 'real'
  const wantsDemo = ctx.options.seedDemo && !isRealMoney
  const wantsHistory = wantsDemo && ctx.options.seedDemoHistory === true
  const seeds = await readSeeds(ctx.store)
  const isMarked = isRealMoney ? seeds.has('real-money') : seeds.has('play-money') && !seeds.has('real-money')
  const hasDemo = (seeds.has('demo') || !wantsDemo) && (seeds.has('demo-history') || !wantsHistory)
  if (isMarked && seeds.has('catalogue') && hasDemo) return
  await withExclusiveLock(ctx.store, async (sql) => {
    await assertMoneyFits(sql, ctx)
    await seedCatalogue(sql, ctx.now())
    const [stored] = await sql.query<{ none: boolean }>('select not exists (select 1 from members) as none')
    if (wantsDemo && stored?.none && (await markSeeded(sql, 'demo', ctx.now()))) await seedDemo(sql, ctx)
    const isDemo = wantsHistory && (await readSeeds(sql)).has('demo')
    if (isDemo && (await markSeeded(sql, 'demo-history', ctx.now()))) await seedDemoHistory(sql, ctx)
  })
}

export async function seedCatalogue(sql: Sql, now: Date): Promise<void> {
  if (await markSeeded(sql, 'catalogue', now)) await seedClosures(sql)
}

const shippedCode = 'MADANG'

function referralCodeOf({ en }: SiteName): string {
  const maxCharacters = 16
  return (
    en
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .slice(0, maxCharacters) || 'DEMO'
  )
}

const settledAfterMs = minutes(4)

const compWon = 50_000n

async function seedDemo(sql: Sql, ctx: EmbeddedContext): Promise<void> {
  const { siteName = shippedSiteName } = ctx.options
  const now = ctx.now()
  const code = referralCodeOf(siteName)
  const userId = code.toLowerCase()
  await insertRow(sql, 'referral_codes', { code, user_id: userId, origin: '*', made_at: now })
  // Test programs rely on this referral code. Only the shipped brand prefills it in registration forms.
  const insertCode =
    'insert into referral_codes (code, user_id, origin, made_at) values ($1, $2, null, $3) on conflict do nothing'
  await sql.query(insertCode, [shippedCode, userId, now])
  const joined = new Date(now.getTime() - days(60))
  const demo = await (await prepareNewMember({ ...members.demo, code }, joined))(sql)
  await (await prepareNewMember({ ...members.demo2, code }, joined))(sql)

  for (const { daysAgo, won } of transactions) {
    await addPastTransaction(sql, ctx, demo, { won: BigInt(won), at: new Date(now.getTime() - days(daysAgo)) })
  }
  const entries = compGrantEntries({ member: demo, points: compWon })
  await postTransfer(sql, { cause: 'comp_grant', at: now, entries })
  await seedDemoMessages(sql, demo, now, siteName)
  await seedDemoJackpot(sql, now)
}

const historyRows = 24

async function seedDemoHistory(sql: Sql, ctx: EmbeddedContext): Promise<void> {
  const [demo] = await sql.query<{ id: MemberId }>('select id from members where user_id = $1', [members.demo.id])
  const [provider] = slotProviders
  const [game] = findSlotGames(provider?.code ?? '') ?? []
  if (!demo || !provider || !game) throw new Error('demo: the catalogue has no game for it')
  const [member, stake] = [demo.id, 1_000n]
  const first = ctx.now().getTime() - days(2) + minutes(60)
  const move = (entries: Entry[], cause: 'to_game' | 'to_cash', at: Date) => postTransfer(sql, { cause, at, entries })
  await move(toGameEntries({ member, won: stake }), 'to_game', new Date(first))
  for (let row = 0; row < historyRows; row += 1) {
    const at = new Date(first + row * minutes(90))
    await addPastTransaction(sql, ctx, member, { won: 10_000n, at })
    await addPastTransaction(sql, ctx, member, { won: -10_000n, at: new Date(at.getTime() + minutes(30)) })
    const bet = { member_id: member, provider: provider.code, game: game.code, round: `demo-${row}`, stake }
    const { id } = await insertRow<{ id: bigint }>(sql, 'bets', { ...bet, made_at: at }, 'id')
    const entries = betEntries({ member, provider: provider.code, stake })
    await postTransfer(sql, { cause: 'bet', causeId: String(id), at, entries })
    await settleBet(sql, { ...ctx, now: () => at }, { provider, bet: bet.round, won: stake, jackpot: false })
  }
  await move(toWalletEntries({ member, won: stake }), 'to_cash', ctx.now())
  const newest = 'select max(id) from movements where member_id = $1'
  await sql.query(`update movements set seen_at = null where id = (${newest})`, [member])
}

async function addPastTransaction(
  sql: Sql,
  ctx: EmbeddedContext,
  member: MemberId,
  { won, at }: { won: bigint; at: Date },
): Promise<void> {
  const asked = { ...ctx, now: () => at, member: { id: member } }
  const transaction = { won: won > 0n ? won : -won, method: 'bank', dueAt: null } as const
  const id =
    won > 0n
      ? await insertTransaction(sql, asked, 'deposit', transaction)
      : await applyWithdrawal(sql, asked, transaction)
  const settledAt = new Date(at.getTime() + settledAfterMs)
  await settleTransactionInTx(sql, { ...ctx, now: () => settledAt }, { id, to: 'done', by: 'desk' })
  await sql.query('update movements set seen_at = settled_at where id = $1', [id])
  await sql.query('delete from notes where movement_id = $1', [id])
}

async function seedDemoMessages(sql: Sql, demo: MemberId, now: Date, siteName: SiteName): Promise<void> {
  const ago = (minutesAgo: number) => new Date(now.getTime() - minutes(minutesAgo))
  const { notes, helpRequests, notices } = demoMessages(siteName)
  for (const { title, contents, minutesAgo, read } of notes) {
    const readAt = read ? ago(minutesAgo - 30) : null
    await insertRow(sql, 'notes', { member_id: demo, title, contents, made_at: ago(minutesAgo), read_at: readAt })
  }
  for (const { title, contents, minutesAgo, answer } of helpRequests) {
    const asked = { member_id: demo, title, contents, language: 'ko', made_at: ago(minutesAgo) }
    const answered = answer && { answer: answer.contents, answered_at: ago(answer.minutesAgo) }
    await insertRow(sql, 'help_requests', { ...asked, ...answered })
  }
  for (const { place, title, contents, minutesAgo } of notices) {
    await insertRow(sql, 'notices', { place, title, contents, made_at: ago(minutesAgo) })
  }
}
