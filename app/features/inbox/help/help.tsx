import { href } from 'react-router'
import { BankAccountDetails } from '~/components/bank-account'
import { DocumentTitle } from '~/components/document-title'
import { Disputes } from '~/components/help-lines'
import { type FormState, useFormState, useIsSending } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { useActionResult } from '~/navigation/current-page'
import type { RouteHandle } from '~/server/middleware/route.server'
import { useFormKeptInTab } from '~/session/form-kept-in-tab'
import { PostForm } from '~/session/post-form'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { Button, ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { Empty } from '~/ui/empty/empty'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Field, TextAreaField } from '~/ui/field/field'
import { formAndHelp, pageSections, stack, wrapRow } from '~/ui/layout/layout.css'
import { List, ListRow } from '~/ui/list/list'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import { Picture } from '~/ui/picture/picture'
import { historySectionHref, limitsSectionHref, writeInquiryHref } from '~/values/addresses'
import { DateText, MessageBody } from '../items/body'
import { DeleteLink, DeletionQuestion } from '../items/delete-all'
import { back } from '../items/items.css'
import { MissingItem } from '../items/missing'
import { OpenedItem } from '../items/opened'
import { ItemPanes } from '../items/panes'
import type { Route } from './+types/help'
import * as css from './help.css'

const inquiryFormId = 'inquiry-form'

export const handle = { demotesDepositButton: true, restoresForm: inquiryFormId } satisfies RouteHandle

export { action, loader, middleware } from './help.server'

export default function Help({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const result = useActionResult(actionData)
  if (result && result.submitted.intent !== 'delete' && result.submitted.intent !== 'delete-all')
    return <InquiryPage state={result} />
  if (loaderData.kind === 'write') return <InquiryPage state={loaderData.savedForm} />
  if (loaderData.kind === 'missing') return <MissingItem kind="help" />
  const { kind, list, canWrite, deletions, disputes } = loaderData
  const write = canWrite && (
    <div className={kind === 'list' ? back : undefined}>
      <ButtonLink to={writeInquiryHref} variant={kind === 'list' ? 'primary' : 'line'}>
        {t('help.write.title')}
      </ButtonLink>
    </div>
  )
  const formBeside = canWrite && kind !== 'question' && (
    <>
      <SectionHeading title={t(kind === 'item' ? 'help.followUp' : 'help.write.title')} />
      <InquiryForm
        key={kind === 'item' ? loaderData.item.id : kind}
        about={kind === 'item' ? loaderData.item.title : undefined}
      />
    </>
  )
  const panes = (
    <ItemPanes
      kind="help"
      list={list}
      end={
        list.count > 0 && (
          <div className={wrapRow}>
            {write}
            {deletions.all && <DeleteLink {...deletions.all} />}
          </div>
        )
      }
      problem={result?.problem}
      opened={
        deletions.asked ? (
          <DeletionQuestion {...deletions.asked} problem={result?.problem} />
        ) : (
          kind === 'item' && <OpenedInquiry {...loaderData} />
        )
      }
      openedId={kind === 'item' ? loaderData.item.id : undefined}
      beside={formBeside}
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

function OpenedInquiry({
  item,
  list,
  answer,
  isAwaitingAnswer,
  deletions,
}: Extract<Route.ComponentProps['loaderData'], { kind: 'item' }>) {
  const { t } = useI18n()
  return (
    <OpenedItem kind="help" item={item} page={list.page}>
      {answer ? (
        <section className={css.answer} aria-labelledby="answer">
          <div className={css.answerHead}>
            <h2 id="answer" className={css.answerTitle}>
              {t('help.answer')}
            </h2>
            <p className={css.answerDate}>
              <DateText date={answer.date} text={answer.dateText} />
            </p>
          </div>
          {answer.isBankAccount ? (
            <BankAccountDetails reply={answer}>
              <MessageBody body={answer.body} level={3} />
            </BankAccountDetails>
          ) : (
            <MessageBody body={answer.body} level={3} />
          )}
        </section>
      ) : (
        isAwaitingAnswer && <p className={css.waiting}>{t('help.answer.none')}</p>
      )}
      {deletions.one && <DeleteLink {...deletions.one} />}
    </OpenedItem>
  )
}

function WaysOn() {
  const { t } = useI18n()
  return (
    <Card title={t('help.ways')}>
      <List>
        <ListRow to={historySectionHref} title={t('receipt.history')} below={t('help.ways.history')} chevron />
        <ListRow to={href('/user')} title={t('nav.user')} below={t('help.ways.user')} chevron />
        <ListRow to={limitsSectionHref} title={t('panel.tile.limits')} below={t('help.ways.limits')} chevron />
        <ListRow to={href('/notice')} title={t('nav.notice')} below={t('help.ways.notice')} chevron />
      </List>
    </Card>
  )
}

/** Maximum length of an inquiry's text. Source: docs/product.md, notes, notices, help. */
const maxContentsCharacters = 4_000

function InquiryPage({ state }: { state: FormState | undefined }) {
  const { t } = useI18n()
  const title = t('help.write.title')
  return (
    <div className={pageSections}>
      <DocumentTitle page={title} />
      <PageTitle back={{ to: href('/help'), text: t('help.title') }} title={title} lead={t('help.write.text')} />
      <div className={formAndHelp}>
        <InquiryForm state={state} />
        <WaysOn />
      </div>
    </div>
  )
}

/** A too long text is not cut but counted and refused on submission. */
function InquiryForm({ state, about }: { state?: FormState | undefined; about?: string }) {
  const { t } = useI18n()
  const kept = useFormKeptInTab(inquiryFormId)
  const form = useFormState(state ?? kept.state, { order: ['title', 'contents'] })
  const isSending = useIsSending()
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
      <Field
        name="title"
        label={t('help.title.label')}
        hint={t('help.title.hint')}
        error={form.error('title')}
        defaultValue={form.submitted('title', about)}
        autoComplete="off"
        required
      />
      <TextAreaField
        name="contents"
        label={t('help.contents.label')}
        hint={t('help.contents.hint')}
        error={form.error('contents')}
        defaultValue={form.submitted('contents')}
        rows={8}
        maxCharacters={maxContentsCharacters}
        formatCount={(count) => t('field.count', { count, most: maxContentsCharacters })}
        required
      />
      <Button
        name="intent"
        value="write"
        variant="primary"
        size="big"
        wide
        busy={isSending('write')}
        busyText={t('common.sending')}
      >
        {t('help.submit')}
      </Button>
    </PostForm>
  )
}
