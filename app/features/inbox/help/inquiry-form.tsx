import { href } from 'react-router'
import { DocumentTitle } from '~/components/document-title'
import { type FormState, useFormState, useIsSending } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { useFormKeptInTab } from '~/session/form-kept-in-tab'
import { PostForm } from '~/session/post-form'
import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Field, TextAreaField } from '~/ui/field/field'
import { formAndHelp, pageSections } from '~/ui/layout/layout.css'
import { List, ListRow } from '~/ui/list/list'
import { PageTitle } from '~/ui/page-title/page-title'
import { historySectionHref, limitsSectionHref, writeInquiryHref } from '~/values/addresses'
import * as css from './help.css'

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

export const inquiryFormId = 'inquiry-form'

/** Maximum length of an inquiry's text. Source: docs/product.md, notes, notices, help. */
const maxContentsCharacters = 4_000

export function InquiryPage({ state }: { state: FormState | undefined }) {
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
export function InquiryForm({ state, about }: { state?: FormState | undefined; about?: string }) {
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
