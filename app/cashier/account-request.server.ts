import type { RouterContextProvider } from 'react-router'
import { accountAnswerMs, hasAskedAccount } from '~/http/asked-account.server'
import { upstreamContext } from '~/http/page-upstream.server'

/** A member's latest request for the account to pay into, while it waits and for a day after its answer. */
export type AccountRequest =
  /** `inquiries`: it was sent, and only the list of inquiries will show its answer. */
  | { kind: 'none' | 'inquiries' }
  | { kind: 'waiting' }
  /** `at`: ISO 8601. `id`: of its inquiry. */
  | { kind: 'answered'; text: string; at: string; id: string | undefined }

/** Fetches the request from the inquiries, where this browser has sent one. */
export async function loadAccountRequest(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<AccountRequest> {
  if (!hasAskedAccount(request, context)) return { kind: 'none' }
  const list = await context.get(upstreamContext).attempt('get-help-list', {})
  const latest = list.kind === 'done' ? list.answer.helps.find(({ kind }) => kind === 'account') : undefined
  if (!latest) return { kind: 'inquiries' }
  const { _id: id, ref: answer } = latest
  if (!answer?.contents) return { kind: 'waiting' }
  const isRecent = Date.now() - Date.parse(answer.regDate) < accountAnswerMs
  return isRecent
    ? { kind: 'answered', text: answer.contents, at: answer.regDate, id: id?.toString() }
    : { kind: 'none' }
}
