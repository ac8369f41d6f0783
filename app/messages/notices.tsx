import { data } from 'react-router'
import { emptyStateArtSrc } from '~/artwork/picture-urls'
import { DocumentTitle } from '~/components/document-title'
import { ListPager } from '~/components/list-pager'
import { upstreamContext } from '~/http/page-upstream.server'
import { requestInfoContext } from '~/http/request-info.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { useI18n } from '~/i18n/i18n'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { paginate } from '~/ui/pager/paginate'
import { Picture } from '~/ui/picture/picture'
import type { AnswerOf } from '~/upstream/contract'
import { findByIdx } from '~/upstream/find-by-id'
import type { Route } from './+types/notices'
import { ItemRows } from './item-rows'
import { itemsPerPage, listHrefOf, neighboursOf, toItemRow, trimTitle } from './item-rows.server'
import { MissingItem } from './missing-item'
import { OpenedItem, type OpenedItemData } from './opened-item'

export async function loader({ url, context }: Route.LoaderArgs) {
  const words = i18nFor(context.get(requestInfoContext).locale)
  const { notices } = await context.get(upstreamContext).read('get-user-notices', {})
  const toRow = ({ idx, title, regDate }: AnswerOf<'get-user-notices'>['notices'][number]) =>
    toItemRow({ id: idx, title, regDate }, words)

  const id = url.searchParams.get('id')
  if (id !== null) {
    const notice = findByIdx(notices, id)
    if (!notice) return data({ kind: 'missing' as const }, { status: 404 })
    const item: OpenedItemData = {
      title: trimTitle(notice.title),
      text: notice.contents ?? '',
      date: notice.regDate,
      dateText: words.dateTime(notice.regDate),
      neighbours: neighboursOf(notices, notice).map(toRow),
      listHref: listHrefOf('/notice', notices, notice),
    }
    return { kind: 'notice' as const, item }
  }
  const { items, page, pages } = paginate(notices, url.searchParams.get('page'), itemsPerPage)
  return { kind: 'list' as const, page, pages, notices: items.map(toRow) }
}

export default function Notice({ loaderData }: Route.ComponentProps) {
  switch (loaderData.kind) {
    case 'list':
      return <NoticeList {...loaderData} />
    case 'notice':
      return <OpenedItem kind="notice" item={loaderData.item} />
    case 'missing':
      return <MissingItem of="notice" />
    default:
      return loaderData satisfies never
  }
}

type NoticeListData = Extract<Route.ComponentProps['loaderData'], { kind: 'list' }>

function NoticeList({ page, pages, notices }: NoticeListData) {
  const { t } = useI18n()
  const title = t('notice.title')
  return (
    <div className={stack}>
      <DocumentTitle page={page > 1 ? `${title}, ${t('page.number', { page })}` : title} />
      <PageTitle title={title} />
      {notices.length === 0 ? (
        <Empty
          artwork={<Picture src={emptyStateArtSrc('notes')} shape="game" eager />}
          heading="h2"
          title={t('notice.empty.title')}
          text={t('notice.empty.text')}
          action={<ButtonLink to="/">{t('problem.home')}</ButtonLink>}
        />
      ) : (
        <>
          <ItemRows path="/notice" rows={notices} label={title} untitledText={t('notice.untitled')} />
          <ListPager path="/notice" page={page} pages={pages} />
        </>
      )}
    </div>
  )
}
