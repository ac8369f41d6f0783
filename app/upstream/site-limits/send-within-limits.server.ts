import { knownEnd } from '~/limits/rules'
import { RedisUnavailable } from '~/platform/redis.server'
import { log } from '~/platform/telemetry/log.server'
import type { Won } from '~/values/amount'
import { referenceOf } from '~/values/request'
import { isSupported } from '../client/call-support.server'
import { isReplayable } from '../client/idempotency-store.server'
import { type CallName, contract, type ResponseOf, type WirePayload } from '../contract'
import { alreadyStatuses, type Call } from '../contract/call'
import type { PlayLimits } from '../contract/play-limits'
import type { Outcome } from '../outcome'
import type { Identity, SitePlayLimits } from './site-play-limits.server'

type AnyOutcome = Outcome<unknown, string>

export type GuardedClient = {
  limits: SitePlayLimits
  memberId: string | undefined
  requestId: string
  /** Sends a call to the upstream, and records whether the upstream has get-play-limits. Never throws. */
  send(callName: CallName, payload: unknown): Promise<AnyOutcome>
}

/**
 * Sends a call if the limits stored by the site allow it. If the store is unavailable or the member's record is
 * damaged, nothing is sent. Source: docs/settings.md, play limits.
 * @param payload already parsed by the contract
 */
export async function sendWithinPlayLimits(
  client: GuardedClient,
  callName: CallName,
  payload: unknown,
): Promise<AnyOutcome> {
  const { limits, memberId } = client
  const send = () => client.send(callName, payload)
  try {
    if (callName === 'user-register') {
      const { phone, banknumber } = payload as WirePayload<'user-register'>
      // The generic refusal does not reveal who is excluded.
      if (await limits.isIdentityExcluded({ phone, bankAccount: banknumber })) return refusal('other', 'fail')
    }
    if (memberId === undefined) return await send()
    switch (callName) {
      case 'get-play-limits':
        return await getPlayLimits(client, memberId)
      case 'set-play-limits':
        return await setPlayLimits(client, memberId, payload as WirePayload<'set-play-limits'>)
      default: {
        const { closedWhileExcluded, depositIn }: Call = contract[callName]
        if (depositIn) return await deposit(client, memberId, callName, payload, depositIn(payload))
        const exclusion = closedWhileExcluded ? await limits.exclusionOf(memberId) : undefined
        return exclusion ? { kind: 'excluded', ...knownEnd(exclusion) } : await send()
      }
    }
  } catch (error) {
    return limitsUnavailable(client, error)
  }
}

async function getPlayLimits(client: GuardedClient, memberId: string): Promise<AnyOutcome> {
  const current = await client.limits.read(memberId)
  if (!current.isKept && isSupported('get-play-limits') !== false) {
    const outcome = await client.send('get-play-limits', {})
    if (outcome.kind !== 'unsupported') return outcome
  }
  if (current.isUnidentified) await excludeIdentity(client, memberId, await client.send('user-health-check', {}))
  return kept(current.limits)
}

async function setPlayLimits(
  client: GuardedClient,
  memberId: string,
  change: WirePayload<'set-play-limits'>,
): Promise<AnyOutcome> {
  const { limits } = client
  const current = await limits.read(memberId)
  if (!current.isKept) {
    // If the upstream has get-play-limits, it also stores the changes.
    const support = isSupported('get-play-limits')
    const outcome = support === undefined ? await client.send('get-play-limits', {}) : undefined
    if (support === true || outcome?.kind === 'done') return client.send('set-play-limits', change)
    if (outcome && outcome.kind !== 'unsupported') return outcome
  }
  // The site sees no bets, so it can't enforce limits on losses or playing time.
  if (change.loss ?? change.time) return refusal('other', 'fail')
  // The upstream doesn't see this change, so a health check verifies the session's token.
  const health = await client.send('user-health-check', {})
  if (health.kind === 'signed-out') return health
  let changed: PlayLimits
  try {
    changed = await limits.change(memberId, change)
  } catch (error) {
    logFailure(client, error)
    return { kind: 'unknown', reference: referenceOf(client.requestId), httpStatus: 503 }
  }
  // The member's id is omitted, because the request's own log line has a keyed hash of it.
  log.info({ requestId: client.requestId, change }, 'play limits changed')
  if (change.break ?? change.exclude ?? change.endExclusion) await excludeIdentity(client, memberId, health)
  return kept(changed)
}

/** Counts a deposit and sends it. If no deposit was made, the count is undone. A lost response still counts. */
async function deposit(
  client: GuardedClient,
  memberId: string,
  callName: CallName,
  payload: unknown,
  won: Won,
): Promise<AnyOutcome> {
  const doesUpstreamKeep = isSupported('get-play-limits') ?? (await client.send('get-play-limits', {})).kind === 'done'
  const reserved = await client.limits.reserveDeposit(memberId, won, { counts: !doesUpstreamKeep })
  switch (reserved.kind) {
    case 'excluded':
      return reserved
    case 'over-limit':
      return refusal('deposit_limit', 'deposit_limit', { period: reserved.period, left: reserved.left })
    case 'reserved': {
      const outcome = await client.send(callName, payload)
      // If this fails, the limit is stricter than it should be, never looser.
      if (!hasDeposited(outcome)) await reserved.giveBack().catch((error) => logFailure(client, error))
      return outcome
    }
    default:
      return reserved satisfies never
  }
}

/** Returns whether this call may have made a deposit. `already` means that an earlier call made and counted it. */
function hasDeposited(outcome: AnyOutcome): boolean {
  const status = outcome.kind === 'done' ? (outcome.response as { status?: string }).status : undefined
  return isReplayable(outcome) && !alreadyStatuses.some((already) => already === status)
}

/** Blocks registration with the excluded member's phone or bank account. After a failure, get-play-limits retries. */
async function excludeIdentity(client: GuardedClient, memberId: string, health: AnyOutcome): Promise<void> {
  if (health.kind !== 'done') return
  const { phone, banknum } = (health.response as ResponseOf<'user-health-check'>).user
  const identity: Identity = { phone, bankAccount: banknum }
  await client.limits.excludeIdentity(memberId, identity).catch((error) => logFailure(client, error))
}

function kept(limits: PlayLimits): AnyOutcome {
  return {
    kind: 'done',
    response: { status: 'success', limits, keptBy: 'site' } satisfies ResponseOf<'get-play-limits'>,
  }
}

function refusal(status: string, upstreamStatus: string, response: object = {}): AnyOutcome {
  return { kind: 'refused', status, upstreamStatus, response: { status: upstreamStatus, ...response } }
}

function limitsUnavailable(client: GuardedClient, error: unknown): AnyOutcome {
  if (!(error instanceof RedisUnavailable)) logFailure(client, error)
  return { kind: 'site-store-unavailable', reference: referenceOf(client.requestId) }
}

/** Logs only the error's name, because the message for a damaged record contains the member's limits. */
function logFailure({ requestId }: GuardedClient, error: unknown): void {
  const reason = error instanceof Error ? error.name : 'unknown'
  log.error({ requestId, reason }, 'play limits not read or written')
}
