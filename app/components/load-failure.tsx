import { useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'

/** Stands in place of a part of a page whose data could not be loaded. @param reference to quote to support. */
export function LoadFailure({ text, reference }: { text: string; reference: string }) {
  const { sentences, t } = useI18n()
  return (
    <Alert kind="warning" silent>
      {sentences(text, `${t('problem.reference')} ${reference}`)}
    </Alert>
  )
}
