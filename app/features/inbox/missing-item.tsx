import { href } from 'react-router'
import { DocumentTitle } from '~/frame/parts/document-title'
import { useI18n } from '~/i18n/i18n'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { Picture } from '~/ui/picture/picture'

/** Page for an item that is not found: deleted, of another member, or never written. */
export function MissingItem({ kind }: { kind: 'note' | 'notice' | 'help' }) {
  const { t } = useI18n()
  const title = t(`${kind}.missing.title`)
  return (
    <>
      <DocumentTitle page={title} />
      <Empty
        heading="h1"
        artwork={<Picture src={emptyStateArtSrc('lost')} shape="game" eager />}
        title={title}
        text={t(`${kind}.missing.text`)}
        action={<ButtonLink to={href(`/${kind}`)}>{t('common.list')}</ButtonLink>}
      />
    </>
  )
}
