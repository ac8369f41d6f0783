import type { ReactNode } from 'react'
import { href } from 'react-router'
import { DocumentTitle } from '~/frame/parts/document-title'
import { ListPager } from '~/frame/parts/list-pager'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { Picture } from '~/ui/picture/picture'
import { ItemRows } from './item-rows'
import type { ItemRow } from './items.server'

interface ItemListPageProps {
  kind: 'note' | 'notice'
  page: number
  pages: number
  rows: readonly ItemRow[]
  end?: ReactNode
  problem?: MessageKey
}

/** One page of the notes or notices. */
export function ItemListPage({ kind, page, pages, rows, end, problem }: ItemListPageProps) {
  const { t } = useI18n()
  const title = t(`${kind}.title`)
  return (
    <div className={stack}>
      <DocumentTitle page={page > 1 ? `${title}, ${t('pager.page', { page })}` : title} />
      <PageTitle title={title} end={end} />
      {problem && <Alert kind="error">{t(problem)}</Alert>}
      {rows.length === 0 ? (
        <Empty
          artwork={<Picture src={emptyStateArtSrc('notes')} shape="game" eager />}
          heading="h2"
          title={t(`${kind}.empty.title`)}
          text={t(`${kind}.empty.text`)}
          action={<ButtonLink to={href('/')}>{t('problem.home')}</ButtonLink>}
        />
      ) : (
        <>
          <ItemRows kind={kind} rows={rows} label={title} />
          <ListPager path={href(`/${kind}`)} page={page} pages={pages} />
        </>
      )}
    </div>
  )
}
