import { TOTP } from 'otpauth'
import { minutes } from '~/values/durations'
import type { openTestEmbeddedUpstream } from './embedded-upstream'

type TestEmbeddedUpstream = Awaited<ReturnType<typeof openTestEmbeddedUpstream>>

/** Returns the code that an authenticator app shows at a time. @param timestamp epoch milliseconds; now by default. */
export const codeAt = (secret: string, timestamp: number = Date.now()) =>
  new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp })

/** 2FA for members of an embedded upstream, by the test's clock. */
export function createFactorsOf(embedded: TestEmbeddedUpstream) {
  const codeOf = (secret: string) => codeAt(secret, embedded.context().now().getTime())

  /** Returns a code that is wrong now and in the time steps before and after. */
  function wrongCodeOf(secret: string): string {
    const valid = new Set([-1, 0, 1].map((step) => codeAt(secret, embedded.context().now().getTime() + step * 30_000)))
    return ['000000', '111111', '222222', '333333'].find((code) => !valid.has(code)) ?? ''
  }

  /** Turns on a member's 2FA. This uses up the current code, so a minute passes. */
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
