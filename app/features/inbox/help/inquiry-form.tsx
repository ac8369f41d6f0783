import { href } from 'react-router'
import { type FormState, useFormState } from '~/forms/form-state'
import { useIsSending } from '~/forms/use-is-sending'
import { DocumentTitle } from '~/frame/parts/document-title'
import { PostForm } from '~/frame/parts/post-form'
import { useI18n } from '~/i18n/i18n'
import { Button } from '~/ui/button/button'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Field } from '~/ui/field/field'
import { TextAreaField } from '~/ui/field/text-area-field'
import { form as column } from '~/ui/form/form.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { writeInquiryHref } from '~/values/addresses/page-sections'

/** Maximum length of an inquiry's text. Source: docs/product.md, notes, notices, help. */
const maxContentsCharacters = 4_000

/** The form of a help desk inquiry. A text that is too long is not cut off but counted and refused on submission. */
export function InquiryForm({ state }: { state: FormState | undefined }) {
  const { t } = useI18n()
  const form = useFormState(state, { order: ['title', 'contents'] })
  const isSending = useIsSending()
  const title = t('help.write.title')
  return (
    <div className={column}>
      <DocumentTitle page={title} />
      <PageTitle back={{ to: href('/help'), text: t('help.title') }} title={title} lead={t('help.write.text')} />
      <ErrorSummary {...form.summary} result={state} />
      <PostForm action={writeInquiryHref} className={column} noValidate>
        <Field
          name="title"
          label={t('help.title.label')}
          hint={t('help.title.hint')}
          error={form.error('title')}
          defaultValue={form.submitted('title')}
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
    </div>
  )
}
