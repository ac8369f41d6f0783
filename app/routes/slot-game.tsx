import { data, redirect } from 'react-router'
import { emptyArtSrc } from '~/art/address'
import { recentGames } from '~/http/preferences.server'
import { visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { langOfName } from '~/i18n/locale'
import { useWords } from '~/i18n/words'
import { FoundCount, NothingFound } from '~/lobby/found'
import { ListPages } from '~/lobby/list-pages'
import { GameList, GameRow } from '~/lobby/lists'
import { addressWith, gamesPerPage, pageOf } from '~/lobby/pages'
import { recentSlotGames } from '~/lobby/recent.server'
import { matching, queryIn } from '~/lobby/search'
import { SearchBox } from '~/lobby/search-box'
import { looksOf, otherName, shownGame } from '~/lobby/shown.server'
import { DocumentTitle } from '~/shell/document-title'
import { NotServed } from '~/shell/not-served'
import { hidden } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { parts, stack } from '~/ui/layout/layout.css'
import { PageTitle, PartTitle } from '~/ui/page-title/page-title'
import { Picture } from '~/ui/picture/picture'
import { Say } from '~/ui/say/say'
import { upstreamContext } from '~/upstream/client.server'
import { byCode } from '~/upstream/find'
import { slotByCompany, slotList } from '~/upstream/lists.server'
import type { Route } from './+types/slot-game'
import * as css from './slot-game.css'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const code = url.searchParams.get('code')
  if (!code) throw redirect('/slot', 303)

  const upstream = context.get(upstreamContext)
  const words = serverWords(context.get(visitContext).locale)
  const list = await slotList(upstream)
  const provider = byCode(list, code)
  if (provider?.code === undefined) return data({ kind: 'unknown' as const }, { status: 404 })

  const about = { name: words.name(provider), second: otherName(provider, words), src: looksOf(list).small(provider) }
  if (provider.used === 'n') return { kind: 'closed' as const, about }

  const [games, recent] = await Promise.all([
    slotByCompany(upstream, provider.code),
    recentSlotGames(upstream, recentGames(request), words),
  ])
  const query = queryIn(url.searchParams)
  const found = games.filter(matching(query))
  const { items, page, pages } = pageOf(found, url.searchParams.get('page'), gamesPerPage)
  return {
    kind: 'games' as const,
    about,
    code,
    query,
    total: games.length,
    found: found.length,
    page,
    pages,
    games: items.map((game) => shownGame(game, provider, words, otherName(game, words))),
    recent,
  }
}

export default function SlotGame({ loaderData }: Route.ComponentProps) {
  switch (loaderData.kind) {
    case 'games':
      return <Games lobby={loaderData} />
    case 'closed':
      return <Closed about={loaderData.about} />
    case 'unknown':
      return <Unknown />
    default:
      return loaderData satisfies never
  }
}

type Lobby = Extract<Route.ComponentProps['loaderData'], { kind: 'games' }>

function Games({ lobby: { about, code, query, total, found, page, pages, games, recent } }: { lobby: Lobby }) {
  const { t } = useWords()
  const here = addressWith('/slot/game', { code })
  return (
    <div className={parts}>
      <DocumentTitle page={page > 1 ? `${about.name}, ${t('page.number', { page })}` : about.name} />
      <NotServed />
      <Title
        about={about}
        lead={t('lobby.games.count', { count: total })}
        end={<SearchBox path="/slot/game" also={{ code }} query={query} label={t('lobby.search.games')} />}
      />
      <section className={stack} aria-labelledby="games">
        <h2 id="games" className={hidden}>
          {t('lobby.games.of', { name: about.name })}
        </h2>
        <FoundCount query={query} count={found} />
        <GameList games={games} eager />
        {found === 0 && (query === '' ? <NoGames /> : <NothingFound path={here} />)}
        <ListPages path="/slot/game" query={{ code, q: query }} page={page} pages={pages} />
      </section>
      {recent.length > 0 && (
        <section className={stack} aria-labelledby="recent">
          <PartTitle id="recent" title={t('lobby.recent')} />
          <GameRow labelledBy="recent" games={recent} />
        </section>
      )}
    </div>
  )
}

/** The page title: the provider's picture and names. */
function Title({ about, lead, end }: { about: Lobby['about']; lead?: string; end?: React.ReactNode }) {
  const { lang, t } = useWords()
  return (
    <PageTitle
      back={{ to: '/slot', text: t('lobby.backToSlot') }}
      title={
        <span className={css.title}>
          <span className={css.square}>
            <Picture src={about.src} shape="game" eager />
          </span>
          {about.name}
        </span>
      }
      lead={
        <>
          {about.second && <span lang={langOfName(about.second, lang)}>{about.second}</span>}
          {about.second && lead && ' · '}
          {lead}
        </>
      }
      end={end}
    />
  )
}

function Closed({ about }: { about: Lobby['about'] }) {
  const { t } = useWords()
  return (
    <div className={parts}>
      <DocumentTitle page={about.name} />
      <Title about={about} />
      <div className={stack}>
        <Say kind="warning" icon="wrench" title={t('launch.closed.title')} still>
          <p>{t('launch.closed.text')}</p>
        </Say>
        <div>
          <ButtonLink to="/slot">{t('lobby.others')}</ButtonLink>
        </div>
      </div>
    </div>
  )
}

function NoGames() {
  const { t } = useWords()
  return (
    <Empty
      art={<Picture src={emptyArtSrc('games')} shape="game" />}
      heading="h2"
      title={t('lobby.noGames.title')}
      text={t('lobby.noGames.text')}
      action={<ButtonLink to="/slot">{t('lobby.others')}</ButtonLink>}
    />
  )
}

function Unknown() {
  const { t } = useWords()
  const title = t('lobby.unknown.title')
  return (
    <>
      <DocumentTitle page={title} />
      <Empty
        heading="h1"
        art={<Picture src={emptyArtSrc('lost')} shape="game" />}
        title={title}
        text={t('lobby.unknown.text')}
        action={<ButtonLink to="/slot">{t('lobby.others')}</ButtonLink>}
      />
    </>
  )
}
