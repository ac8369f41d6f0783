import { describe, expect, it, vi } from 'vitest'
import { createDeskOf } from '../support/desk-people'
import { sharedEmbeddedUpstream } from '../support/shared-embedded-upstream'

/** The epoch of a store: what is kept elsewhere about it counts in its own epoch alone. */

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 400 })
const { desk } = createDeskOf(embedded)

describe('a store', () => {
  it('that was restored begins one and ends all sessions; a rehearsal does neither', async () => {
    await embedded.reopen()
    expect(embedded.epoch()).toBe('')
    const token = await embedded.signIn()
    expect(await desk('begin-epoch', { dryRun: true })).toMatchObject({ ended: 1 })
    expect((await embedded.call('user-health-check', {}, token)).httpStatus).toBe(200)

    expect(await desk('begin-epoch')).toMatchObject({ ended: 1 })
    expect((await embedded.call('user-health-check', {}, token)).httpStatus).toBe(401)
    // A process that was left running finds out by itself.
    await vi.waitFor(() => expect(embedded.epoch()).not.toBe(''), 5_000)
    const first = embedded.epoch()
    await embedded.reopen()
    expect(embedded.epoch()).toBe(first)
    await desk('begin-epoch')
    await vi.waitFor(() => expect(embedded.epoch()).not.toBe(first), 5_000)
  })
})
