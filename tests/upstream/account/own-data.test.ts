import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hours, minutes } from '~/values/durations'
import { createBackofficeOf } from '../../support/backoffice-people'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0 })
const { backoffice, readFile } = createBackofficeOf(embedded)

const ask = (token: string, payload: object) => embedded.call('get-member-data', payload as { pw: string }, token)

describe('a member’s own data', () => {
  it('is the back office’s export of the member without internal tables, with the status first', async () => {
    const member = await embedded.newMember()
    await backoffice('add-internal-note', { member: member.id, contents: 'a suspicion; do not tell them' })
    await backoffice('tag-member', { member: member.id, tags: ['fraud'] })
    const { body: sent } = await embedded.call(
      'apply-user-deposit',
      { balance: 10_000, code: randomUUID() },
      member.token,
    )
    await backoffice('claim', { kind: 'deposit', id: String(sent.id) })
    const { status, body } = await ask(member.token, { pw: member.pw })
    const { status: _, ...own } = body
    expect([status, Object.keys(body)[0]]).toEqual(['success', 'status'])
    const exported = JSON.parse(
      await readFile('export-member', { member: member.id }, 'application/json; charset=utf-8'),
    )
    expect(JSON.stringify(exported)).toMatch(/do not tell them.*fraud/)
    const ofBackoffice = [
      'internal_notes',
      'member_tags',
      'play_figures',
      'desk_acts',
      'desk_act_texts',
      'desk_first_approvals',
    ]
    const tables = Object.entries(exported.tables).filter(([table]) => !ofBackoffice.includes(table))
    expect(own).toEqual({ ...exported, exportedAt: expect.any(String), tables: Object.fromEntries(tables) })
    expect(JSON.stringify(own)).not.toMatch(/do not tell them|fraud|"salt"|_by":"owner/)
    expect(JSON.stringify(own)).not.toMatch(/argon2|"secret"|_hash"|"hash"/)
  })

  it('is returned at most once an hour, and only to one of thirty simultaneous requests', async () => {
    const member = await embedded.newMember()
    const replies = await Promise.all(Array.from({ length: 30 }, () => ask(member.token, { pw: member.pw })))
    expect(replies.filter(({ status }) => status === 'success')).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 'wait')).toHaveLength(29)
    embedded.advanceClock(minutes(59))
    expect((await ask(member.token, { pw: member.pw })).body).toEqual({ status: 'wait', ms: minutes(1) })
    embedded.advanceClock(minutes(1))
    expect((await ask(member.token, { pw: member.pw })).status).toBe('success')
  })

  it('isn’t returned without the password, for guessed passwords, or for another member’s ID', async () => {
    const [member, stranger] = [await embedded.newMember(), await embedded.newMember()]
    for (const payload of [
      {},
      { pw: '' },
      { pw: stranger.pw, id: stranger.id },
      { pw: stranger.pw, member: stranger.id },
    ])
      expect((await ask(member.token, payload)).httpStatus, JSON.stringify(payload)).toBe(400)
    expect((await ask('', { pw: member.pw })).httpStatus).toBe(401)
    for (let times = 0; times < 10; times += 1)
      expect((await ask(member.token, { pw: `guess ${times}` })).status).toBe('pass')
    expect((await ask(member.token, { pw: member.pw })).httpStatus, 'after ten wrong passwords').toBe(429)
    embedded.advanceClock(hours(1))
    const { body } = await ask(member.token, { pw: member.pw })
    expect([body.member, JSON.stringify(body).includes(stranger.id)]).toEqual([member.id, false])
  })
})
