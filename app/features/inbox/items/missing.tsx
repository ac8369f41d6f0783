import { href } from 'react-router'
import { EmptyPage } from '~/components/empty-page'
import { useI18n } from '~/i18n/i18n'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { Picture } from '~/ui/picture/picture'
import { type MessageKind, messagesHref } from '~/values/addresses'

/** The page for an item that was deleted, belongs to another member, or never existed. */
export function MissingItem({ kind }: { kind: MessageKind }) {
  const { t } = useI18n()
  return (
    <EmptyPage
      picture="astray"
      title={t(`${kind}.missing.title`)}
      text={t(`${kind}.missing.text`)}
      action={<ButtonLink to={messagesHref(kind)}>{t('common.list')}</ButtonLink>}
    />
  )
}

export function NoItems({ kind }: { kind: Exclude<MessageKind, 'help'> }) {
  const { t } = useI18n()
  const isNote = kind === 'note'
  return (
    <Empty
      artwork={<Picture src={emptyStateArtSrc('notes')} shape="game" eager />}
      heading="h2"
      title={t(`${kind}.empty.title`)}
      text={t(`${kind}.empty.text`)}
      action={
        <ButtonLink to={href(isNote ? '/notice' : '/')}>{t(isNote ? 'notice.title' : 'problem.home')}</ButtonLink>
      }
    />
  )
}
