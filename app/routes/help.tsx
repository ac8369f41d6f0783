import { data, type RouterContextProvider, redirect } from 'react-router'
import { emptyArtSrc } from '~/art/address'
import { formIntent } from '~/forms/fields.server'
import { readForm } from '~/forms/read'
import { redisplay } from '~/forms/redisplay.server'
import { sendHeader } from '~/http/answer.server'
import { bodyContext, formOf } from '~/http/body.server'
import { keptForm } from '~/http/kept-forms.server'
import { redirectWithNotice } from '~/http/notice.server'
import { callOnce } from '~/http/repeats.server'
import { visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { type MessageKey, useWords } from '~/i18n/words'
import { ListPages } from '~/lobby/list-pages'
import { pageOf } from '~/lobby/pages'
import { DocumentTitle } from '~/shell/document-title'
import { DeleteAllLink, DeleteAllQuestion } from '~/talk/delete-all'
import { InquiryForm } from '~/talk/inquiry-form'
import { Letter } from '~/talk/letter'
import { Missing } from '~/talk/missing'
import { helpListContext, openedId } from '~/talk/opened.server'
import { type Opened, OpenedItem } from '~/talk/opened-item'
import { type Row, Rows } from '~/talk/rows'
import { around, itemsPerPage, pageWith, rowOf, titleOf } from '~/talk/rows.server'
import { When } from '~/talk/when'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { parts, stack } from '~/ui/layout/layout.css'
import { PageTitle, PartTitle } from '~/ui/page-title/page-title'
import { Picture } from '~/ui/picture/picture'
import { Say } from '~/ui/say/say'
import { answerOrPage, forScreen, upstreamContext } from '~/upstream/client.server'
import { type AnswerOf, contract } from '~/upstream/contract'
import { byId } from '~/upstream/find'
import type { Route } from './+types/help'
import * as css from './help.css'
import { limitedAgain } from './limited-again.server'

/** Marks the opened request's answer as read. If that fails, the answer is shown all the same and stays unread. */
const open: Route.MiddlewareFunction = async ({ request, url, context }) => {
  const id = openedId(request, url)
  if (id === undefined) return
  const upstream = context.get(upstreamContext)
  const list = await upstream.call('get-help-list', {})
  context.set(helpListContext, list)
  const help = list.kind === 'done' ? byId(list.answer.helps, id) : undefined
  if (help?._id !== undefined && help.isRead !== true) await upstream.call('read-help-message', { id: help._id })
}

export const middleware: Route.MiddlewareFunction[] = [open]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const shown = await keptForm(request, context)
  if (shown && 'contents' in shown.typed) return { kind: 'write' as const, shown }
  // The form needs no upstream call, so what was typed can be shown again while the upstream is down.
  if (url.searchParams.has('write') || isWriting(context)) return { kind: 'write' as const, shown: undefined }

  const upstream = context.get(upstreamContext)
  const words = serverWords(context.get(visitContext).locale)
  const found = context.get(helpListContext) ?? (await upstream.call('get-help-list', {}))
  const { helps } = answerOrPage('get-help-list', found, upstream)
  const row = (help: AnswerOf<'get-help-list'>['helps'][number]): Row => ({
    ...rowOf({ id: help._id, title: help.title, regDate: help.regDate }, words),
    unread: help.isRead === false,
    status: help.status || undefined,
  })

  const id = url.searchParams.get('id')
  if (id !== null) {
    const help = byId(helps, id)
    if (!help) return data({ kind: 'missing' as const }, { status: 404 })
    const item: Opened = {
      title: titleOf(help.title),
      text: help.contents ?? '',
      at: help.regDate,
      when: words.dateTime(help.regDate),
      status: help.status,
      others: around(helps, help).map(row),
      list: pageWith('/help', helps, help),
    }
    const answer = help.ref && {
      text: help.ref.contents ?? '',
      at: help.ref.regDate,
      when: words.dateTime(help.ref.regDate),
    }
    return { kind: 'help' as const, item, answer, waits: isWaiting(help.status) }
  }
  if (url.searchParams.get('ask') === 'delete-all') {
    if (helps.length === 0) throw redirect('/help', 303)
    return { kind: 'question' as const, count: helps.length }
  }
  const { items, page, pages } = pageOf(helps, url.searchParams.get('page'), itemsPerPage)
  return { kind: 'list' as const, count: helps.length, page, pages, helps: items.map(row) }
}

/** Whether the request is a posted inquiry, rather than a deletion or a GET. */
function isWriting(context: Readonly<RouterContextProvider>): boolean {
  return context.get(bodyContext) !== null && formOf(context).get('intent') !== 'delete-all'
}

/** Whether a request still waits for its answer; one without a status counts as waiting. */
function isWaiting(status: string | undefined): boolean {
  return status === undefined || status === '' || status === 'wait' || status === 'reg'
}

export function action({ context }: Route.ActionArgs) {
  return formOf(context).get('intent') === 'delete-all' ? deleteAll(context) : write(context)
}

const inquiry = contract['user-write-help'].payload.extend({ intent: formIntent('write') })

/** Sends an inquiry. On every failure but a dead session the form is shown again with what was typed. */
async function write(context: Readonly<RouterContextProvider>) {
  const form = readForm(formOf(context), inquiry)
  if (form.kind === 'invalid') return redisplay(form, 422)
  const { title, contents } = form.values
  const outcome = await callOnce(context, 'user-write-help', { title, contents })
  switch (outcome.kind) {
    case 'done':
      return redirectWithNotice('/help', { kind: 'success', message: 'help.sent' })
    case 'invalid':
      return redisplay(form, 422, outcome.fields)
    case 'refused':
      return redisplay(form, 409, outcome.status === 'limit' ? 'help.full' : 'help.failed')
    case 'code-reused':
      return redisplay(form, 409, 'help.failed')
    case 'limited':
      return limitedAgain(
        context,
        form,
        outcome.by === 'site' ? 'help.limited' : 'form.notTaken',
        outcome.retryAfterSeconds,
      )
    case 'unknown':
      return redisplay(form, outcome.httpStatus, 'help.unknown')
    case 'unavailable':
      return redisplay(form, outcome.httpStatus, 'help.failed')
    case 'unguarded':
    case 'unsupported':
      return redisplay(form, 503, 'help.failed')
    case 'broken':
      return redisplay(form, 502, 'help.failed')
    case 'signed-out':
      return context.get(upstreamContext).signedOut()
    default:
      return outcome satisfies never
  }
}

async function deleteAll(context: Readonly<RouterContextProvider>) {
  const upstream = context.get(upstreamContext)
  const called = await upstream.call('del-all-help', {})
  if (called.kind === 'limited') {
    sendHeader(context, 'Retry-After', String(called.retryAfterSeconds))
    return kept('problem.limited.title', 429)
  }
  const outcome = forScreen(called, upstream)
  switch (outcome.kind) {
    case 'done':
      return redirectWithNotice('/help', { kind: 'success', message: 'help.deleteAll.done' })
    case 'refused':
    case 'invalid':
    case 'code-reused':
      return kept('help.deleteAll.failed', 409)
    case 'unknown':
      return kept('help.deleteAll.unknown', outcome.httpStatus)
    default:
      return outcome satisfies never
  }
}

/** Shows the page again with the reason why nothing was deleted, or that the outcome is unknown. */
function kept(message: MessageKey, status: number) {
  return data({ kept: message }, { status })
}

export default function Help({ loaderData, actionData }: Route.ComponentProps) {
  const written = actionData && 'typed' in actionData ? actionData : undefined
  const problem = actionData && 'kept' in actionData ? actionData.kept : undefined
  if (written) return <InquiryForm shown={written} />
  if (loaderData.kind === 'write') return <InquiryForm shown={loaderData.shown} />
  switch (loaderData.kind) {
    case 'list':
      return <Helps {...loaderData} problem={problem} />
    case 'help':
      return <OneHelp {...loaderData} />
    case 'question':
      return <DeleteAllQuestion box="help" count={loaderData.count} problem={problem} />
    case 'missing':
      return <Missing of="help" />
    default:
      return loaderData satisfies never
  }
}

type Loaded<Kind> = Extract<Route.ComponentProps['loaderData'], { kind: Kind }>

function Helps({ count, page, pages, helps, problem }: Loaded<'list'> & { problem: MessageKey | undefined }) {
  const { t } = useWords()
  const title = t('help.title')
  const write = t('help.write.title')
  return (
    <div className={parts}>
      <DocumentTitle page={page > 1 ? `${title}, ${t('page.number', { page })}` : title} />
      <PageTitle
        title={title}
        lead={count > 0 && t('help.write.text')}
        end={
          count > 0 && (
            <ButtonLink to="/help?write" look="primary">
              {write}
            </ButtonLink>
          )
        }
      />
      {count === 0 ? (
        <Empty
          art={<Picture src={emptyArtSrc('help')} shape="game" eager />}
          heading="h2"
          title={t('help.empty.title')}
          text={t('help.empty.text')}
          action={
            <ButtonLink to="/help?write" look="primary">
              {write}
            </ButtonLink>
          }
        />
      ) : (
        <section className={stack}>
          <PartTitle title={t('help.list')} end={<DeleteAllLink box="help" count={count} />} />
          {problem && <Say kind="error">{t(problem)}</Say>}
          <Rows
            path="/help"
            rows={helps}
            label={t('help.list')}
            untitled={t('help.untitled')}
            unread={t('help.answer.unread')}
          />
          <ListPages path="/help" page={page} pages={pages} />
        </section>
      )}
    </div>
  )
}

function OneHelp({ item, answer, waits }: Loaded<'help'>) {
  const { t } = useWords()
  return (
    <OpenedItem of="help" item={item} unread={t('help.answer.unread')}>
      {answer ? (
        <section className={css.answer} aria-labelledby="answer">
          <div className={css.answerHead}>
            <h2 id="answer" className={css.answerTitle}>
              {t('help.answer')}
            </h2>
            <p className={css.answerDate}>
              <When at={answer.at} when={answer.when} />
            </p>
          </div>
          <Letter text={answer.text} />
        </section>
      ) : (
        waits && <p className={css.waiting}>{t('help.answer.none')}</p>
      )}
      <ButtonLink to="/help?write" look="line" wide>
        {t('help.write.again')}
      </ButtonLink>
    </OpenedItem>
  )
}
