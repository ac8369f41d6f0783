import { Fragment, type ReactNode, useEffect, useId } from 'react'
import { href } from 'react-router'
import { BankAccountDetails } from '~/components/bank-account'
import { Disputes } from '~/components/help-lines'
import { PageHead } from '~/components/page-head'
import { SendButton } from '~/components/submit-button'
import { type FormState, useFormState } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { useActionResult } from '~/navigation/current-page'
import type { RouteHandle } from '~/server/middleware/route.server'
import { PostForm } from '~/session/post-form'
import { useFormKeptInTab } from '~/session/restore-kept-form'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Field, SelectField, TextAreaField } from '~/ui/field/field'
import { formAndHelp, pageSections, spreadRow, stack } from '~/ui/layout/layout.css'
import { SectionHeading } from '~/ui/page-title/page-title'
import { Picture } from '~/ui/picture/picture'
import { faintText } from '~/ui/text.css'
import { writeInquiryHref } from '~/values/addresses'
import { type InquirySubject, inquirySubjects } from '~/values/status'
import { DateText, MessageBody } from '../items/body'
import { DeleteLink, DeletionQuestion } from '../items/delete-messages'
import { back } from '../items/items.css'
import type { OpenedItemData } from '../items/items.server'
import { MissingItem } from '../items/missing'
import { OpenedItem } from '../items/opened'
import { ItemPanes } from '../items/panes'
import type { Route } from './+types/help'
import { Faq } from './faq'
import * as css from './help.css'

const inquiryFormId = 'inquiry-form'

export const handle = { demotesDepositButton: true, restoresForm: inquiryFormId } satisfies RouteHandle

export { action, loader, middleware } from './help.server'

export default function Help({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const result = useActionResult(actionData)
  if (result && result.submitted.intent !== 'delete' && result.submitted.intent !== 'delete-all')
    return <InquiryPage state={result} />
  if (loaderData.kind === 'write') return <InquiryPage state={loaderData.savedForm} subject={loaderData.subject} />
  if (loaderData.kind === 'missing') return <MissingItem kind="help" />
  const { kind, list, canWrite, hasThreads, deletions, disputes } = loaderData
  const replies = hasThreads && kind === 'item'
  const beside = kind === 'list' ? loaderData.newest : undefined
  const write = canWrite && (
    <div className={kind === 'list' && !beside ? back : undefined}>
      <ButtonLink to={writeInquiryHref} variant={kind === 'list' && !beside ? 'primary' : 'line'} size="small">
        {t('help.write.title')}
      </ButtonLink>
    </div>
  )
  const about = kind === 'item' ? loaderData.item : undefined
  const writing = (
    <InquiryForm subject={hasThreads ? 'other' : undefined} about={about} replyTo={replies && about?.id} />
  )
  const form =
    canWrite &&
    kind !== 'question' &&
    (kind === 'item' ? (
      // After a follow-up is sent, the new key empties and folds the form.
      <details key={`${loaderData.item.id} ${loaderData.messages.length}`}>
        <summary className={css.followUp}>{t('help.followUp')}</summary>
        {writing}
      </details>
    ) : (
      <>
        <SectionHeading title={t('help.write.title')} />
        {writing}
      </>
    ))
  const panes = (
    <ItemPanes
      kind="help"
      view={loaderData}
      end={list.count > 0 && write}
      deletion={deletions.all}
      problem={result?.problem}
      opened={
        deletions.asked ? (
          <DeletionQuestion {...deletions.asked} problem={result?.problem} />
        ) : (
          kind === 'item' && <OpenedInquiry {...loaderData}>{replies && form}</OpenedInquiry>
        )
      }
      beside={
        kind === 'list' && beside ? (
          <OpenedInquiry item={beside} list={list} messages={loaderData.messages} isBesideList />
        ) : (
          !replies && form
        )
      }
      belowList={<Faq />}
      whenEmpty={
        <Empty
          artwork={<Picture src={emptyStateArtSrc('help')} shape="game" eager />}
          heading="h2"
          title={t('help.empty.title')}
          text={canWrite ? t('help.empty.text') : ''}
          action={write}
        />
      }
    />
  )
  if (!disputes || kind !== 'list') return panes
  return (
    <div className={pageSections}>
      {panes}
      <section className={stack} aria-labelledby="disputes">
        <SectionHeading id="disputes" title={t('disputes.title')} />
        <Disputes disputes={disputes} />
      </section>
    </div>
  )
}

type ItemData = Extract<Route.ComponentProps['loaderData'], { kind: 'item' }>
type OpenedInquiryProps = Pick<ItemData, 'item' | 'list' | 'messages'> &
  Partial<Pick<ItemData, 'deletions'>> & { isBesideList?: boolean; children?: ReactNode }

function OpenedInquiry({ item, list, messages, deletions, isBesideList, children }: OpenedInquiryProps) {
  return (
    <OpenedItem kind="help" item={item} page={list.page} isBesideList={isBesideList}>
      <Thread messages={messages} />
      {!isBesideList && (
        <div className={spreadRow}>
          {children}
          {deletions?.one && <DeleteLink {...deletions.one} />}
        </div>
      )}
    </OpenedItem>
  )
}

function Thread({ messages: [first, ...followUps] }: { messages: readonly Message[] }) {
  return (
    <>
      {first && <Answer {...first} />}
      {followUps.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a thread never move.
        <Fragment key={index}>
          {/* The second of two consecutive answers follows no text by the member, so it has no date. */}
          <p className={faintText} hidden={!message.body}>
            <DateText date={message.date} text={message.dateText} />
          </p>
          {message.body && <MessageBody body={message.body} level={3} />}
          <Answer {...message} />
        </Fragment>
      ))}
    </>
  )
}

type Message = ItemData['messages'][number]

function Answer({ answer, isAwaitingAnswer }: Message) {
  const { t } = useI18n()
  const id = useId()
  if (!answer) return isAwaitingAnswer && <p className={css.waiting}>{t('help.answer.none')}</p>
  const body = <MessageBody body={answer.body} level={3} />
  return (
    <section className={css.answer} aria-labelledby={id}>
      <div className={css.answerHead}>
        <h2 id={id} className={css.answerTitle}>
          {t('help.answer')}
        </h2>
        <p className={css.answerDate}>
          <DateText date={answer.date} text={answer.dateText} />
        </p>
      </div>
      {answer.isBankAccount ? <BankAccountDetails reply={answer}>{body}</BankAccountDetails> : body}
    </section>
  )
}

/** The maximum lengths of an inquiry. Source: docs/product.md, notes, notices, help. */
const [maxTitleCharacters, maxContentsCharacters] = [100, 4_000]

type InquiryProps = { state?: FormState | undefined; subject?: InquirySubject | undefined }

function InquiryPage({ state, subject }: InquiryProps) {
  const { t } = useI18n()
  const title = t(state?.submitted.replyTo ? 'help.followUp' : 'help.write.title')
  return (
    <div className={pageSections}>
      <PageHead back={{ to: href('/help'), text: t('help.title') }} title={title} lead={t('help.write.text')} />
      <div className={formAndHelp}>
        <InquiryForm state={state} subject={subject} />
        <Faq />
      </div>
    </div>
  )
}

function InquiryForm({
  state,
  subject,
  about,
  replyTo,
}: InquiryProps & { about?: OpenedItemData; replyTo?: string | false }) {
  const { t } = useI18n()
  const kept = useFormKeptInTab(inquiryFormId)
  const form = useFormState(state ?? kept.state, { order: ['title', 'contents'] })
  const thread = replyTo || form.submitted('replyTo')
  const titleOfItem = about && (about.title ?? t('help.untitled')).slice(0, maxTitleCharacters)
  const title = (replyTo && titleOfItem) || form.submitted('title', titleOfItem)
  const shownSubject = form.submitted('subject', subject)
  useEffect(() => {
    if (kept.state) document.getElementById(inquiryFormId)?.closest('details')?.setAttribute('open', '')
  }, [kept.state])
  return (
    <PostForm
      key={kept.key}
      id={inquiryFormId}
      data-kept={inquiryFormId}
      data-restored
      action={writeInquiryHref}
      className={css.inquiryForm}
      noValidate
    >
      <ErrorSummary {...form.summary} result={state} />
      {thread && <input type="hidden" name="replyTo" value={thread} autoComplete="off" />}
      {thread && !about && <SectionHeading title={<bdi>{title}</bdi>} />}
      {!thread && shownSubject && (
        <SelectField
          name="subject"
          label={t('help.subject.label')}
          defaultValue={shownSubject}
          options={inquirySubjects.map((value) => ({ value, text: t(`help.subject.${value}`) }))}
        />
      )}
      {thread && !form.error('title') ? (
        <input type="hidden" name="title" value={title} autoComplete="off" />
      ) : (
        <Field
          name="title"
          label={t('help.title.label')}
          hint={t('help.title.hint')}
          error={form.error('title')}
          defaultValue={title}
          autoComplete="off"
          required
        />
      )}
      <TextAreaField
        name="contents"
        label={t('help.contents.label')}
        hint={t('help.contents.hint')}
        error={form.error('contents')}
        defaultValue={form.submitted('contents')}
        rows={thread ? 4 : 8}
        maxCharacters={maxContentsCharacters}
        formatCount={(count) => t('field.count', { count, most: maxContentsCharacters })}
        required
      />
      <SendButton intent="write" name="intent" value="write" size="big" wide>
        {t('help.submit')}
      </SendButton>
    </PostForm>
  )
}
