import { href, redirect } from 'react-router'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { readQuery } from '~/server/request-info/query.server'
import { i18nOf, requestInfoContext } from '~/server/request-info/request-info.server'
import { sessionContext } from '~/server/session/session.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { referenceOf } from '~/values/request'
import { toSeoulDay } from '~/values/seoul'
import type { Route } from './+types/csv'
import { formatCsv, gatherRows } from './csv.server'
import { parseHistoryQuery } from './query'

/** Members with a download in progress. Each can have one at a time, because a download can take hundreds of calls. */
const exportingMembers = new Set<string>()

export async function loader({ request, context }: Route.LoaderArgs) {
  const { search } = new URL(request.url)
  const redirectHref = `${href('/user')}${search}`
  const historyQuery = parseHistoryQuery(readQuery(request.url), toSeoulDay(Date.now()))
  const { tab, range } = historyQuery
  const userId = context.get(sessionContext).member?.userId ?? ''
  if (historyQuery.dateErrors.length > 0) return redirect(redirectHref, 303)
  if (exportingMembers.has(userId))
    return redirectWithFlash(redirectHref, { kind: 'info', message: 'user.history.file.busy' })

  exportingMembers.add(userId)
  const i18n = i18nOf(context)
  const historyResult = await gatherRows(context.get(upstreamContext), historyQuery, i18n).finally(() =>
    exportingMembers.delete(userId),
  )
  switch (historyResult.kind) {
    case 'failed':
    case 'unsupported': {
      const reference = referenceOf(context.get(requestInfoContext).requestId)
      const message = 'user.history.file.failed'
      return redirectWithFlash(redirectHref, { kind: 'error', message, values: { reference } })
    }
    case 'money':
    case 'bets':
    case 'comp':
      return new Response(formatCsv(historyResult, i18n), {
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="history-${tab}-${range.from}-${range.to}.csv"`,
          'Cache-Control': 'private, no-store',
        },
      })
    default:
      return historyResult satisfies never
  }
}
