import { createHmac, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { maxBalance } from '~/embedded/ledger/ledger.server'
import { cancelUnpaidDeposits } from '~/embedded/payments/payments.server'
import { cancelReasonText } from '~/embedded/transactions/cancel-reasons'
import { settleTransaction } from '~/embedded/transactions/settle.server'
import { countPendingTransactions } from '~/embedded/transactions/totals.server'
import { formatTransactionNumber, parseTransactionNumber } from '~/embedded/transactions/transaction-number'
import { signatureHeaders } from '~/platform/signature.server'
import { hours } from '~/values/durations'
import { createBackofficeOf } from '../../support/backoffice-people'
import { createCallsOf } from '../../support/member-calls'
import { reportFigure } from '../../support/report-figure'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const deposit = { min: 10_000, max: 500_000, fee: 500 }
const payUrl = 'https://pay.test/p/{deposit}?won={won}&lang={language}&back={home}'
const [gift, coin] = ['gift', 'coin'].map((idx) => ({ idx, name: idx, deposit, payUrl }))
const payments = [gift, coin, { idx: 1, name: '바로페이', deposit }].filter((method) => method !== undefined)
const secret = 'what secrets of payments are derived from'
const embedded = sharedEmbeddedUpstream({
  ...{ money: 'real', paymentSecrets: [secret], payments, homeUrl: 'https://site.test/?a=b&c' },
})
const { depositByPayment, depositsOf, cashOf } = createCallsOf(embedded)
const { askBackoffice, backoffice } = createBackofficeOf(embedded)

beforeAll(() => backoffice('add-referral-code', { code: 'MADANG', owner: 'madang', origin: '*' }))

/** Creates an unpaid deposit of 50,000 won through a payment service. */
async function unpaid(member?: Awaited<ReturnType<typeof embedded.newMember>>, idx = 'gift') {
  const { id, pw, token } = member ?? (await embedded.newMember())
  const { launcherUrl } = (await depositByPayment(token, 50_000, idx)).response
  return { id, pw, token, launcherUrl, deposit: new URL(launcherUrl).pathname.slice('/p/'.length) }
}
async function report(of: string, more: Record<string, unknown> = {}, signedAs = 'gift') {
  const message = { type: 'paid', provider: 'gift', id: randomUUID(), deposit: of, won: 50_000, ...more }
  const body = JSON.stringify(message)
  const key = createHmac('sha256', secret).update(signedAs).digest('hex')
  const headers = signatureHeaders(key, body, embedded.context().now())
  const address = `http://site.test/callbacks/${message.provider}`
  const response = await embedded.send(new Request(address, { method: 'POST', body, headers }))
  return response.status === 200 ? response.json() : response.status
}
const credited = { status: 'success', deposit: 'already' }
const notCredited = { status: 'success', deposit: 'cansel' }
async function expire() {
  embedded.advanceClock(hours(12))
  await cancelUnpaidDeposits(embedded.context())
}
const cash = async (member: string) => ((await backoffice('member', { member })).member as { cash?: number }).cash
/** Returns the states of the member's deposits, newest first, with the names of their reasons. */
async function reasons({ id, pw }: { id: string; pw: string }) {
  const { balances } = await depositsOf(await embedded.signIn(id, pw))
  const shown = ['given-up', 'unfinished', 'paid-apart', 'returned', 'too-large', 'member'] as const
  const names = new Map(shown.map((name) => [cancelReasonText(name, 'ko'), name]))
  return balances.map(({ status, reason }) => (reason === undefined ? [status] : [status, names.get(reason)]))
}
/** Returns the member's payments to return. */
const returns = async (member: string) =>
  ((await backoffice('queue')).rows ?? []).filter((row) => row.what === 'return' && row.member === member)

describe('a payment service of PAYMENTS, with real money', () => {
  it('offers only deposits, whose pages the member’s list links to', async () => {
    const made = await unpaid()
    expect(made.launcherUrl).toBe(
      `https://pay.test/p/${made.deposit}?won=50000&lang=ko&back=https%3A%2F%2Fsite.test%2F%3Fa%3Db%26c`,
    )
    const offered = (await embedded.call('get-deposit-payment', {}, made.token)).response.payments
    expect(offered.map(({ idx }) => idx)).toEqual(['gift', 'coin'])
    expect((await embedded.call('get-withdrawal-payment', {}, made.token)).response.payments).toEqual([])
    expect((await depositByPayment(made.token, 50_000, 1)).status).toBe('not_found')
    const expiresAt = new Date(embedded.context().now().getTime() + hours(12)).toISOString()
    const [row] = (await depositsOf(made.token)).balances
    expect(row).toMatchObject({ stage: 'unpaid', payUrl: made.launcherUrl, expiresAt })
    await expire()
    const token = await embedded.signIn(made.id, made.pw)
    const [ended] = (await depositsOf(token)).balances
    expect(ended).toMatchObject({ status: 'cansel', reason: cancelReasonText('unfinished', 'ko') })
    expect(ended).not.toHaveProperty('payUrl')
  })

  it('reports only deposits with its method, with its secret, even after it was removed from the file', async () => {
    const made = await unpaid()
    expect(await report(made.deposit, {}, 'coin')).toBe(401)
    expect(await report(made.deposit, { provider: 'coin' })).toBe(401)
    for (const provider of ['coin', 'payments'])
      expect(await report(made.deposit, { provider }, provider)).toEqual({ status: 'unknown' })
    expect(await report('999999')).toEqual({ status: 'unknown' })
    expect(await report(made.deposit, { provider: 'cash' }, 'cash')).toBe(404)
    expect(await backoffice('callback-secret', { provider: 'gift' })).toMatchObject({ kind: 'payments' })
    await embedded.reopen({ money: 'real', payments: payments.slice(1) })
    expect(await report(made.deposit, {}, 'coin')).toBe(404)
    expect(await report(made.deposit)).toEqual(credited)
    await embedded.reopen({ money: 'real' })
    expect(await cash(made.id)).toBe(49_500)
  })

  it('ends each deposit in one state when it is paid, expires, is approved and cancelled simultaneously', async () => {
    const member = await embedded.newMember()
    const ends: Record<string, number> = { paid: 0, late: 0, returned: 0 }
    const made = []
    for (let count = 0; count < 50; count += 1) made.push(await unpaid(member))
    embedded.advanceClock(hours(12))
    const inTurn = async (turns: number, work: () => Promise<unknown>) => {
      for (let turn = 0; turn < turns; turn += 1) await setImmediate()
      return work()
    }
    const token = await embedded.signIn(member.id, member.pw)
    const cancelOwn = (id: string) =>
      embedded.call('cancel-deposit', { id: formatTransactionNumber(BigInt(id)) }, token)
    const expireOne = (id: string) =>
      settleTransaction(embedded.context(), { id: BigInt(id), to: 'cancelled', by: 'payment', reason: 'unfinished' })
    await Promise.all(
      made.flatMap(({ deposit: of }, index) => [
        inTurn((index * 3) % 40, async () => expect((await cancelOwn(of)).status).toBe('settled')),
        inTurn((index * 5) % 40, () => expireOne(of)),
        inTurn((index * 17) % 40, () => askBackoffice('approve', { kind: 'deposit', id: of, unpaid: index % 4 === 0 })),
        inTurn((index * 7) % 40, () => report(of)),
        inTurn((index * 11) % 40, () => report(of)),
        inTurn((index * 13) % 40, () => askBackoffice('cancel', { kind: 'deposit', id: of })),
        ...(index < 5 ? [cancelUnpaidDeposits(embedded.context())] : []),
      ]),
    )
    const rows = await embedded.query<{ id: bigint; code: string; state: string }>(
      'select m.id, code, state from movements m join members u on u.id = member_id where user_id = $1',
      [member.id],
    )
    for (const { deposit: id } of made) {
      const own = rows.filter(({ code }) => code === `paid late ${id}`)
      const state = rows.find((row) => String(row.id) === id)?.state
      if (state === 'already') expect(own).toEqual([])
      else expect([state, own.length]).toEqual(['cansel', 1])
      const end = state === 'already' ? 'paid' : own[0]?.state === 'already' ? 'late' : 'returned'
      ends[end] = (ends[end] ?? 0) + 1
    }
    const { paid = 0, late = 0, returned = 0 } = ends
    expect([paid > 0, late + returned > 0, paid + late + returned]).toEqual([true, true, 50])
    expect(await returns(member.id)).toHaveLength(returned)
    expect(await cash(member.id)).toBe((paid + late) * 49_500)
    expect((await backoffice('audit')).inOrder).toBe(true)
    reportFigure(
      `50 payments paid, expired, approved and cancelled simultaneously: ${paid} paid or approved, ${late} credited late, ${returned} to return`,
    )
  })

  it('credits a deposit with an expired page once, however many reports arrive', async () => {
    const made = await unpaid()
    await expire()
    const reports = await Promise.all(Array.from({ length: 50 }, () => report(made.deposit)))
    expect(reports).toEqual(Array(50).fill(credited))
    expect([await cash(made.id), await returns(made.id)]).toEqual([49_500, []])
    expect(await reasons(made)).toEqual([['already'], ['cansel', 'paid-apart']])
    // The note about the expiry was written before the payment.
    const token = await embedded.signIn(made.id, made.pw)
    const { note } = (await embedded.call('get-user-note', {}, token)).response
    expect(note.map(({ text }) => text)).toEqual([
      expect.not.stringContaining(cancelReasonText('paid-apart', 'ko')),
      expect.stringContaining(cancelReasonText('paid-apart', 'ko')),
    ])
  })

  it.each<[string, (made: Awaited<ReturnType<typeof unpaid>>) => Promise<unknown>]>([
    ['the back office cancelled it', ({ deposit: id }) => backoffice('cancel', { kind: 'deposit', id })],
    ['the payer declined it before', ({ deposit: of }) => report(of, { type: 'refused' })],
    [
      'it expired and the member is in a break',
      async ({ token }) => {
        expect((await embedded.call('set-play-limits', { break: '24h' }, token)).status).toBe('success')
        await expire()
      },
    ],
    [
      'it would exceed the largest balance',
      ({ id: member }) => {
        const won = Number(maxBalance) - 10_000
        return backoffice('correct', { member, account: 'cash', won, reason: 'test' })
      },
    ],
  ])('has a deposit’s money listed to be returned, once and until the back office ends it, if %s', async (_, end) => {
    const made = await unpaid()
    await end(made)
    const before = await cash(made.id)
    const waiting = async () => (await countPendingTransactions(embedded.context()))[0]?.count ?? 0
    const waitingBefore = await waiting()
    const reports = await Promise.all(Array.from({ length: 10 }, () => report(made.deposit)))
    expect(reports).toEqual(Array(10).fill(notCredited))
    await expire()
    const [row, ...more] = await returns(made.id)
    expect([row, more]).toMatchObject([{ won: 50_000 }, []])
    const { movement } = await backoffice('movement', { number: row?.number })
    expect(movement).toMatchObject({ paidFor: made.deposit, paymentIdx: 'gift', bank: null })
    expect([await waiting(), await cash(made.id)]).toEqual([waitingBefore + 1, before])
    expect(embedded.lines.some(({ message }) => message.startsWith('payment to be returned'))).toBe(true)
    await backoffice('cancel', { kind: 'deposit', id: String(row?.number) })
    expect(await report(made.deposit)).toEqual(notCredited)
    const shown = await reasons(made)
    expect(shown[0]).toEqual(['cansel', 'returned'])
    for (const untrue of ['unfinished', 'given-up']) expect(shown).not.toContainEqual(['cansel', untrue])
    expect([await returns(made.id), await cash(made.id)]).toEqual([[], before])
  })

  it('can report another amount, which is listed and which the back office may credit', async () => {
    const made = await unpaid()
    for (let count = 0; count < 2; count += 1)
      expect(await report(made.deposit, { won: 30_000 })).toEqual({ status: 'amount' })
    const [row, ...more] = await returns(made.id)
    expect([row, more]).toMatchObject([{ won: 30_000 }, []])
    const stages = (await depositsOf(made.token)).balances.map(({ balance, stage }) => [balance, stage])
    expect(stages).toEqual([
      [30_000, 'checking'],
      [50_000, 'unpaid'],
    ])
    await backoffice('approve', { kind: 'deposit', id: made.deposit }, 'unpaid')
    await backoffice('approve', { kind: 'deposit', id: String(parseTransactionNumber(String(row?.number))) })
    expect(await cashOf(made.token)).toBe(29_500)
    expect(await report(made.deposit)).toEqual(credited)
    expect(await cashOf(made.token)).toBe(79_000)
  })

  it('can report a second payment of the same deposit, which is listed once by its number', async () => {
    const made = await unpaid()
    const reportTwice = async (payment: string, more?: object) => [
      await report(made.deposit, { payment, ...more }),
      await report(made.deposit, { payment, ...more }),
    ]
    expect(await reportTwice('first')).toEqual([credited, credited])
    expect(await reportTwice('second')).toEqual([notCredited, notCredited])
    for (const half of ['half-1', 'half-2'])
      expect(await reportTwice(half, { won: 25_000 })).toEqual(Array(2).fill({ status: 'amount' }))
    expect((await returns(made.id)).map(({ won }) => won).sort()).toEqual([25_000, 25_000, 50_000])
    expect([await cash(made.id), (await backoffice('audit')).inOrder]).toEqual([49_500, true])
  })
})
