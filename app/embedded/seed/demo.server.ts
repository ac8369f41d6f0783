import { days, minutes } from '~/values/durations'
import type { SiteName } from '../context.server'
import {
  compGrantEntries,
  depositEntries,
  type MemberId,
  withdrawalEntries,
  withdrawalPaidEntries,
} from '../ledger/entries'
import { seedDemoJackpot } from '../ledger/jackpot.server'
import { postTransfer } from '../ledger/ledger.server'
import { prepareNewMember } from '../members/registration.server'
import { seedDemoMessages } from '../messages/messages.server'
import type { Sql } from '../store/store.server'
import { shippedSiteName } from './messages'

/** The code of a site with the shipped name. */
const shippedCode = 'MADANG'

/** Referral code of the demo, prefilled for visitors of every origin: the site's English name. */
function referralCodeOf({ en }: SiteName): string {
  const maxCharacters = 16
  return (
    en
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .slice(0, maxCharacters) || 'DEMO'
  )
}

const demoMembers = [
  {
    id: 'demo',
    pw: 'demo-1234',
    nick: '데모',
    phone: '01012345678',
    bankname: '국민은행',
    banknumber: '12345678901234',
    bankowner: '김데모',
    exchange_pw: '2580',
  },
  {
    id: 'demo2',
    pw: 'demo-5678',
    nick: '데모둘',
    phone: '01087654321',
    bankname: '신한은행',
    banknumber: '110123456789',
    bankowner: '이데모',
    exchange_pw: '1379',
  },
] as const

/** Time between applying and settling of each past movement. */
const settledAfterMs = minutes(4)

/** Comp balance of the demo member, in won. */
const compWon = 50_000n

/**
 * Twenty past movements of the demo member: days ago, and the amount in units of 10,000 won, negative for a withdrawal.
 * They sum to 1,000,000 won, and the balance never goes below zero.
 */
const pastMovements: readonly (readonly [daysAgo: number, tenThousands: number])[] = [
  [58, 30],
  [55, 20],
  [52, -10],
  [49, 50],
  [47, -25],
  [44, 10],
  [41, 30],
  [38, -40],
  [34, 60],
  [31, 15],
  [28, -30],
  [25, 20],
  [21, 50],
  [18, -60],
  [15, 40],
  [12, 10],
  [9, -50],
  [6, 30],
  [4, -80],
  [2, 30],
]

/** Creates the two demo members with past movements, posted through the ledger, and their messages. */
export async function seedDemo(sql: Sql, now: Date, siteName: SiteName = shippedSiteName): Promise<void> {
  const code = referralCodeOf(siteName)
  const userId = code.toLowerCase()
  await sql.query("insert into referral_codes (code, user_id, origin, made_at) values ($1, $2, '*', $3)", [
    code,
    userId,
    now,
  ])
  // Programs that try a site know this code; under another brand no form is filled with it.
  await sql.query(
    'insert into referral_codes (code, user_id, origin, made_at) values ($1, $2, null, $3) on conflict do nothing',
    [shippedCode, userId, now],
  )
  const joined = new Date(now.getTime() - days(60))
  const [first, second] = demoMembers
  const demo = await (await prepareNewMember({ ...first, code }, joined))(sql)
  await (await prepareNewMember({ ...second, code }, joined))(sql)

  for (const [daysAgo, tenThousands] of pastMovements) {
    await insertPastMovement(sql, demo, BigInt(tenThousands) * 10_000n, new Date(now.getTime() - days(daysAgo)))
  }
  await postTransfer(sql, {
    cause: 'comp_grant',
    at: now,
    entries: compGrantEntries({ member: demo, points: compWon }),
  })
  await seedDemoMessages(sql, demo, now, siteName)
  await seedDemoJackpot(sql, now)
}

/** Inserts a settled deposit, or a withdrawal when `won` is negative, that was applied for at `at`. */
async function insertPastMovement(sql: Sql, member: MemberId, won: bigint, at: Date): Promise<void> {
  const kind = won > 0n ? 'deposit' : 'withdrawal'
  const amount = won > 0n ? won : -won
  const done = new Date(at.getTime() + settledAfterMs)
  const [made] = await sql.query<{ id: bigint }>(
    `insert into movements (kind, member_id, won, method, state, applied_at, settled_at, settled_by)
     values ($1, $2, $3, 'bank', 'already', $4, $5, 'desk') returning id`,
    [kind, member, amount, at, done],
  )
  if (!made) throw new Error('a movement was not written')
  const causeId = String(made.id)
  const { after } =
    kind === 'deposit'
      ? await postTransfer(sql, {
          cause: 'deposit',
          causeId,
          at: done,
          entries: depositEntries({ member, won: amount, through: 'bank' }),
        })
      : await postTransfer(sql, {
          cause: 'withdrawal',
          causeId,
          at,
          entries: withdrawalEntries({ member, won: amount }),
        })
  if (kind === 'withdrawal') {
    const entries = withdrawalPaidEntries({ won: amount, through: 'bank' })
    await postTransfer(sql, { cause: 'withdrawal_paid', causeId, at: done, entries })
  }
  await sql.query('update movements set after = $2 where id = $1', [made.id, after({ kind: 'cash', member })])
}
