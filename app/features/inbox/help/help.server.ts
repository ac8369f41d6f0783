import { brand } from '~/brand/brand.server'
import { redisplayForm, respondToFailure } from '~/forms/form-responses.server'
import { intentField, readForm } from '~/forms/read-form.server'
import { callIdempotently } from '~/forms/repeated-forms.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import type { Context } from '~/server/http/incoming.server'
import { getForm, isFormPost } from '~/server/middleware/body.server'
import { findById, readQuery } from '~/server/request-info/query.server'
import { i18nOf, requestInfoContext } from '~/server/request-info/request-info.server'
import { readSealedForm } from '~/server/session/sealed-forms.server'
import { readMessageBody } from '~/server/upstream/message-body.server'
import { problemResponse, responseOrThrow, upstreamContext } from '~/server/upstream/page-upstream.server'
import { isMissing } from '~/upstream/client/call-support.server'
import { contract, type ResponseOf } from '~/upstream/contract'
import { messagesHref } from '~/values/addresses'
import { readStatus } from '~/values/status'
import * as inbox from '../items/items.server'
import type { Route } from './+types/help'

const inquiries = inbox.createMarkableList({
  fetchList: (upstream) => upstream.call('get-help-list', {}),
  itemsOf: ({ helps }) => threadsOf(helps),
  markAsRead: (upstream, id) => upstream.call('read-help-message', { id }),
})

export const middleware: Route.MiddlewareFunction[] = [inquiries.markOpenedAsRead]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const savedForm = await readSealedForm(request, context)
  if (savedForm && 'contents' in savedForm.submitted) return { kind: 'write' as const, savedForm }
  // Redisplays the submitted values without a call, because the upstream may be down.
  if (isFormPost(context) && !inbox.isDeletion(context)) return { kind: 'write' as const }
  const upstream = context.get(upstreamContext)
  const { write, subject } = readQuery(url)
  if (write) {
    if (isMissing('get-help-list') || isMissing('user-write-help')) throw problemResponse({ problem: 'not-found' })
    const list = await upstream.callOptional('get-help-list', {})
    const hasThreads = list.kind === 'done' && list.response.threads === true
    return { kind: 'write' as const, subject: hasThreads ? (subject ?? 'other') : undefined }
  }

  const i18n = i18nOf(context)
  const list = await inquiries.getList(context)
  const { helps: listed, threads: hasThreads = false } = responseOrThrow('get-help-list', list, upstream)
  const helps = threadsOf(listed)
  const items = helps
    .map((help) => ({ ...help, text: help.contents, isUnread: help.isRead === false }))
    .toSorted((one, other) => Number(other.isUnread) - Number(one.isUnread))
  const view = inbox.viewItems('help', url, items, i18n)
  // If the item is missing, `view` is the 404 response.
  if (!('kind' in view)) return view
  const may = {
    hasThreads,
    canWrite: !isMissing('user-write-help'),
    deletions: inbox.deletionsOf('help', view, helps),
    disputes: brand.disputes(context.get(requestInfoContext).locale),
  }
  const openThread = (item: inbox.OpenedItemData) => {
    const messages = (findById(helps, item.id)?.messages ?? []).map(({ contents, regDate, kind, ref, status }) => ({
      body: contents ?? '',
      date: regDate,
      dateText: i18n.dateTime(regDate),
      answer: ref && {
        text: '',
        body: readMessageBody(ref.contents),
        account: ref.account,
        isBankAccount: kind === 'account',
        date: ref.regDate,
        dateText: i18n.dateTime(ref.regDate),
      },
      isAwaitingAnswer: !status || readStatus(status) === 'pending',
    }))
    const [{ body, date, dateText } = item] = messages
    return { item: { ...item, body, date, dateText }, messages }
  }
  if (view.kind === 'question') return { ...view, ...may }
  if (view.kind === 'item') return { ...view, ...may, ...openThread(view.item) }
  if (!view.newest) return { ...view, ...may, messages: [] }
  const { item: newest, messages } = openThread(view.newest)
  return { ...view, ...may, newest, messages }
}

type HelpRequest = ResponseOf<'get-help-list'>['helps'][number]

/**
 * Groups inquiries, newest first, into threads by the id of their first inquiry. A thread has the title, subject and
 * text of its oldest inquiry, and the state and date of its newest. `messages` are oldest first.
 */
function threadsOf(helps: readonly HelpRequest[]) {
  const threads = new Map<unknown, [HelpRequest, ...HelpRequest[]]>()
  for (const help of helps) {
    const id = help.thread ?? help._id
    const key = id === undefined ? help : String(id)
    threads.set(key, [help, ...(threads.get(key) ?? [])])
  }
  return [...threads.values()].map((messages) => {
    const [first] = messages
    const newest = messages.at(-1) ?? first
    return {
      ...first,
      ...{ _id: first.thread ?? first._id, regDate: newest.regDate, status: newest.status, messages },
      isRead: messages.some(({ isRead }) => isRead === false) ? false : newest.isRead,
      kind: messages.find(({ kind }) => kind !== undefined)?.kind,
    }
  })
}

export function action({ context }: Route.ActionArgs) {
  return inbox.isDeletion(context) ? inbox.deleteItems(context, 'help', inquiries) : sendInquiry(context)
}

const inquirySchema = contract['user-write-help'].payload.extend({ intent: intentField('write') })

async function sendInquiry(context: Context) {
  const form = readForm(getForm(context), inquirySchema)
  if (form.kind === 'invalid') return redisplayForm(form)
  const { intent: _, ...inquiry } = form.values
  const outcome = await callIdempotently(context, 'user-write-help', inquiry)
  if (outcome.kind === 'done') {
    const thread = String(inquiry.replyTo ?? '')
    return redirectWithFlash(messagesHref('help', { id: thread }), { kind: 'success', message: 'help.sent' })
  }
  // The inquiry to reply to is gone, so a second attempt sends the text as a new inquiry.
  if (outcome.kind === 'refused' && outcome.status === 'not_found') delete form.submitted.replyTo
  return respondToFailure(context, form, outcome, {
    refused: { limit: 'help.full', not_found: 'help.gone', other: 'help.failed' },
    unknown: 'help.unknown',
    limited: ({ by }) => ({ problem: by === 'site' ? 'help.limited' : 'form.notTaken' }),
    failed: 'help.failed',
    pages: ['signed-out'],
  })
}
