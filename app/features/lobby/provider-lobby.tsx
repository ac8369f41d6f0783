import { href, redirect } from 'react-router'
import { ListPager, pageHrefs } from '~/components/list-pager'
import { PageHead } from '~/components/page-head'
import { useI18n } from '~/i18n/i18n'
import type { RouteHandle } from '~/server/middleware/route.server'
import { readQuery } from '~/server/request-info/query.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { casinoList, sportList } from '~/server/upstream/shared-responses.server'
import { visuallyHidden } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { stack, tightStack, wrapRow } from '~/ui/layout/layout.css'
import { ChipFilter } from '~/ui/link-row/link-row'
import { section } from '~/ui/page-title/page-title.css'
import { Picture } from '~/ui/picture/picture'
import { ProviderRail } from '~/ui/provider-card/provider-card'
import { subtitle } from '~/ui/provider-card/provider-card.css'
import { softText } from '~/ui/text.css'
import { hrefWithQuery } from '~/values/addresses'
import { joinParts } from '~/values/parts'
import type { Route } from './+types/provider-lobby'
import { loadMemberGames } from './favourites/load.server'
import { launchHref } from './launch/href'
import { PlayForm } from './launch/play'
import { ProviderList } from './lists/lists'
import { MatchList, Slips } from './lists/match-list'
import { schedule } from './lists/match-list.css'
import { toOpenBetsText } from './lists/matches.server'
import { formatPicks, isSamePick, parsePicks } from './lists/picks'
import { Marks } from './lists/table-lines'
import { CannotPlayAlert, LobbyUnlessExcluded } from './lobby-access'
import { OpenBets } from './open-bets'
import { buildProviderLobby } from './provider-lobby.server'
import { SearchBox } from './search/box'
import { indexNames, parseSearchQuery } from './search/by-name'
import { findInOtherLobbies } from './search/other-lobbies.server'
import { EmptyList, OtherLobbies, SearchResultCount } from './search/results'

export const handle = {
  requiresConsent: true,
  // The slip has the page's only filled button.
  demotesDepositButton: (loaderData) => (loaderData as Route.ComponentProps['loaderData']).slips.list.length > 0,
} satisfies RouteHandle

export async function loader({ request, url, pattern, context }: Route.LoaderArgs) {
  const category: 'casino' | 'sport' = pattern === 'sport' ? 'sport' : 'casino'
  const upstream = context.get(upstreamContext)
  const [list, memberGames] = await Promise.all([
    category === 'sport' ? sportList(upstream) : casinoList(upstream),
    loadMemberGames(request, context),
  ])
  const { recent, openBets } = memberGames
  const { q, kind, page, picks } = readQuery(url)
  const query = parseSearchQuery({ q })
  const picked = parsePicks(picks)
  // A pick that is now a bet leaves the slip, also in the address, which may be opened after the match.
  const left = picked.filter((pick) => !openBets?.some((bet) => isSamePick(bet, pick)))
  if (left.length < picked.length)
    throw redirect(hrefWithQuery(href('/sport'), { q: query, kind: kind ?? '', picks: formatPicks(left) }))
  const i18n = i18nOf(context)
  await indexNames(list)
  const lobby = buildProviderLobby(list, { category, query, kind, page, picks, openBets }, recent, i18n)
  const otherLobbies = lobby.matchCount > 0 ? [] : await findInOtherLobbies(upstream, category, query, i18n)
  // An exact match in another lobby hides similar names in this one.
  const isElsewhere = otherLobbies.some(({ isFound }) => isFound)
  // A match that the list shows with the member's bet is not repeated above it.
  const hasOwnMatch = lobby.matches.some(({ betText }) => betText)
  const bets = category === 'sport' ? toOpenBetsText(memberGames, hasOwnMatch ? [] : list, i18n) : null
  return { category, bets, ...lobby, ...(isElsewhere ? { isNearest: false, providers: [] } : {}), otherLobbies }
}

export default function ProviderLobby({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n()
  const { category, query, chosenKind, missing, slips, providers, recent } = loaderData
  const { matchCount, isNearest, otherLobbies, stakes, totalCount, closedCount } = loaderData
  const counts = joinParts(
    t('lobby.providers.count', { count: totalCount }),
    closedCount > 0 && t('lobby.providers.closed', { count: closedCount }),
    stakes,
  )
  const bets = loaderData.bets && <OpenBets {...loaderData.bets} />
  const path = href(`/${category}`)
  const filters = { kind: chosenKind, picks: loaderData.picks }
  const whole = hrefWithQuery(path, { picks: loaderData.picks })
  const search = (
    <SearchBox of="providers" ownLabel={loaderData.searchLabel} path={path} query={query} extraParams={filters} />
  )
  const isSearch = query !== ''
  const isNothing = isSearch && loaderData.matches.length === 0 && providers.length === 0
  const matches = isNothing ? loaderData.soon : loaderData.matches
  const hasMatches = matches.length > 0
  const providersChip = { to: '#providers', text: t('lobby.providers'), current: false }
  const isPicking = slips.list.length + slips.dropped.length > 0
  const hasSlips = isPicking || matches.some(({ isPickable }) => isPickable)
  const play = category === 'sport' ? 'sport' : 'game'
  const hasRecent = !isSearch && chosenKind === '' && recent.length > 0
  const providerRail = hasRecent && (
    <section className={wrapRow} aria-labelledby="recent">
      <h2 id="recent" className={softText}>
        {t('lobby.recent.providers')}
      </h2>
      <ProviderRail items={recent.map(({ company, code, ...chip }) => ({ to: launchHref(company, code), ...chip }))} />
    </section>
  )
  const matchSection = (hasMatches || hasSlips) && (
    <div className={tightStack}>
      {hasMatches && (
        <h2 id="matches" className={isNothing ? section : visuallyHidden}>
          {t(isNothing ? 'matches.next' : 'matches.heading')}
        </h2>
      )}
      <div className={hasMatches && isPicking ? schedule : tightStack}>
        {hasMatches && <MatchList matches={matches} />}
        {hasSlips && <Slips {...slips} />}
      </div>
    </div>
  )
  return (
    // Keyed by lobby, so that another lobby's search box is empty.
    <LobbyUnlessExcluded key={category} ofMember={bets}>
      <CannotPlayAlert />
      <div className={stack}>
        <PageHead title={t(`lobby.${category}.title`)} end={search} />
        <PlayForm />
        {bets}
        <section className={stack} aria-labelledby={providers.length > 0 ? 'providers' : undefined}>
          {loaderData.kinds.length > 0 && (
            <ChipFilter
              label={t(`lobby.kinds.${category}`)}
              items={loaderData.kinds
                .map(({ kind, name }) => ({
                  to: hrefWithQuery(path, { ...filters, q: isNothing ? '' : query, kind }),
                  text: name,
                  current: !missing && kind === chosenKind,
                }))
                .toSpliced(1, 0, ...(hasMatches && !isSearch ? [providersChip] : []))}
            />
          )}
          <SearchResultCount
            {...{ query, count: matchCount, text: loaderData.foundText, isNearest, isHidden: isNothing }}
          />
          {!isSearch && matchSection}
          {providerRail}
          {missing && (
            <Empty
              artwork={<Picture src={missing.src} shape="game" />}
              title={missing.title}
              action={<ButtonLink to={path}>{missing.action}</ButtonLink>}
            />
          )}
          {providers.length > 0 ? (
            <>
              <h2 id="providers" className={(hasMatches && !isSearch) || missing ? section : visuallyHidden}>
                {missing?.listed ?? t('lobby.providers')}
              </h2>
              {hasMatches && isSearch ? (
                <ProviderRail
                  labelledBy="providers"
                  items={providers.map(({ code, src, name }) => ({ to: launchHref(code, code), src, name }))}
                />
              ) : (
                <>
                  <p className={subtitle}>{counts}</p>
                  <ProviderList
                    providers={providers}
                    eager={!hasMatches}
                    extrasOf={({ code, table }) => ({
                      to: launchHref(code, table?.code ?? code),
                      lines: table && (
                        <>
                          {!stakes && <p className={subtitle}>{table.stakes}</p>}
                          {chosenKind !== '' && <Marks table={table} />}
                        </>
                      ),
                      play,
                    })}
                  />
                </>
              )}
              <ListPager
                page={loaderData.page}
                pages={loaderData.pages}
                pageHref={pageHrefs(path, { ...filters, q: query })}
              />
            </>
          ) : isNothing ? (
            <EmptyList of="search" path={whole} query={query} otherLobbies={otherLobbies} />
          ) : (
            !isSearch && <EmptyList of="lobby" path={href('/')} />
          )}
          {isSearch && matchSection}
          {providers.length > 0 && <OtherLobbies lobbies={otherLobbies} />}
        </section>
      </div>
    </LobbyUnlessExcluded>
  )
}
