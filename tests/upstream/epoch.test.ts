import { describe, expect, it, vi } from 'vitest'
import { sharedEmbeddedUpstream } from '../support/shared-embedded-upstream'

/** The epoch of a store: what is kept elsewhere about it counts in its own epoch alone. */

const deskToken = 'a token of the desk, for tests'
const embedded = sharedEmbeddedUpstream({ deskToken, playApprovalMs: 400 })

const beginEpoch = async (payload: Record<string, unknown> = {}) =>
  (await embedded.askDesk('begin-epoch', payload)).body

describe('a store', () => {
  it('that was restored begins one and ends all sessions; a rehearsal does neither', async () => {
    await embedded.reopen()
    expect(embedded.epoch()).toBe('')
    const token = await embedded.signIn()
    expect(await beginEpoch({ dryRun: true })).toMatchObject({ status: 'success', ended: 1 })
    expect((await embedded.call('user-health-check', {}, token)).httpStatus).toBe(200)

    expect(await beginEpoch()).toMatchObject({ status: 'success', ended: 1 })
    expect((await embedded.call('user-health-check', {}, token)).httpStatus).toBe(401)
    // A process that was left running finds out by itself.
    await vi.waitFor(() => expect(embedded.epoch()).not.toBe(''), 5_000)
    const first = embedded.epoch()
    await embedded.reopen()
    expect(embedded.epoch()).toBe(first)
    await beginEpoch()
    await vi.waitFor(() => expect(embedded.epoch()).not.toBe(first), 5_000)
  })
})
