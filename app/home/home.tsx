import { Link } from 'react-router'
import { roomArtSrc } from '~/artwork/picture-urls'
import { DocumentTitle } from '~/components/document-title'
import { StatusBadge } from '~/components/status-badge'
import { helpLinesFor } from '~/http/help-lines.server'
import { upstreamContext } from '~/http/page-upstream.server'
import { loadPlayLimitsSummary } from '~/http/play-limits.server'
import { popupCookieSuffix, readHiddenPopups } from '~/http/preferences.server'
import { requestInfoContext } from '~/http/request-info.server'
import type { RouteHandle } from '~/http/route.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { useI18n } from '~/i18n/i18n'
import { langOfName } from '~/i18n/locale'
import { launchHref } from '~/lobby/launch-href'
import { ProviderList, SixGames } from '~/lobby/lists'
import { six } from '~/lobby/lists.css'
import { hrefWithQuery } from '~/paths/href-with-query'
import { sessionContext } from '~/session/session.server'
import { GameCard } from '~/ui/game-card/game-card'
import { Icon } from '~/ui/icon/icon'
import { pageSections, stack, twoColumns } from '~/ui/layout/layout.css'
import { List, ListRow } from '~/ui/list/list'
import { SectionHeading } from '~/ui/page-title/page-title'
import { MoreLink } from '~/ui/text-link/text-link'
import type { Route } from './+types/home'
import { ExcludedWelcome } from './excluded-welcome'
import { Hero } from './hero'
import * as css from './home.css'
import {
  casinoProviderCards,
  loadGameCards,
  loadProviderLists,
  loadRecentMovements,
  maxShown,
  slotProviderCards,
} from './home-data.server'
import { Popups } from './notice-popups'

/** All visitors share one copy of the page, so the jackpot may be this old. */
export const handle = { pageCacheMs: 5_000, asksAboutDocuments: true } satisfies RouteHandle

/** Pop-ups shown at a time; further ones show when these are hidden. */
const maxPopups = 10

export async function loader({ request, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const i18n = i18nFor(context.get(requestInfoContext).locale)
  const isMember = context.get(sessionContext).member !== null
  const hiddenPopups = readHiddenPopups(request)
  const lists = loadProviderLists(upstream)

  const [{ casino, slot, sport }, limits, jackpot, popups, games, notices, movements] = await Promise.all([
    lists,
    isMember ? loadPlayLimitsSummary(upstream) : null,
    upstream.attempt('get-jackpot', {}),
    upstream.attempt('get-notice-popup', {}),
    isMember ? lists.then(({ slot }) => loadGameCards(request, upstream, slot ?? [], i18n)) : null,
    isMember ? upstream.attempt('get-user-notices', {}) : null,
    isMember ? loadRecentMovements(upstream) : null,
  ])
  const exclusion = limits?.exclusion ?? null
  return {
    exclusion: exclusion && {
      ...exclusion,
      helpLines: helpLinesFor(request, context.get(requestInfoContext).locale),
    },
    jackpot:
      !exclusion && jackpot.kind === 'done' && jackpot.answer.amount !== undefined
        ? { amount: jackpot.answer.amount, asOf: jackpot.answer.asOf }
        : null,
    counts: { casino: casino?.length, slot: slot?.length, sport: sport?.length },
    popups: (popups.kind === 'done' && !exclusion ? popups.answer.note : [])
      .filter(({ idx }) => idx === undefined || !hiddenPopups.has(popupCookieSuffix(idx)))
      .slice(0, maxPopups)
      .map(({ idx, title, contents }) => ({ idx: idx?.toString(), title: title ?? '', text: contents ?? '' })),
    games: exclusion ? null : games,
    slotProviders: isMember ? null : slotProviderCards(slot ?? [], i18n),
    casinoProviders: isMember ? null : casinoProviderCards(casino ?? [], i18n),
    notices:
      notices?.kind === 'done'
        ? notices.answer.notices
            .slice(0, maxShown.rows)
            .map(({ idx, title, regDate }) => ({ idx: idx?.toString(), title, at: regDate }))
        : null,
    movements,
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { lang, t } = useI18n()
  const { exclusion, jackpot, counts, popups, games, slotProviders, casinoProviders, notices, movements } = loaderData
  return (
    <div className={pageSections}>
      <DocumentTitle page={t('home.title')} />
      {exclusion ? (
        <ExcludedWelcome exclusion={exclusion} />
      ) : (
        <>
          <Hero jackpot={jackpot} isMember={games !== null} />
          {popups.length > 0 && <Popups popups={popups} />}
          <CategoryLinks counts={counts} />
        </>
      )}
      {games && games.cards.length > 0 && (
        <section className={stack} aria-labelledby="games">
          <SectionHeading
            id="games"
            title={t(games.kind === 'recent' ? 'home.recent' : 'home.explore')}
            end={
              <MoreLink to="/slot" about={t('home.all.slot')}>
                {t('common.all')}
              </MoreLink>
            }
          />
          <SixGames labelledBy="games" games={games.cards} />
        </section>
      )}
      {slotProviders && slotProviders.length > 0 && (
        <section className={stack} aria-labelledby="slots">
          <SectionHeading
            id="slots"
            title={t('home.slots')}
            end={
              <MoreLink to="/slot" about={t('home.all.slot')}>
                {t('common.all')}
              </MoreLink>
            }
          />
          <ul className={six} aria-labelledby="slots">
            {slotProviders.map(({ code, name, subtitle, src }) => (
              <GameCard
                key={code}
                to={providerHref(code)}
                src={src}
                name={name}
                provider={subtitle}
                providerLang={langOfName(subtitle, lang)}
              />
            ))}
          </ul>
        </section>
      )}
      {casinoProviders && casinoProviders.length > 0 && (
        <section className={stack} aria-labelledby="tables">
          <SectionHeading
            id="tables"
            title={t('home.casino')}
            end={
              <MoreLink to="/casino" about={t('home.all.casino')}>
                {t('common.all')}
              </MoreLink>
            }
          />
          <div className={css.casinoProviders}>
            <ProviderList label={t('home.casino')} providers={casinoProviders} to={(code) => launchHref(code, code)} />
          </div>
        </section>
      )}
      {(notices || movements) && (
        <div className={twoColumns}>
          {notices && notices.length > 0 && <LatestNotices notices={notices} />}
          {movements && movements.length > 0 && <RecentMovements movements={movements} />}
        </div>
      )}
    </div>
  )
}

function providerHref(code: string): string {
  return hrefWithQuery('/slot/game', { code })
}

type Loaded = Route.ComponentProps['loaderData']

const categories = [
  { name: 'casino', to: '/casino', label: 'home.tile.casino' },
  { name: 'slot', to: '/slot', label: 'home.tile.slot' },
  { name: 'sport', to: '/sport', label: 'home.tile.sport' },
] as const

/** Links to casino, slots and sports, each with its number of providers. */
function CategoryLinks({ counts }: { counts: Loaded['counts'] }) {
  const { t } = useI18n()
  return (
    <ul className={css.categories} aria-label={t('home.tiles')}>
      {categories.map(({ name, to, label }) => {
        const count = counts[name]
        return (
          <li key={name}>
            <Link to={to} className={css.category}>
              <picture>
                <source media="(min-width: 768px)" srcSet={roomArtSrc(name, 'wide')} width={240} height={135} />
                <img className={css.categoryPicture} src={roomArtSrc(name, 'square')} alt="" width={120} height={120} />
              </picture>
              <div className={css.categoryText}>
                <h2 className={css.categoryName}>{t(label)}</h2>
                {count !== undefined && <p className={css.categoryCount}>{t('home.providers', { count })}</p>}
                <span className={css.categoryArrow}>
                  <Icon name="arrow-right" />
                </span>
              </div>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function LatestNotices({ notices }: { notices: NonNullable<Loaded['notices']> }) {
  const { date, t } = useI18n()
  return (
    <section className={stack} aria-labelledby="notices">
      <SectionHeading
        id="notices"
        title={t('home.notices')}
        end={
          <MoreLink to="/notice" about={t('home.all.notices')}>
            {t('common.more')}
          </MoreLink>
        }
      />
      <List>
        {notices.map(({ idx, title, at }) => (
          <ListRow
            key={idx ?? title}
            to={idx === undefined ? '/notice' : `/notice?${new URLSearchParams({ id: idx })}`}
            title={title || t('notice.untitled')}
            end={date(at)}
          />
        ))}
      </List>
    </section>
  )
}

function RecentMovements({ movements }: { movements: NonNullable<Loaded['movements']> }) {
  const { dateTime, t, signed } = useI18n()
  return (
    <section className={stack} aria-labelledby="movements">
      <SectionHeading
        id="movements"
        title={t('home.movements')}
        end={<MoreLink to="/user">{t('home.movements.all')}</MoreLink>}
      />
      <List>
        {movements.map(({ kind, id, won, at, status }) => (
          <ListRow
            key={`${kind} ${id}`}
            title={
              <span className={css.movement}>
                {t(`movement.${kind}`)}
                <StatusBadge status={status} />
                <span className={css.movementTime}>{dateTime(at)}</span>
              </span>
            }
            end={
              <span className={css.movementAmount}>
                {t('money.won', { amount: signed(kind === 'deposit' || won === undefined ? won : -won) })}
              </span>
            }
          />
        ))}
      </List>
    </section>
  )
}
