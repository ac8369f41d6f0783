import { randomUUID } from 'node:crypto'
import type { Context } from '~/server/http/incoming.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { getUpstreamConnection } from '~/server/upstream/connection.server'
import { isSupported, recordSupport } from '~/upstream/client/call-support.server'
import { createUpstreamClient } from '~/upstream/client/client.server'
import type { PayloadOf } from '~/upstream/contract'
import { withinTime } from '~/values/durations'

/** The maximum time to wait for a probe. After that, the call is assumed to be supported. */
const supportTimeoutMs = 500

type VisitorCall = 'ask-password-reset' | 'reset-password' | 'check-user-id' | 'check-user-nick'

const asking = new Map<VisitorCall, Promise<void>>()

/** Returns whether the upstream supports a call for visitors. If this isn't known yet, probes it with the payload. */
export async function hasVisitorCall<S extends VisitorCall>(context: Context, callName: S, payload: PayloadOf<S>) {
  const known = isSupported(callName)
  if (known !== undefined) return known
  // Concurrent pages share one request, so that a slow upstream isn't called repeatedly.
  const asked = asking.get(callName) ?? ask(context, callName, payload).finally(() => asking.delete(callName))
  asking.set(callName, asked)
  await withinTime(asked, supportTimeoutMs)
  return isSupported(callName) !== false
}

async function ask<S extends VisitorCall>(context: Context, callName: S, payload: PayloadOf<S>): Promise<void> {
  const { clientIp, origin, https } = context.get(requestInfoContext)
  const client = createUpstreamClient({
    connection: await getUpstreamConnection(),
    ...{ clientIp, origin, https, language: 'ko-KR', requestId: randomUUID() },
  })
  const { kind } = await client.call(callName, payload)
  // Upstreams may require a token even for unsupported calls, so `signed-out` counts as unsupported.
  if (kind === 'signed-out') recordSupport(callName, 'unsupported')
  if (kind === 'refused') recordSupport(callName, 'done')
}
