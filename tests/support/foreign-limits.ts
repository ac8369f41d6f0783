import { minutes } from '~/values/durations'
import type { ForeignUpstream } from './foreign-upstream'

/** Makes an upstream store play limits. @param reality minutes between two reality checks. */
export function keepPlayLimits(upstream: ForeignUpstream, reality = 60): void {
  const limits = {
    deposit: { day: null, week: null, month: null },
    used: { day: 0, week: 0, month: 0 },
    pending: [],
    reality,
    played: { from: new Date(Date.now() - minutes(72)).toISOString(), staked: 240_000, won: 202_000 },
  }
  upstream.answer('/user/get_play_limits', { status: 'success', limits })
  upstream.answer('/user/set_play_limits', { status: 'success', limits })
}
