import { expect, it } from 'vitest'
import { createBackofficeOf } from '../../support/backoffice-people'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

/** Lists of the back office: their order, and how many rows a page has. */

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0 })
const { backoffice, askBackoffice } = createBackofficeOf(embedded)
const idsOf = async (command: string, payload: object) =>
  (await backoffice(command, payload)).rows?.map(({ id, member }) => String(id ?? member)) ?? []

it.each(['members', 'acts', 'ledger', 'requests', 'movements'])('%s come oldest or newest first', async (command) => {
  const demo = await embedded.signIn()
  for (const title of ['하나', '둘']) await embedded.call('user-write-help', { title, contents: title }, demo)
  for (const _ of [1, 2]) {
    await backoffice('correct', { member: 'demo', account: 'cash', won: 10_000, reason: '확인' })
    await embedded.call('apply-user-deposit', { balance: 10_000, code: crypto.randomUUID() }, demo)
  }
  const more = command === 'movements' ? { kind: 'deposit' } : command === 'acts' ? { act: 'correct' } : {}
  const oldest = await idsOf(command, { ...more, size: 1_000, order: 'oldest' })
  expect(oldest.length).toBeGreaterThan(1)
  expect(await idsOf(command, { ...more, size: 1_000, order: 'newest' })).toEqual(oldest.toReversed())
})

it('a page has 50 rows, or as many as are asked for up to a thousand', async () => {
  for (let count = 0; count < 60; count += 1) await backoffice('acts', { act: 'erase' })
  expect((await backoffice('acts')).rows).toHaveLength(50)
  const [all, two] = [await backoffice('acts', { size: 1_000 }), await backoffice('acts', { size: 2, page: 2 })]
  expect(all).toMatchObject({ pages: 1, total: all.rows?.length })
  expect(two.rows?.map(({ id }) => id)).toEqual(all.rows?.slice(0, 2).map(({ id }) => String(Number(id) - 1)))
  expect((await askBackoffice('acts', { size: 1_001 })).httpStatus).toBe(422)
})
