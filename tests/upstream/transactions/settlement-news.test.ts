import { expect, it } from 'vitest'
import { settleTransaction } from '~/embedded/transactions/settle.server'
import { parseTransactionNumber } from '~/embedded/transactions/transaction-number'
import { days } from '~/values/durations'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream()
const { deposit, withdraw } = createCallsOf(embedded)

/** A member with two logins, a credited deposit and a refused withdrawal with its reason, both unseen. */
async function memberWithNews() {
  const { token, id, pw } = await embedded.newMember(100_000)
  const before = (await embedded.call('user-health-check', {}, token)).response.settled ?? []
  await embedded.call('mark-settled-seen', { ids: before.map((row) => String(row.id)) }, token)
  const credited = String((await deposit(token, 50_000)).body.id)
  const refused = String((await withdraw(token, 30_000)).body.id)
  const settle = (number: string, to: 'done' | 'cancelled') =>
    settleTransaction(embedded.context(), { id: parseTransactionNumber(number) ?? 0n, to, by: 'desk' })
  await settle(credited, 'done')
  embedded.advanceClock(1_000)
  await settle(refused, 'cancelled')
  await embedded.query('update movements set desk_reason = $2 where id = $1', [
    parseTransactionNumber(refused),
    '예금주가 다릅니다.',
  ])
  return { token, signIn: () => embedded.signIn(id, pw), credited, refused }
}

const newsOf = async (token: string) => (await embedded.call('user-health-check', {}, token)).response.settled
const notesOf = async (token: string, language = 'ko') =>
  (await embedded.call('get-user-note', {}, token, { 'Accept-Language': language })).response.note

it('health checks list transactions settled in the last seven days with reason and balance', async () => {
  const { token, signIn, credited, refused } = await memberWithNews()
  expect(await newsOf(token)).toMatchObject([
    { kind: 'withdraw', id: refused, balance: 30_000, status: 'cansel', reason: '예금주가 다릅니다.', after: 150_000 },
    { kind: 'deposit', id: credited, balance: 50_000, status: 'already', after: 120_000 },
  ])
  embedded.advanceClock(days(7))
  expect(await newsOf(await signIn())).toEqual([])
})

it('news dismissed on one device is dismissed on all, and its note is marked as read', async () => {
  const { token, signIn, credited, refused } = await memberWithNews()
  const phone = await signIn()
  const { noteCount } = (await embedded.call('user-health-check', {}, token)).response
  const [note, other] = await notesOf(token, 'en')
  expect(note).toMatchObject({ title: expect.stringContaining('30,000 won'), isRead: false })
  expect(note?.text).toContain('예금주가 다릅니다.')
  expect(note?.text).toContain(String(note?.transaction?.id))
  expect(note?.transaction?.kind).toBe('withdraw')

  const stranger = await embedded.newMember()
  await embedded.call('mark-settled-seen', { ids: [refused] }, stranger.token)
  expect(await newsOf(phone), 'another member can’t dismiss it').toHaveLength(2)
  await embedded.call('mark-settled-seen', { ids: [refused, 'none', 7] }, token)
  expect((await newsOf(phone))?.map(({ id }) => id)).toEqual([credited])
  expect((await notesOf(phone)).map(({ isRead }) => isRead).slice(0, 2)).toEqual([true, other?.isRead])
  const countNotes = async () => (await embedded.call('user-health-check', {}, token)).response.noteCount
  expect(await countNotes()).toBe(Number(noteCount) - 1)

  await embedded.call('read-note-message', { id: other?._id }, token)
  expect([await newsOf(phone), await countNotes()], 'after its note was read').toEqual([[], Number(noteCount) - 2])
})
