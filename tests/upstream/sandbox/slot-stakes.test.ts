import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { sendCallback } from '~/embedded/callbacks/callback.server'
import { playTexts } from '~/embedded/sandbox/texts'
import { registration } from '../../support/embedded-upstream'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream({ maxStake: 10_000, maxStakeBelow25: 2_000 })
const { deposit, openGame, getPage, submitForm } = createCallsOf(embedded)

async function memberBorn(yearsAgo: number | undefined) {
  const year = embedded.context().now().getUTCFullYear()
  const form = registration(yearsAgo === undefined ? {} : { birth_year: year - yearsAgo })
  expect((await embedded.call('user-register', form)).status).toBe('success')
  const token = await embedded.signIn(form.id, form.pw)
  await deposit(token, 100_000)
  embedded.advanceClock(embedded.options.playApprovalMs)
  return token
}

it.each([
  ['of 30', 30, 10_000],
  ['whose year of birth is unknown', undefined, 2_000],
])('a member %s can’t stake more than the cap on a slot round', async (_, yearsAgo, most) => {
  embedded.advanceClockTo('2026-06-15T03:00:00Z')
  const { path, session } = await openGame(await memberBorn(yearsAgo))
  const bet = (stake: number) =>
    sendCallback(embedded.context(), { type: 'bet', provider: 'dodam-play', id: randomUUID(), session, stake })
  expect((await bet(most + 1_000)).status).toBe('stake')
  expect((await bet(most)).status).toBe('success')
  const page = await submitForm(path, { spin: randomUUID(), stake: '20000' })
  expect([page.status, page.text]).toEqual([409, expect.stringContaining(playTexts('ko').t('game.stakeAboveCap'))])
  const offered = [...(await getPage(path)).text.matchAll(/name="stake"[^>]*value="(\d+)"([^>]*)/g)]
  const open = offered.filter(([, , rest]) => !rest?.includes('disabled')).map(([, won]) => Number(won))
  expect(Math.max(...open)).toBe(most)
})
