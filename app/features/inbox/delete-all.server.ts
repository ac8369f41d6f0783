import { href, type RouterContextProvider } from 'react-router'
import { requestFailures, respondToFailure } from '~/forms/form-responses.server'
import { forgetAccountRequest } from '~/server/account-cookie.server'
import { redirectWithFlash } from '~/server/flash.server'
import { upstreamContext } from '~/server/page-upstream.server'

/** Deletes all notes or inquiries. On failure shows the page again with the reason. */
export async function deleteAll(context: Readonly<RouterContextProvider>, kind: 'note' | 'help') {
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
