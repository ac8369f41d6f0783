import { describe, expect, it } from 'vitest'
import { openStore } from '~/embedded/index.server'
import { settleTransaction } from '~/embedded/transactions/settle.server'
import { parseTransactionNumber } from '~/embedded/transactions/transaction-number'
import { createBackofficeOf } from '../../support/backoffice-people'
import { databaseServerUrl, lockTable } from '../../support/database'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0, depositsWaitingMax: 0 })
const { ask, askBackoffice, backoffice, makeToken } = createBackofficeOf(embedded)
const { deposit, depositByPayment, withdraw, cashOf, depositsOf, withdrawalsOf } = createCallsOf(embedded)
const cancel = async (token: string, id: unknown) =>
  (await embedded.call('cancel-deposit', { id: String(id) }, token)).status

describe('a member who cancels a deposit', () => {
  it('cancels a bank transfer once, and the list shows who did', async () => {
    const { token } = await embedded.newMember()
    const { body } = await deposit(token, 30_000)
    expect((await depositsOf(token)).balances).toMatchObject([{ id: body.id, cancellable: true }])
    expect([await cancel(token, body.id), await cancel(token, body.id)]).toEqual(['success', 'already'])
    const [row] = (await depositsOf(token)).balances
    expect(row).toMatchObject({ status: 'cansel', reason: expect.any(String), cancelledByMember: true })
    expect(row).not.toHaveProperty('cancellable')
    expect(await cashOf(token)).toBe(0)
  })

  it('ends its account request with the last bank deposit, but leaves an earlier request open', async () => {
    const { token } = await embedded.newMember()
    const ask = async () => (await embedded.call('user-ask-account', {}, token)).status
    const end = async (id: unknown, to: 'done' | 'cancelled' | 'own') =>
      to === 'own'
        ? cancel(token, id)
        : settleTransaction(embedded.context(), { id: parseTransactionNumber(String(id)) ?? 0n, to, by: 'desk' })
    const isOpen = async () => (await embedded.call('user-health-check', {}, token)).body.accountAsked
    for (const to of ['own', 'done', 'cancelled'] as const) {
      const [first, second] = [(await deposit(token, 10_000)).body, (await deposit(token, 20_000)).body]
      expect(await ask()).toBe('success')
      await end(first.id, to)
      expect(await isOpen(), to).toBe(true)
      await end(second.id, to)
      expect([await isOpen(), (await embedded.call('get-help-list', {}, token)).body.helps], to).toEqual([false, []])
    }
    embedded.advanceClock(1)
    expect(await ask()).toBe('success')
    embedded.advanceClock(1)
    await end((await deposit(token, 10_000)).body.id, 'own')
    expect(await isOpen()).toBe(true)
  })

  it('leaves an account request open while later deposits are pending, whatever the state of the first', async () => {
    for (const to of ['done', 'cancelled'] as const) {
      const { token } = await embedded.newMember()
      const { id } = (await deposit(token, 10_000)).body
      await embedded.call('user-ask-account', {}, token)
      embedded.advanceClock(1)
      await deposit(token, 20_000)
      await settleTransaction(embedded.context(), { id: parseTransactionNumber(String(id)) ?? 0n, to, by: 'desk' })
      expect((await embedded.call('user-health-check', {}, token)).body.accountAsked, to).toBe(true)
    }
  })

  it('can’t cancel payments, withdrawals, other members’ deposits or settled ones', async () => {
    const [owner, other] = [await embedded.newMember(100_000), await embedded.newMember()]
    await depositByPayment(owner.token)
    await withdraw(owner.token, 10_000)
    const [payment] = (await depositsOf(owner.token)).balances
    const [withdrawal] = (await withdrawalsOf(owner.token)).balances
    const { body } = await deposit(owner.token, 20_000)
    expect(payment).not.toHaveProperty('cancellable')
    expect(await cancel(owner.token, payment?.id)).toBe('settled')
    for (const [token, id] of [
      [owner.token, withdrawal?.id],
      [other.token, body.id],
      [owner.token, 'nothing'],
    ] as const)
      expect(await cancel(token, id)).toBe('not_found')
    const row = parseTransactionNumber(String(body.id)) ?? 0n
    await settleTransaction(embedded.context(), { id: row, to: 'cancelled', by: 'desk' })
    expect(await cancel(owner.token, body.id)).toBe('settled')
    expect((await depositsOf(owner.token)).balances[0]).not.toHaveProperty('cancelledByMember')
  })

  it.runIf(databaseServerUrl)('gets no account for a deposit during the commit of its cancellation', async () => {
    await backoffice('add-pay-account', { bank: '국민은행', number: '123-45', holder: '마당' })
    const { token } = await embedded.newMember()
    const { body } = await deposit(token, 10_000)
    const inquiries = await lockTable(embedded.options.databaseUrl, 'help_requests in share mode')
    const cancelling = cancel(token, body.id)
    await inquiries.waitFor(1)
    const sending = askBackoffice('send-account', { id: body.id })
    await inquiries.waitFor(2)
    await inquiries.release()
    expect([await cancelling, (await sending).httpStatus]).toEqual(['success', 404])
    expect((await embedded.call('get-help-list', {}, token)).body.helps).toEqual([])
  })

  it.runIf(databaseServerUrl)('gets one account if two people send different ones simultaneously', async () => {
    await backoffice('add-pay-account', { bank: '국민은행', number: '123-45', holder: '마당' })
    await backoffice('add-pay-account', { bank: '신한은행', number: '999-99', holder: '마당' })
    const { token } = await embedded.newMember()
    const { id } = (await deposit(token, 10_000)).body
    const inquiries = await lockTable(embedded.options.databaseUrl, 'help_requests in share mode')
    const first = askBackoffice('send-account', { id, account: '국민은행 123-45 마당' })
    await inquiries.waitFor(1)
    const second = askBackoffice('send-account', { id, account: '신한은행 999-99 마당' })
    await inquiries.waitFor(2)
    await inquiries.release()
    expect([(await first).body.status, (await second).body.status]).toEqual(['success', 'sent'])
    expect((await embedded.call('get-help-list', {}, token)).response.helps).toHaveLength(1)
  })

  it('gets one settlement from 200 simultaneous approvals, cancellations, claims and payments', async () => {
    const { token } = await embedded.newMember()
    const replica = databaseServerUrl ? await openStore(embedded.options) : undefined
    const contexts = [embedded.context(), replica ? { ...embedded.context(), store: replica } : embedded.context()]
    let credited = 0
    const kim = await makeToken('kim', 'cashier')
    for (const winner of ['member', 'operator'] as const) {
      const { body } = await deposit(token, 10_000)
      const row = parseTransactionNumber(String(body.id)) ?? 0n
      const results = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => {
          const ctx = contexts[index % 2] ?? embedded.context()
          if (index % 10 === 9) {
            const claimed = await ask(kim, 'claim', { kind: 'deposit', id: String(row) })
            return claimed.httpStatus === 200 ? 'claimed' : claimed.body.status
          }
          if ((index + (winner === 'member' ? 0 : 1)) % 3 === 0) return cancel(token, body.id)
          return settleTransaction(ctx, { id: row, to: index % 2 ? 'done' : 'cancelled', by: 'desk' })
        }),
      )
      const [listed] = (await depositsOf(token)).balances
      if (listed?.status === 'already') credited += 10_000
      const isByMember = results.includes('success')
      expect(isByMember && results.includes('claimed'), 'cancelled after a claim').toBe(false)
      expect(results.filter((result) => result === 'success')).toHaveLength(isByMember ? 1 : 0)
      // Every other settlement reports the same end.
      const ends = new Set(results.filter((result) => result === 'done' || result === 'cancelled'))
      expect([...ends]).toEqual([listed?.status === 'already' ? 'done' : 'cancelled'])
      if (isByMember) expect(listed?.status).toBe('cansel')
    }
    expect(await cashOf(token)).toBe(credited)
    expect(await backoffice('audit')).toMatchObject({ inOrder: true })
    await replica?.close()
  })
})
