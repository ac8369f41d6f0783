import { useNavigation } from 'react-router'
import { DocumentTitle } from '~/components/document-title'
import { type FormState, useFormState } from '~/forms/form-state'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { Button } from '~/ui/button/button'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Field, TextAreaField } from '~/ui/field/field'
import { form as column } from '~/ui/form/form.css'
import { PostForm } from '~/ui/form/post-form'
import { PageTitle } from '~/ui/page-title/page-title'

/** Maximum length of an inquiry's text. Source: docs/product.md, notes, notices, help. */
const maxContentsCharacters = 4_000

/** The form of a help desk inquiry. A text that is too long is not cut off but counted and refused on submission. */
export function InquiryForm({ shown }: { shown: FormState | undefined }) {
  const words = useI18n()
  const { t } = words
  const form = useFormState(shown)
  const busy = useNavigation().formData?.get('intent') === 'write'
  const errorText = (name: string) => {
    const key = form.fieldError(name)
    return key === undefined ? undefined : t(key as MessageKey)
  }
  const errors = form.summary(['title', 'contents']).map(({ name, message, values }) => {
    const detailKey = `${message}.text`
    return {
      id: name,
      text:
        name === undefined && words.isMessageKey(detailKey) ? t(detailKey, values) : t(message as MessageKey, values),
    }
  })
  const title = t('help.write.title')
  return (
    <div className={column}>
      <DocumentTitle page={title} />
      <PageTitle back={{ to: '/help', text: t('help.title') }} title={title} lead={t('help.write.text')} />
      <ErrorSummary
        title={form.problem === undefined ? t('form.summary') : t(form.problem as MessageKey)}
        errors={errors}
        result={shown}
      />
      <PostForm action="/help?write" className={column} noValidate>
        <Field
          name="title"
          label={t('help.title.label')}
          hint={t('help.title.hint')}
          error={errorText('title')}
          defaultValue={form.typed('title')}
          autoComplete="off"
          required
        />
        <TextAreaField
          name="contents"
          label={t('help.contents.label')}
          hint={t('help.contents.hint')}
          error={errorText('contents')}
          defaultValue={form.typed('contents')}
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
          busy={busy}
          busyText={t('common.sending')}
        >
          {t('help.submit')}
        </Button>
      </PostForm>
    </div>
  )
}
