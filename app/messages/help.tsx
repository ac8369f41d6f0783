import { data, type RouterContextProvider, redirect } from 'react-router'
import { emptyStateArtSrc } from '~/artwork/picture-urls'
import { DocumentTitle } from '~/components/document-title'
import { ListPager } from '~/components/list-pager'
import { intentField } from '~/forms/fields.server'
import { readForm } from '~/forms/read-form'
import { redisplayForm } from '~/forms/redisplay.server'
import { redisplayLimited } from '~/forms/redisplay-limited.server'
import { bodyContext, getForm } from '~/http/body.server'
import { redirectWithFlash } from '~/http/flash.server'
import { callIdempotently } from '~/http/idempotent-forms.server'
import { answerOrThrow, forScreen } from '~/http/outcome-pages.server'
import { upstreamContext } from '~/http/page-upstream.server'
import { requestInfoContext } from '~/http/request-info.server'
import { sendHeader } from '~/http/response-headers.server'
import { readSavedForm } from '~/http/saved-forms.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { pageSections, stack } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import { paginate } from '~/ui/pager/paginate'
import { Picture } from '~/ui/picture/picture'
import { type AnswerOf, contract } from '~/upstream/contract'
import { findById } from '~/upstream/find-by-id'
import type { Route } from './+types/help'
import { DateText } from './date-text'
import { DeleteAllConfirmation, DeleteAllLink } from './delete-all'
import * as css from './help.css'
import { InquiryForm } from './inquiry-form'
import { type ItemRow, ItemRows } from './item-rows'
import { itemsPerPage, listHrefOf, neighboursOf, toItemRow, trimTitle } from './item-rows.server'
import { MessageBody } from './message-body'
import { MissingItem } from './missing-item'
import { OpenedItem, type OpenedItemData } from './opened-item'
import { helpListContext, openedItemId } from './opened-item.server'

/** Marks the opened request's answer as read. If that fails, the answer is shown all the same and stays unread. */
const markOpenedAsRead: Route.MiddlewareFunction = async ({ request, url, context }) => {
  const id = openedItemId(request, url)
  if (id === undefined) return
  const upstream = context.get(upstreamContext)
  const list = await upstream.call('get-help-list', {})
  context.set(helpListContext, list)
  const help = list.kind === 'done' ? findById(list.answer.helps, id) : undefined
  if (help?._id !== undefined && help.isRead !== true) await upstream.call('read-help-message', { id: help._id })
}

export const middleware: Route.MiddlewareFunction[] = [markOpenedAsRead]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const savedForm = await readSavedForm(request, context)
  if (savedForm && 'contents' in savedForm.typed) return { kind: 'write' as const, savedForm }
  // The form needs no upstream call, so what was typed can be shown again while the upstream is down.
  if (url.searchParams.has('write') || isInquiryPost(context)) return { kind: 'write' as const, savedForm: undefined }

  const upstream = context.get(upstreamContext)
  const words = i18nFor(context.get(requestInfoContext).locale)
  const listOutcome = context.get(helpListContext) ?? (await upstream.call('get-help-list', {}))
  const { helps } = answerOrThrow('get-help-list', listOutcome, upstream)
  const toRow = (help: AnswerOf<'get-help-list'>['helps'][number]): ItemRow => ({
    ...toItemRow({ id: help._id, title: help.title, regDate: help.regDate }, words),
    unread: help.isRead === false,
    status: help.status || undefined,
  })

  const id = url.searchParams.get('id')
  if (id !== null) {
    const help = findById(helps, id)
    if (!help) return data({ kind: 'missing' as const }, { status: 404 })
    const item: OpenedItemData = {
      title: trimTitle(help.title),
      text: help.contents ?? '',
      date: help.regDate,
      dateText: words.dateTime(help.regDate),
      status: help.status,
      neighbours: neighboursOf(helps, help).map(toRow),
      listHref: listHrefOf('/help', helps, help),
    }
    const answer = help.ref && {
      text: help.ref.contents ?? '',
      at: help.ref.regDate,
      when: words.dateTime(help.ref.regDate),
    }
    return { kind: 'help' as const, item, answer, isAwaitingAnswer: isUnanswered(help.status) }
  }
  if (url.searchParams.get('ask') === 'delete-all') {
    if (helps.length === 0) throw redirect('/help', 303)
    return { kind: 'question' as const, count: helps.length }
  }
  const { items, page, pages } = paginate(helps, url.searchParams.get('page'), itemsPerPage)
  return { kind: 'list' as const, count: helps.length, page, pages, helps: items.map(toRow) }
}

/** Whether the request is a posted inquiry, rather than a deletion or a GET. */
function isInquiryPost(context: Readonly<RouterContextProvider>): boolean {
  return context.get(bodyContext) !== null && getForm(context).get('intent') !== 'delete-all'
}

/** Whether a request still waits for its answer; one without a status counts as waiting. */
function isUnanswered(status: string | undefined): boolean {
  return status === undefined || status === '' || status === 'wait' || status === 'reg'
}

export function action({ context }: Route.ActionArgs) {
  return getForm(context).get('intent') === 'delete-all' ? deleteAllRequests(context) : sendInquiry(context)
}

const inquirySchema = contract['user-write-help'].payload.extend({ intent: intentField('write') })

/** Sends an inquiry. On every failure but a dead session the form is shown again with what was typed. */
async function sendInquiry(context: Readonly<RouterContextProvider>) {
  const form = readForm(getForm(context), inquirySchema)
  if (form.kind === 'invalid') return redisplayForm(form, 422)
  const { title, contents } = form.values
  const outcome = await callIdempotently(context, 'user-write-help', { title, contents })
  switch (outcome.kind) {
    case 'done':
      return redirectWithFlash('/help', { kind: 'success', message: 'help.sent' })
    case 'invalid':
      return redisplayForm(form, 422, outcome.fields)
    case 'refused':
      return redisplayForm(form, 409, outcome.status === 'limit' ? 'help.full' : 'help.failed')
    case 'code-reused':
      return redisplayForm(form, 409, 'help.failed')
    case 'limited':
      return redisplayLimited(
        context,
        form,
        outcome.by === 'site' ? 'help.limited' : 'form.notTaken',
        outcome.retryAfterSeconds,
      )
    case 'unknown':
      return redisplayForm(form, outcome.httpStatus, 'help.unknown')
    case 'unavailable':
      return redisplayForm(form, outcome.httpStatus, 'help.failed')
    case 'unguarded':
    case 'unsupported':
      return redisplayForm(form, 503, 'help.failed')
    case 'broken':
      return redisplayForm(form, 502, 'help.failed')
    case 'signed-out':
      return context.get(upstreamContext).throwSignedOut()
    default:
      return outcome satisfies never
  }
}

async function deleteAllRequests(context: Readonly<RouterContextProvider>) {
  const upstream = context.get(upstreamContext)
  const callOutcome = await upstream.call('del-all-help', {})
  if (callOutcome.kind === 'limited') {
    sendHeader(context, 'Retry-After', String(callOutcome.retryAfterSeconds))
    return redisplayWithProblem('problem.limited.title', 429)
  }
  const outcome = forScreen(callOutcome, upstream)
  switch (outcome.kind) {
    case 'done':
      return redirectWithFlash('/help', { kind: 'success', message: 'help.deleteAll.done' })
    case 'refused':
    case 'invalid':
    case 'code-reused':
      return redisplayWithProblem('help.deleteAll.failed', 409)
    case 'unknown':
      return redisplayWithProblem('help.deleteAll.unknown', outcome.httpStatus)
    default:
      return outcome satisfies never
  }
}

/** Shows the page again with the reason why nothing was deleted, or that the outcome is unknown. */
function redisplayWithProblem(message: MessageKey, status: number) {
  return data({ deleteProblem: message }, { status })
}

export default function Help({ loaderData, actionData }: Route.ComponentProps) {
  const inquiryState = actionData && 'typed' in actionData ? actionData : undefined
  const deleteProblem = actionData && 'deleteProblem' in actionData ? actionData.deleteProblem : undefined
  if (inquiryState) return <InquiryForm shown={inquiryState} />
  if (loaderData.kind === 'write') return <InquiryForm shown={loaderData.savedForm} />
  switch (loaderData.kind) {
    case 'list':
      return <HelpList {...loaderData} problem={deleteProblem} />
    case 'help':
      return <HelpRequestPage {...loaderData} />
    case 'question':
      return <DeleteAllConfirmation kind="help" count={loaderData.count} problem={deleteProblem} />
    case 'missing':
      return <MissingItem of="help" />
    default:
      return loaderData satisfies never
  }
}

type Loaded<Kind> = Extract<Route.ComponentProps['loaderData'], { kind: Kind }>

function HelpList({ count, page, pages, helps, problem }: Loaded<'list'> & { problem: MessageKey | undefined }) {
  const { t } = useI18n()
  const title = t('help.title')
  const write = t('help.write.title')
  return (
    <div className={pageSections}>
      <DocumentTitle page={page > 1 ? `${title}, ${t('page.number', { page })}` : title} />
      <PageTitle
        title={title}
        lead={count > 0 && t('help.write.text')}
        end={
          count > 0 && (
            <ButtonLink to="/help?write" variant="primary">
              {write}
            </ButtonLink>
          )
        }
      />
      {count === 0 ? (
        <Empty
          artwork={<Picture src={emptyStateArtSrc('help')} shape="game" eager />}
          heading="h2"
          title={t('help.empty.title')}
          text={t('help.empty.text')}
          action={
            <ButtonLink to="/help?write" variant="primary">
              {write}
            </ButtonLink>
          }
        />
      ) : (
        <section className={stack}>
          <SectionHeading title={t('help.list')} end={<DeleteAllLink kind="help" count={count} />} />
          {problem && <Alert kind="error">{t(problem)}</Alert>}
          <ItemRows
            path="/help"
            rows={helps}
            label={t('help.list')}
            untitledText={t('help.untitled')}
            unreadText={t('help.answer.unread')}
          />
          <ListPager path="/help" page={page} pages={pages} />
        </section>
      )}
    </div>
  )
}

function HelpRequestPage({ item, answer, isAwaitingAnswer }: Loaded<'help'>) {
  const { t } = useI18n()
  return (
    <OpenedItem kind="help" item={item} unreadText={t('help.answer.unread')}>
      {answer ? (
        <section className={css.answer} aria-labelledby="answer">
          <div className={css.answerHead}>
            <h2 id="answer" className={css.answerTitle}>
              {t('help.answer')}
            </h2>
            <p className={css.answerDate}>
              <DateText at={answer.at} when={answer.when} />
            </p>
          </div>
          <MessageBody text={answer.text} />
        </section>
      ) : (
        isAwaitingAnswer && <p className={css.waiting}>{t('help.answer.none')}</p>
      )}
      <ButtonLink to="/help?write" variant="line" wide>
        {t('help.write.again')}
      </ButtonLink>
    </OpenedItem>
  )
}
