import { type ReactNode, use } from 'react'
import { href } from 'react-router'
import { ListPager, pageHrefs } from '~/components/list-pager'
import { useI18n } from '~/i18n/i18n'
import { visuallyHidden } from '~/ui/base.css'
import { stack, wrapRow } from '~/ui/layout/layout.css'
import { Link } from '~/ui/link/link'
import { ChipFilter } from '~/ui/link-row/link-row'
import { SectionHeading } from '~/ui/page-title/page-title'
import { section } from '~/ui/page-title/page-title.css'
import { Picture, PicturesContext } from '~/ui/picture/picture'
import { hrefWithQuery } from '~/values/addresses'
import { dot, joinParts } from '~/values/parts'
import { useFavourites } from '../favourites/use-favourites'
import { gameAnchor, gamesHref } from '../launch/href'
import { PlayForm } from '../launch/play'
import { GameRail } from '../rails/rail'
import type { Rail } from '../rails/rails.server'
import type { OtherLobby } from '../search/other-lobbies.server'
import { EmptyList, OtherLobbies } from '../search/results'
import * as css from './game-browser.css'
import type { GameQuery } from './game-query'
import type { GameListData } from './games.server'
import { FavouritesForm, GameList, Heart, type HeartedGame } from './lists'
import { providerPicture, title as titleStyle } from './lists.css'

export function GameBrowser({
  title,
  path,
  fixedParams = {},
  list,
  sorts,
  found = [],
  otherResults = 0,
  otherLobbies = [],
  rails = [],
  railTitle,
  links = [],
  children,
}: {
  title: string
  path: string
  fixedParams?: Record<string, string>
  list: GameListData
  sorts: readonly GameQuery['sort'][]
  /** The providers that a search without games finds, with their first games. */
  found?: readonly ({ code: string; name: string; src: string } & Pick<
    GameListData,
    'count' | 'games' | 'page' | 'pages'
  >)[]
  otherResults?: number
  otherLobbies?: readonly OtherLobby[]
  /** Rails between the filters and the list, or below an empty list. */
  rails?: readonly Rail[]
  railTitle?: string | undefined
  links?: readonly { to: string; text: string }[]
  children?: ReactNode
}) {
  const { t } = useI18n()
  const { changes, handleSubmit } = useFavourites()
  const { query, page, pages } = list
  const isRemoved = (game: HeartedGame) => query.view === 'favourites' && changes.get(gameAnchor(game)) === false
  const games = list.games.filter((game) => !isRemoved(game))
  const count = list.count - (list.games.length - games.length)
  const isNearest = list.nearestDistance !== undefined
  const foundCount = count + otherResults
  const isNothing = foundCount === 0 && !isNearest
  // If nothing is found, the filters lead out of the search.
  const filtered = { ...fixedParams, ...query, ...(isNothing && { q: '' }) }
  const hrefOf = (change: Partial<GameQuery>) => hrefWithQuery(path, { ...filtered, ...change })
  const isSearch = query.q !== ''
  const isFiltered = query.view !== '' || query.motif !== '' || query.rail !== ''
  const hasNoFavourites = query.view === 'favourites' && !isSearch && query.motif === ''
  const actionsOf = (game: HeartedGame) => <Heart game={game} changes={changes} />
  const foundKey = isNearest ? 'lobby.search.near' : 'lobby.search.result'
  const countText = isSearch ? t(foundKey, { query: query.q, count: foundCount }) : t('lobby.games.count', { count })
  const foundGames = found.reduce((sum, provider) => sum + provider.count, count)
  const foundTexts = [
    t('lobby.providers.count', { count: otherResults }),
    foundGames > 0 && t('lobby.games.count', { count: foundGames }),
  ]
  const isMixed = otherResults > 0 && games.length > 0
  const filters = (
    <ChipFilter
      label={t('lobby.filters')}
      items={[
        { to: hrefOf({ view: '', motif: '', rail: '' }), text: t('lobby.filters.all'), current: !isFiltered },
        ...links,
        ...(railTitle === undefined
          ? []
          : [{ to: hrefOf({ view: '', motif: '', rail: query.rail }), text: railTitle, current: true }]),
        ...(['favourites', 'recent'] as const)
          .filter((view) => view === 'favourites' || list.hasRecent || query.view === view)
          .map((view) => ({
            to: hrefOf({ view, motif: '', rail: '' }),
            text: t(`lobby.${view}`),
            current: query.view === view,
          })),
        ...list.motifs.map((motif) => ({
          to: hrefOf({ view: '', motif, rail: '' }),
          text: t(`lobby.motif.${motif}`),
          current: query.motif === motif,
        })),
      ]}
    />
  )
  const order = (
    <nav aria-label={t('lobby.sort')} className={css.sorts}>
      {sorts.map((sort) => (
        <Link
          key={sort}
          to={hrefOf({ sort })}
          className={css.sort}
          aria-current={query.sort === sort ? 'true' : undefined}
          preventScrollReset
        >
          {t(sort === '' ? 'lobby.sort.default' : `lobby.sort.${sort}`)}
        </Link>
      ))}
    </nav>
  )
  const isRailFirst = !isSearch && !isNothing && query.view !== 'favourites'
  const railList = rails.length > 0 && (
    <div className={css.rails}>
      {rails.map((rail, index) => (
        <GameRail key={rail.id} rail={rail} eager={index < 2} action={actionsOf} />
      ))}
    </div>
  )
  return (
    <section className={stack} aria-labelledby="games">
      {/* A search that finds only providers has nothing to filter. */}
      {(!isSearch || isFiltered || count > 0 || foundCount === 0) && filters}
      {isRailFirst && railList}
      <div className={css.bar} hidden={count === 0 && !isSearch}>
        <div className={wrapRow}>
          {!isMixed && (
            <h2 id="games" className={rails.length > 0 && !isSearch ? section : visuallyHidden}>
              {isNearest
                ? t('lobby.search.nearest')
                : (railTitle ?? (query.view === '' ? title : t(`lobby.${query.view}`)))}
            </h2>
          )}
          <p role="status" className={isNothing ? visuallyHidden : css.count}>
            {otherResults > 0 && <span className={visuallyHidden}>{`${query.q}: `}</span>}
            <span>{otherResults > 0 ? joinParts(...foundTexts) : countText}</span>
            {page > 1 && <span>{`${dot}${t('pager.page', { page: `${page} / ${pages}` })}`}</span>}
          </p>
        </div>
        {count > 0 && order}
      </div>
      {found.map(({ code, name, src, ...provider }) => (
        <section key={code} className={stack} aria-labelledby={`provider-${code}`}>
          <SectionHeading
            id={`provider-${code}`}
            title={<PicturedName src={src} name={name} />}
            more={{
              to: gamesHref(code),
              text: t('lobby.rail.allCount', { count: provider.count }),
              about: t('lobby.rail.all', { title: name }),
            }}
          />
          <GameList games={provider.games} labelledBy={`provider-${code}`} eager actionsOf={actionsOf} />
          <ListPager page={provider.page} pages={provider.pages} pageHref={pageHrefs(href('/slot/game'), { code })} />
        </section>
      ))}
      {!list.isExact && children}
      {query.view === 'favourites' && count >= list.maxFavourites && (
        <p className={css.count}>{t('lobby.favourites.hint', { max: list.maxFavourites })}</p>
      )}
      <FavouritesForm onSubmit={handleSubmit} />
      {isMixed && (
        <div className={list.isExact ? undefined : css.after}>
          <SectionHeading id="games" title={t('lobby.games.count', { count })} />
        </div>
      )}
      <PlayForm />
      <GameList games={games} eager={isSearch || !railList} actionsOf={actionsOf} />
      {list.isExact && <div className={css.after}>{children}</div>}
      <ListPager page={page} pages={pages} pageHref={pageHrefs(path, { ...fixedParams, ...query })} />
      {isSearch && foundGames > 0 && page === pages && found.every((each) => each.page === each.pages) && (
        <p className={css.count}>{t('lobby.search.end')}</p>
      )}
      {isNearest && <OtherLobbies lobbies={otherLobbies} />}
      {isNothing && (
        <EmptyList
          of={hasNoFavourites ? 'favourites' : isFiltered ? 'filtered' : 'search'}
          {...{ path: hrefWithQuery(path, fixedParams), query: query.q, otherLobbies }}
        />
      )}
      {!isRailFirst && railList}
    </section>
  )
}

export function PicturedName({ src, name }: { src: string; name: string }) {
  return (
    <span className={titleStyle}>
      {use(PicturesContext) && (
        <span className={providerPicture}>
          <Picture src={src} shape="game" eager />
        </span>
      )}
      <span>{name}</span>
    </span>
  )
}
