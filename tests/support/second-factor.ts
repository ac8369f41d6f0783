import { TOTP } from 'otpauth'
import { minutes } from '~/values/durations'
import type { openTestEmbeddedUpstream } from './embedded-upstream'

type TestEmbeddedUpstream = Awaited<ReturnType<typeof openTestEmbeddedUpstream>>

/** The code that an app shows at a time. @param timestamp epoch milliseconds; by default now. */
export const codeAt = (secret: string, timestamp: number = Date.now()) =>
  new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp })

/** Second factors of members at an embedded upstream, by the clock of the test. */
export function createFactorsOf(embedded: TestEmbeddedUpstream) {
  const codeOf = (secret: string) => codeAt(secret, embedded.context().now().getTime())

  /** A code that is wrong now and beside it. */
  function wrongCodeOf(secret: string): string {
    const taken = new Set([-1, 0, 1].map((step) => codeAt(secret, embedded.context().now().getTime() + step * 30_000)))
    return ['000000', '111111', '222222', '333333'].find((code) => !taken.has(code)) ?? ''
  }

  /** Turns the factor of a member on. The code that did so is used, and a minute goes by. */
  async function turnOn({ token, pw }: { token: string; pw: string }) {
    const { secret = '' } = (await embedded.call('set-second-factor', { step: 'start', pw }, token)).response
    const otp = codeOf(secret)
    const { recovery = [] } = (await embedded.call('set-second-factor', { step: 'on', otp }, token)).response
    embedded.advanceClock(minutes(1))
    return { secret, recovery, usedCode: otp }
  }

  async function memberWithFactor() {
    const member = await embedded.newMember()
    return { ...member, ...(await turnOn(member)) }
  }

  async function ticketOf({ id, pw }: { id: string; pw: string }): Promise<string> {
    return String((await embedded.call('user-do-login', { id, pw })).body.ticket)
  }

  const confirm = (ticket: string, otp: string) => embedded.call('confirm-login', { ticket, otp })

  return { codeOf, wrongCodeOf, turnOn, memberWithFactor, ticketOf, confirm }
}
