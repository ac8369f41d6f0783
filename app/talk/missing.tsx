import { emptyArtSrc } from '~/art/address'
import { useWords } from '~/i18n/words'
import { DocumentTitle } from '~/shell/document-title'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { Picture } from '~/ui/picture/picture'

/** Page for an item that is not found: deleted, of another member, or never written. */
export function Missing({ of }: { of: 'note' | 'notice' | 'help' }) {
  const { t } = useWords()
  const title = t(`${of}.missing.title`)
  return (
    <>
      <DocumentTitle page={title} />
      <Empty
        heading="h1"
        art={<Picture src={emptyArtSrc('lost')} shape="game" eager />}
        title={title}
        text={t(`${of}.missing.text`)}
        action={<ButtonLink to={`/${of}`}>{t('talk.list')}</ButtonLink>}
      />
    </>
  )
}
