import { data, href } from 'react-router'
import { EmptyPage } from '~/components/empty-page'
import { DocumentTitle } from '~/components/page-head'
import { useI18n } from '~/i18n/i18n'
import { langOfName } from '~/i18n/locale'
import { findByCode, readQuery } from '~/server/request-info/query.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { slotByCompany, slotList } from '~/server/upstream/shared-responses.server'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { pageSections, stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import type { Route } from './+types/provider-games'
import { loadMemberGames } from './favourites/load.server'
import type { GameId } from './favourites/member-games.server'
import { redirectToChooseGame } from './launch/target.server'
import { otherName, providerArtworkOf } from './lists/cards.server'
import { GameBrowser, PicturedName } from './lists/game-browser'
import { parseGameQuery } from './lists/game-query'
import { buildGameList, indexGames, listGames } from './lists/games.server'
import { CannotPlayAlert } from './lobby-access'
import { SearchBox } from './search/box'
import { EmptyList } from './search/results'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const asked = readQuery(url)
  const { code } = asked
  if (!code) throw await redirectToChooseGame(context)

  const upstream = context.get(upstreamContext)
  const i18n = i18nOf(context)
  const list = await slotList(upstream)
  const provider = findByCode(list, code)
  if (provider?.code === undefined) return data({ kind: 'unknown' as const }, { status: 404 })

  const about = {
    name: i18n.localizedName(provider),
    otherName: otherName(provider, i18n),
    src: providerArtworkOf(list).smallSrc(provider),
  }
  if (provider.used === 'n') return { kind: 'closed' as const, about }

  const [memberGames, ofUpstream] = await Promise.all([
    loadMemberGames(request, context),
    slotByCompany(upstream, provider.code).then(indexGames),
  ])
  const games = listGames(ofUpstream, [provider], new Map([[provider, ofUpstream]]))
  const { view, ...query } = parseGameQuery(asked)
  const ofProvider = ({ company }: GameId) => company === String(provider.code)
  return {
    kind: 'games' as const,
    about,
    code,
    total: games.length,
    list: await buildGameList(
      games,
      { ...query, view: view === 'providers' ? '' : view, rail: '' },
      asked.page,
      { favourites: memberGames.favourites.filter(ofProvider), recent: memberGames.recent.filter(ofProvider) },
      i18n,
      () => '',
    ),
  }
}

export default function SlotGame({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n()
  switch (loaderData.kind) {
    case 'games':
      return <Games lobby={loaderData} />
    case 'closed':
      return <ClosedProvider about={loaderData.about} />
    case 'unknown':
      return (
        <EmptyPage
          picture="astray"
          title={t('lobby.unknown.title')}
          text={t('lobby.unknown.text')}
          action={<ButtonLink to={href('/slot')}>{t('lobby.others')}</ButtonLink>}
        />
      )
    default:
      return loaderData satisfies never
  }
}

type GamesData = Extract<Route.ComponentProps['loaderData'], { kind: 'games' }>

function Games({ lobby: { about, code, total, list } }: { lobby: GamesData }) {
  const { t } = useI18n()
  const { page, query } = list
  const { q, view, motif, sort } = query
  const search = <SearchBox of="games" path={href('/slot/game')} query={q} extraParams={{ code, view, motif, sort }} />
  return (
    <div className={stack}>
      <DocumentTitle page={page > 1 ? `${about.name}, ${t('pager.page', { page })}` : about.name} />
      <CannotPlayAlert />
      <ProviderTitle about={about} end={search} />
      {total === 0 ? (
        <EmptyList of="games" path={href('/slot')} />
      ) : (
        <GameBrowser
          title={t('lobby.games.of', { name: about.name })}
          path={href('/slot/game')}
          fixedParams={{ code }}
          list={list}
          sorts={['', 'name']}
        />
      )}
    </div>
  )
}

function ProviderTitle({ about, end }: { about: GamesData['about']; end?: React.ReactNode }) {
  const { lang, t } = useI18n()
  return (
    <PageTitle
      back={{ to: href('/slot'), text: t('nav.slot') }}
      title={<PicturedName src={about.src} name={about.name} />}
      aside={about.otherName && <span lang={langOfName(about.otherName, lang)}>{about.otherName}</span>}
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
          <ButtonLink to={href('/slot')}>{t('lobby.others')}</ButtonLink>
        </div>
      </div>
    </div>
  )
}
