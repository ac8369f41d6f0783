import { href, type RouterContextProvider } from 'react-router'
import { requestFailures, respondToFailure } from '~/forms/form-responses.server'
import { forgetAccountRequest } from '~/server/account-cookie.server'
import { getForm } from '~/server/body.server'
import { redirectWithFlash } from '~/server/flash.server'
import { upstreamContext } from '~/server/page-upstream.server'
import { emptyTally } from './items.server'

type Context = Readonly<RouterContextProvider>

/**
 * Deletes all notes or inquiries. Asks again when the list is not the one that the question was about, and on failure
 * shows the page again with the reason.
 */
export async function deleteAll(
  context: Context,
  kind: 'note' | 'help',
  { getTally }: { getTally(context: Context): Promise<string | undefined> },
) {
  const asked = getForm(context).get('tally')
  const listed = asked ? await getTally(context) : undefined
  // Of an empty list there is nothing to ask: it was deleted before.
  if (listed !== undefined && listed !== asked && listed !== emptyTally)
    return redirectWithFlash(`${href(`/${kind}`)}?ask=delete-all`, { kind: 'info', message: 'help.deleteAll.changed' })
  const callName = kind === 'note' ? 'user-del-note' : 'del-all-help'
  const outcome = await context.get(upstreamContext).call(callName, {})
  if (outcome.kind === 'done' && kind === 'help') forgetAccountRequest(context)
  if (outcome.kind === 'done')
    return redirectWithFlash(href(`/${kind}`), { kind: 'success', message: `${kind}.deleteAll.done` })
  const form = { submitted: { intent: 'delete-all' } }
  return respondToFailure(context, form, outcome, {
    refused: { other: `${kind}.deleteAll.failed` },
    unknown: `${kind}.deleteAll.unknown`,
    limited: () => ({ problem: 'problem.limited.title' }),
    pages: kind === 'note' ? [...requestFailures, 'limited'] : requestFailures,
  })
}
