import { href } from 'react-router'
import { redisplayForm, respondToFailure } from '~/forms/form-responses.server'
import { intentField, readForm } from '~/forms/read-form.server'
import { callIdempotently } from '~/forms/repeated-forms.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { statements } from '~/server/document/statements.server'
import type { Context } from '~/server/http/incoming.server'
import { getForm, isFormPost } from '~/server/middleware/body.server'
import { readQuery } from '~/server/request-info/query.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { readSealedForm } from '~/server/session/sealed-forms.server'
import { readMessageBody } from '~/server/upstream/message-body.server'
import { problemResponse, responseOrThrow, upstreamContext } from '~/server/upstream/page-upstream.server'
import { isMissing } from '~/upstream/client/call-support.server'
import { contract } from '~/upstream/contract'
import { findById } from '~/upstream/find-by-id'
import { readStatus } from '~/values/status'
import { createMarkableList, deleteItems, deletionsOf, isDeletion, viewItems } from '../items/items.server'
import type { Route } from './+types/help'

const inquiries = createMarkableList({
  fetchList: (upstream) => upstream.call('get-help-list', {}),
  itemsOf: ({ helps }) => helps,
  markAsRead: (upstream, id) => upstream.call('read-help-message', { id }),
})

export const middleware: Route.MiddlewareFunction[] = [inquiries.markOpenedAsRead]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const savedForm = await readSealedForm(request, context)
  if (savedForm && 'contents' in savedForm.submitted) return { kind: 'write' as const, savedForm }
  // The form needs no upstream call, so the submitted values can be shown again while the upstream is down.
  if (isFormPost(context) && !isDeletion(context)) return { kind: 'write' as const }
  if (readQuery(url).write) {
    if (isMissing('get-help-list') || isMissing('user-write-help')) throw problemResponse({ problem: 'not-found' })
    return { kind: 'write' as const }
  }

  const upstream = context.get(upstreamContext)
  const i18n = i18nFor(context.get(requestInfoContext).locale)
  const list = await inquiries.getList(context)
  const { helps } = responseOrThrow('get-help-list', list, upstream)
  const items = helps.map((help) => ({ ...help, text: help.contents, isUnread: help.isRead === false }))
  const view = viewItems('help', url, items, i18n)
  // The page of a missing item has a 404 status of its own.
  if (!('kind' in view)) return view
  const may = {
    canWrite: !isMissing('user-write-help'),
    deletions: deletionsOf('help', view, helps),
    disputes: statements.disputes(context.get(requestInfoContext).locale),
  }
  if (view.kind !== 'item') return { ...view, ...may }

  const { kind, ref: answer, status } = findById(helps, view.item.id) ?? {}
  return {
    ...view,
    ...may,
    answer: answer && {
      text: '',
      body: readMessageBody(answer.contents),
      account: answer.account,
      isBankAccount: kind === 'account',
      date: answer.regDate,
      dateText: i18n.dateTime(answer.regDate),
    },
    isAwaitingAnswer: isWaiting(status),
  }
}

/** Whether a request still waits for its answer; one without a status counts as waiting. */
function isWaiting(status: string | undefined): boolean {
  return !status || readStatus(status) === 'pending'
}

export function action({ context }: Route.ActionArgs) {
  return isDeletion(context) ? deleteItems(context, 'help', inquiries) : sendInquiry(context)
}

const inquirySchema = contract['user-write-help'].payload.extend({ intent: intentField('write') })

/** Every failure except an expired session shows the form again with its submitted values. */
async function sendInquiry(context: Context) {
  const form = readForm(getForm(context), inquirySchema)
  if (form.kind === 'invalid') return redisplayForm(form)
  const { title, contents } = form.values
  const outcome = await callIdempotently(context, 'user-write-help', { title, contents })
  if (outcome.kind === 'done') return redirectWithFlash(href('/help'), { kind: 'success', message: 'help.sent' })
  return respondToFailure(context, form, outcome, {
    refused: { limit: 'help.full', other: 'help.failed' },
    unknown: 'help.unknown',
    limited: ({ by }) => ({ problem: by === 'site' ? 'help.limited' : 'form.notTaken' }),
    failed: 'help.failed',
    pages: ['signed-out'],
  })
}
