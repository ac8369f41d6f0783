import { EmptyPage } from '~/components/empty-page'
import { useI18n } from '~/i18n/i18n'
import { ButtonLink } from '~/ui/button/button'

/** The page of a preference for a browser that blocks its cookie. @param next the page before. */
export function BlockedCookies({ next }: { next: string }) {
  const { t } = useI18n()
  return (
    <EmptyPage
      title={t('preference.cookies')}
      text={t('preference.cookies.text')}
      action={<ButtonLink to={next}>{t('common.ok')}</ButtonLink>}
    />
  )
}
