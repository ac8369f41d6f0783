import { createHash } from 'node:crypto'
import { href, type RouterContextProvider } from 'react-router'
import { requestFailures, respondToFailure } from '~/forms/form-responses.server'
import { forgetBankAccountRequest } from '~/server/cookies/asked-bank-account.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { getForm } from '~/server/middleware/body.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'

type Context = Readonly<RouterContextProvider>

/** The fields that the question before deleting all depends on; whether it was read is not one. */
type DeletableItem = {
  _id?: string | number | undefined
  regDate: string
  status?: string | undefined
  ref?: { contents?: string | undefined; regDate: string } | null
}

/** Identifies the list of a question before deleting all: it differs after a new item or answer. */
export function digestOf(items: readonly DeletableItem[]): string {
  const listed = items.map(({ _id, regDate, status, ref }) => [_id, regDate, status, ref?.regDate, ref?.contents])
  return createHash('sha256').update(JSON.stringify(listed)).digest('base64url').slice(0, 22)
}

/** Deletes all notes or inquiries. Asks again when the list has changed since the question. */
export async function deleteAll(
  context: Context,
  kind: 'note' | 'help',
  { getItems }: { getItems(context: Context): Promise<readonly DeletableItem[] | undefined> },
) {
  const asked = getForm(context).get('digest')
  const items = asked ? await getItems(context) : undefined
  // An empty list needs no question: it was deleted before.
  if (items !== undefined && items.length > 0 && digestOf(items) !== asked)
    return redirectWithFlash(`${href(`/${kind}`)}?ask=delete-all`, { kind: 'info', message: 'help.deleteAll.changed' })
  const callName = kind === 'note' ? 'user-del-note' : 'del-all-help'
  const outcome = await context.get(upstreamContext).call(callName, {})
  if (outcome.kind === 'done' && kind === 'help') forgetBankAccountRequest(context)
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
