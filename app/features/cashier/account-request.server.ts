import type { PageUpstream } from '~/server/page-upstream.server'
import { accountAnswerMs } from './asked-account.server'

/** A member's latest request for the account to pay into, while it waits and for a day after its answer. */
export type AccountRequest =
  /** `inquiries`: it was sent, and only the list of inquiries will show its answer. */
  | { kind: 'none' | 'inquiries' }
  | { kind: 'waiting' }
  /** `at`: ISO 8601. `id`: of its inquiry. */
  | { kind: 'answered'; text: string; at: string; id: string | undefined }

/** Fetches a request that was sent from the inquiries. */
export async function loadAccountRequest(upstream: PageUpstream): Promise<AccountRequest> {
  const list = await upstream.callOptional('get-help-list', {})
  const latest = list.kind === 'done' ? list.response.helps.find(({ kind }) => kind === 'account') : undefined
  if (!latest) return { kind: 'inquiries' }
  const { _id: id, ref: answer } = latest
  if (!answer?.contents) return { kind: 'waiting' }
  const isRecent = Date.now() - Date.parse(answer.regDate) < accountAnswerMs
  return isRecent
    ? { kind: 'answered', text: answer.contents, at: answer.regDate, id: id?.toString() }
    : { kind: 'none' }
}
