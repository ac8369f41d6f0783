import { readAsked } from '~/history/asked'
import { seoulDay } from '~/history/days'
import { csvOf, fileName, gather } from '~/history/file.server'
import { redirectWithNotice } from '~/http/notice.server'
import { visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { sessionContext } from '~/session/session.server'
import { upstreamContext } from '~/upstream/client.server'
import type { Route } from './+types/user-csv'

/** Members whose file is being made. A file can take hundreds of calls, so each member gets one at a time. */
const underWay = new Set<string>()

/** Answers with the chosen range of a history as a CSV file. On failure redirects to the history with a message. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { search, searchParams } = new URL(request.url)
  const page = `/user${search}#history`
  const asked = readAsked(searchParams, seoulDay(Date.now()))
  const member = context.get(sessionContext).member?.userId ?? ''
  if (asked.wrong.length > 0) return new Response(null, { status: 303, headers: { Location: page } })
  if (underWay.has(member)) return redirectWithNotice(page, { kind: 'info', message: 'user.history.file.busy' })

  underWay.add(member)
  const gathered = await gather(context.get(upstreamContext), asked).finally(() => underWay.delete(member))
  switch (gathered.kind) {
    case 'failed':
    case 'unsupported': {
      const { requestId: reference } = context.get(visitContext)
      return redirectWithNotice(page, { kind: 'error', message: 'user.history.file.failed', values: { reference } })
    }
    case 'money':
    case 'bets':
    case 'comp':
      return new Response(await csvOf(gathered, serverWords(context.get(visitContext).locale)), {
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="${fileName(asked)}"`,
          'Cache-Control': 'private, no-store',
        },
      })
    default:
      return gathered satisfies never
  }
}
