import { createContext, href, type MiddlewareFunction } from 'react-router'
import { z } from 'zod'
import { redisplayForm, requestFailures, respondToFailure } from '~/forms/form-responses.server'
import { readForm } from '~/forms/read-form.server'
import type { Context } from '~/server/http/incoming.server'
import { getForm, isFormPost } from '~/server/middleware/body.server'
import { routeContext } from '~/server/middleware/route.server'
import { jsonDownload } from '~/server/responses/json-download.server'
import { sessionContext } from '~/server/session/session.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { contract } from '~/upstream/contract'
import { waitRefusal } from './refusals.server'

const refusalContext = createContext<Awaited<ReturnType<typeof redisplayForm>> | null>(null)

/** Members with a download in progress in this process. Each can have one at a time. */
const downloading = new Set<string>()

export const isDataExport = (context: Context) => context.get(routeContext).pattern === href('/user/data')

/** Sends the member's data as a file. Must be middleware, because the router renders an action's result as a page. */
export const sendDataExport: MiddlewareFunction<Response> = async ({ context }, next) => {
  if (!isDataExport(context) || !isFormPost(context)) return next()
  const result = await requestDataExport(context)
  if (result instanceof Response) return result
  context.set(refusalContext, result)
  return next()
}

export const dataExportRefusal = (context: Context) => context.get(refusalContext) ?? redisplayForm({ submitted: {} })

const form = z.object({ pw: contract['get-member-data'].payload.shape.pw })

async function requestDataExport(context: Context) {
  const sent = readForm(getForm(context), form)
  if (sent.kind === 'invalid') return redisplayForm(sent)
  const userId = context.get(sessionContext).member?.userId ?? ''
  if (downloading.has(userId)) return redisplayForm(sent, { problem: 'security.data.busy' })
  downloading.add(userId)
  let isSending = false
  try {
    const outcome = await context.get(upstreamContext).call('get-member-data', { pw: sent.values.pw })
    if (outcome.kind === 'done' && outcome.response.chunks) {
      isSending = true
      return jsonDownload(outcome.response.chunks, 'my-data.json', () => downloading.delete(userId))
    }
    if (outcome.kind === 'done') return redisplayForm(sent, { status: 502, problem: 'security.data.failed' })
    return await respondToFailure(context, sent, outcome, {
      refused: {
        pass: { fields: { pw: ['user.password.wrong'] } },
        wait: waitRefusal(context, 'security.data.wait'),
        other: 'security.data.failed',
      },
      unknown: 'security.data.failed',
      pages: requestFailures,
    })
  } finally {
    if (!isSending) downloading.delete(userId)
  }
}
