import { data } from 'react-router'
import { emptyArtSrc } from '~/art/address'
import { visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { useWords } from '~/i18n/words'
import { ListPages } from '~/lobby/list-pages'
import { pageOf } from '~/lobby/pages'
import { DocumentTitle } from '~/shell/document-title'
import { Missing } from '~/talk/missing'
import { type Opened, OpenedItem } from '~/talk/opened-item'
import { Rows } from '~/talk/rows'
import { around, itemsPerPage, pageWith, rowOf, titleOf } from '~/talk/rows.server'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { Picture } from '~/ui/picture/picture'
import { upstreamContext } from '~/upstream/client.server'
import type { AnswerOf } from '~/upstream/contract'
import { byIdx } from '~/upstream/find'
import type { Route } from './+types/notice'

export async function loader({ url, context }: Route.LoaderArgs) {
  const words = serverWords(context.get(visitContext).locale)
  const { notices } = await context.get(upstreamContext).read('get-user-notices', {})
  const row = ({ idx, title, regDate }: AnswerOf<'get-user-notices'>['notices'][number]) =>
    rowOf({ id: idx, title, regDate }, words)

  const id = url.searchParams.get('id')
  if (id !== null) {
    const notice = byIdx(notices, id)
    if (!notice) return data({ kind: 'missing' as const }, { status: 404 })
    const item: Opened = {
      title: titleOf(notice.title),
      text: notice.contents ?? '',
      at: notice.regDate,
      when: words.dateTime(notice.regDate),
      others: around(notices, notice).map(row),
      list: pageWith('/notice', notices, notice),
    }
    return { kind: 'notice' as const, item }
  }
  const { items, page, pages } = pageOf(notices, url.searchParams.get('page'), itemsPerPage)
  return { kind: 'list' as const, page, pages, notices: items.map(row) }
}

export default function Notice({ loaderData }: Route.ComponentProps) {
  switch (loaderData.kind) {
    case 'list':
      return <Notices {...loaderData} />
    case 'notice':
      return <OpenedItem of="notice" item={loaderData.item} />
    case 'missing':
      return <Missing of="notice" />
    default:
      return loaderData satisfies never
  }
}

type List = Extract<Route.ComponentProps['loaderData'], { kind: 'list' }>

function Notices({ page, pages, notices }: List) {
  const { t } = useWords()
  const title = t('notice.title')
  return (
    <div className={stack}>
      <DocumentTitle page={page > 1 ? `${title}, ${t('page.number', { page })}` : title} />
      <PageTitle title={title} />
      {notices.length === 0 ? (
        <Empty
          art={<Picture src={emptyArtSrc('notes')} shape="game" eager />}
          heading="h2"
          title={t('notice.empty.title')}
          text={t('notice.empty.text')}
          action={<ButtonLink to="/">{t('problem.home')}</ButtonLink>}
        />
      ) : (
        <>
          <Rows path="/notice" rows={notices} label={title} untitled={t('notice.untitled')} />
          <ListPages path="/notice" page={page} pages={pages} />
        </>
      )}
    </div>
  )
}
