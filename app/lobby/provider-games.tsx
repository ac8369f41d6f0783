import { data, redirect } from 'react-router'
import { emptyStateArtSrc } from '~/artwork/picture-urls'
import { DocumentTitle } from '~/components/document-title'
import { ListPager } from '~/components/list-pager'
import { upstreamContext } from '~/http/page-upstream.server'
import { readRecentGames } from '~/http/preferences.server'
import { slotByCompany, slotList } from '~/http/provider-lists.server'
import { requestInfoContext } from '~/http/request-info.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { useI18n } from '~/i18n/i18n'
import { langOfName } from '~/i18n/locale'
import { hrefWithQuery } from '~/paths/href-with-query'
import { Alert } from '~/ui/alert/alert'
import { visuallyHidden } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { pageSections, stack } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import { paginate } from '~/ui/pager/paginate'
import { Picture } from '~/ui/picture/picture'
import { findByCode } from '~/upstream/find-by-id'
import type { Route } from './+types/provider-games'
import { CannotPlayAlert } from './cannot-play-alert'
import { otherName, providerArtworkOf, toGameCard } from './cards.server'
import { GameList, GameRow } from './lists'
import { createNameMatcher, parseSearchQuery } from './name-search'
import * as css from './provider-games.css'
import { gamesPerPage } from './provider-lobby.server'
import { recentGameCards } from './recent-games.server'
import { SearchBox } from './search-box'
import { NoSearchResults, SearchResultCount } from './search-results'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const code = url.searchParams.get('code')
  if (!code) throw redirect('/slot', 303)

  const upstream = context.get(upstreamContext)
  const i18n = i18nFor(context.get(requestInfoContext).locale)
  const list = await slotList(upstream)
  const provider = findByCode(list, code)
  if (provider?.code === undefined) return data({ kind: 'unknown' as const }, { status: 404 })

  const about = {
    name: i18n.localizedName(provider),
    otherName: otherName(provider, i18n),
    src: providerArtworkOf(list).smallSrc(provider),
  }
  if (provider.used === 'n') return { kind: 'closed' as const, about }

  const [games, recent] = await Promise.all([
    slotByCompany(upstream, provider.code),
    recentGameCards(upstream, readRecentGames(request), i18n),
  ])
  const query = parseSearchQuery(url.searchParams)
  const found = games.filter(createNameMatcher(query))
  const { items, page, pages } = paginate(found, url.searchParams.get('page'), gamesPerPage)
  return {
    kind: 'games' as const,
    about,
    code,
    query,
    total: games.length,
    foundCount: found.length,
    page,
    pages,
    games: items.map((game) => toGameCard(game, provider, i18n, otherName(game, i18n))),
    recent,
  }
}

export default function SlotGame({ loaderData }: Route.ComponentProps) {
  switch (loaderData.kind) {
    case 'games':
      return <Games lobby={loaderData} />
    case 'closed':
      return <ClosedProvider about={loaderData.about} />
    case 'unknown':
      return <UnknownProvider />
    default:
      return loaderData satisfies never
  }
}

type GamesData = Extract<Route.ComponentProps['loaderData'], { kind: 'games' }>

function Games({ lobby: { about, code, query, total, foundCount, page, pages, games, recent } }: { lobby: GamesData }) {
  const { t } = useI18n()
  const lobbyHref = hrefWithQuery('/slot/game', { code })
  return (
    <div className={pageSections}>
      <DocumentTitle page={page > 1 ? `${about.name}, ${t('page.number', { page })}` : about.name} />
      <CannotPlayAlert />
      <ProviderTitle
        about={about}
        lead={t('lobby.games.count', { count: total })}
        end={<SearchBox path="/slot/game" extraParams={{ code }} query={query} label={t('lobby.search.games')} />}
      />
      <section className={stack} aria-labelledby="games">
        <h2 id="games" className={visuallyHidden}>
          {t('lobby.games.of', { name: about.name })}
        </h2>
        <SearchResultCount query={query} count={foundCount} />
        <GameList games={games} eager />
        {foundCount === 0 && (query === '' ? <NoGames /> : <NoSearchResults path={lobbyHref} />)}
        <ListPager path="/slot/game" query={{ code, q: query }} page={page} pages={pages} />
      </section>
      {recent.length > 0 && (
        <section className={stack} aria-labelledby="recent">
          <SectionHeading id="recent" title={t('lobby.recent')} />
          <GameRow labelledBy="recent" games={recent} />
        </section>
      )}
    </div>
  )
}

/** The page title: the provider's picture and names. */
function ProviderTitle({ about, lead, end }: { about: GamesData['about']; lead?: string; end?: React.ReactNode }) {
  const { lang, t } = useI18n()
  return (
    <PageTitle
      back={{ to: '/slot', text: t('lobby.backToSlot') }}
      title={
        <span className={css.title}>
          <span className={css.providerPicture}>
            <Picture src={about.src} shape="game" eager />
          </span>
          {about.name}
        </span>
      }
      lead={
        <>
          {about.otherName && <span lang={langOfName(about.otherName, lang)}>{about.otherName}</span>}
          {about.otherName && lead && ' · '}
          {lead}
        </>
      }
      end={end}
    />
  )
}

function ClosedProvider({ about }: { about: GamesData['about'] }) {
  const { t } = useI18n()
  return (
    <div className={pageSections}>
      <DocumentTitle page={about.name} />
      <ProviderTitle about={about} />
      <div className={stack}>
        <Alert kind="warning" icon="wrench" title={t('launch.closed.title')} silent>
          <p>{t('launch.closed.text')}</p>
        </Alert>
        <div>
          <ButtonLink to="/slot">{t('lobby.others')}</ButtonLink>
        </div>
      </div>
    </div>
  )
}

function NoGames() {
  const { t } = useI18n()
  return (
    <Empty
      artwork={<Picture src={emptyStateArtSrc('games')} shape="game" />}
      heading="h2"
      title={t('lobby.noGames.title')}
      text={t('lobby.noGames.text')}
      action={<ButtonLink to="/slot">{t('lobby.others')}</ButtonLink>}
    />
  )
}

function UnknownProvider() {
  const { t } = useI18n()
  const title = t('lobby.unknown.title')
  return (
    <>
      <DocumentTitle page={title} />
      <Empty
        heading="h1"
        artwork={<Picture src={emptyStateArtSrc('lost')} shape="game" />}
        title={title}
        text={t('lobby.unknown.text')}
        action={<ButtonLink to="/slot">{t('lobby.others')}</ButtonLink>}
      />
    </>
  )
}
