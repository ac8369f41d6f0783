import { href } from 'react-router'
import { EmptyPage } from '~/frame/parts/empty-page'
import { useI18n } from '~/i18n/i18n'
import { ButtonLink } from '~/ui/button/button'

/** Page for an item that is not found: deleted, of another member, or never written. */
export function MissingItem({ kind }: { kind: 'note' | 'notice' | 'help' }) {
  const { t } = useI18n()
  return (
    <EmptyPage
      picture="lost"
      title={t(`${kind}.missing.title`)}
      text={t(`${kind}.missing.text`)}
      action={<ButtonLink to={href(`/${kind}`)}>{t('common.list')}</ButtonLink>}
    />
  )
}
