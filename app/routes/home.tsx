import { Link } from 'react-router'
import { roomArtSrc } from '~/art/address'
import { hiddenPopups, popupMark } from '~/http/preferences.server'
import type { RouteHandle } from '~/http/route.server'
import { visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { langOfName } from '~/i18n/locale'
import { useWords } from '~/i18n/words'
import { ProviderList, SixGames } from '~/lobby/lists'
import { six } from '~/lobby/lists.css'
import { addressWith, launchPage } from '~/lobby/pages'
import { sessionContext } from '~/session/session.server'
import { DocumentTitle } from '~/shell/document-title'
import { StatusBadge } from '~/shell/status-badge'
import { GameCard } from '~/ui/game-card/game-card'
import { Icon } from '~/ui/icon/icon'
import { halves, parts, stack } from '~/ui/layout/layout.css'
import { List, ListRow } from '~/ui/list/list'
import { PartTitle } from '~/ui/page-title/page-title'
import { MoreLink } from '~/ui/text-link/text-link'
import { upstreamContext } from '~/upstream/client.server'
import type { Route } from './+types/home'
import * as css from './home.css'
import { gamesFor, listsFor, most, movementsFor, slotCards, tableCards } from './home-cards.server'
import { Hero } from './home-hero'
import { Popups } from './home-popups'

/** All visitors share one copy of the page, so the jackpot may be this old. */
export const handle = { sharedMs: 5_000 } satisfies RouteHandle

/** Pop-ups shown at a time; further ones show when these are hidden. */
const popupsMost = 10

export async function loader({ request, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const words = serverWords(context.get(visitContext).locale)
  const isMember = context.get(sessionContext).member !== null
  const hidden = hiddenPopups(request)
  const lists = listsFor(upstream)

  const [{ casino, slot, sport }, jackpot, popups, games, notices, movements] = await Promise.all([
    lists,
    upstream.attempt('get-jackpot', {}),
    upstream.attempt('get-notice-popup', {}),
    isMember ? lists.then(({ slot }) => gamesFor(request, upstream, slot ?? [], words)) : null,
    isMember ? upstream.attempt('get-user-notices', {}) : null,
    isMember ? movementsFor(upstream) : null,
  ])
  return {
    jackpot:
      jackpot.kind === 'done' && jackpot.answer.amount !== undefined
        ? { amount: Math.trunc(jackpot.answer.amount), asOf: jackpot.answer.asOf }
        : null,
    counts: { casino: casino?.length, slot: slot?.length, sport: sport?.length },
    popups: (popups.kind === 'done' ? popups.answer.note : [])
      .filter(({ idx }) => idx === undefined || !hidden.has(popupMark(idx)))
      .slice(0, popupsMost)
      .map(({ idx, title, contents }) => ({ idx: idx?.toString(), title: title ?? '', text: contents ?? '' })),
    games,
    slots: isMember ? null : slotCards(slot ?? [], words),
    tables: isMember ? null : tableCards(casino ?? [], words),
    notices:
      notices?.kind === 'done'
        ? notices.answer.notices
            .slice(0, most.lines)
            .map(({ idx, title, regDate }) => ({ idx: idx?.toString(), title, at: regDate }))
        : null,
    movements,
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { lang, t } = useWords()
  const { jackpot, counts, popups, games, slots, tables, notices, movements } = loaderData
  return (
    <div className={parts}>
      <DocumentTitle page={t('home.title')} />
      <Hero jackpot={jackpot} isMember={games !== null} />
      {popups.length > 0 && <Popups popups={popups} />}
      <Rooms counts={counts} />
      {games && games.cards.length > 0 && (
        <section className={stack} aria-labelledby="games">
          <PartTitle
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
      {slots && slots.length > 0 && (
        <section className={stack} aria-labelledby="slots">
          <PartTitle
            id="slots"
            title={t('home.slots')}
            end={
              <MoreLink to="/slot" about={t('home.all.slot')}>
                {t('common.all')}
              </MoreLink>
            }
          />
          <ul className={six} aria-labelledby="slots">
            {slots.map(({ code, name, second, src }) => (
              <GameCard
                key={code}
                to={providerPage(code)}
                src={src}
                name={name}
                provider={second}
                providerLang={langOfName(second, lang)}
              />
            ))}
          </ul>
        </section>
      )}
      {tables && tables.length > 0 && (
        <section className={stack} aria-labelledby="tables">
          <PartTitle
            id="tables"
            title={t('home.casino')}
            end={
              <MoreLink to="/casino" about={t('home.all.casino')}>
                {t('common.all')}
              </MoreLink>
            }
          />
          <div className={css.tables}>
            <ProviderList label={t('home.casino')} providers={tables} to={(code) => launchPage(code, code)} />
          </div>
        </section>
      )}
      {(notices || movements) && (
        <div className={halves}>
          {notices && notices.length > 0 && <Notices notices={notices} />}
          {movements && movements.length > 0 && <Movements movements={movements} />}
        </div>
      )}
    </div>
  )
}

function providerPage(code: string): string {
  return addressWith('/slot/game', { code })
}

type Loaded = Route.ComponentProps['loaderData']

const rooms = [
  { name: 'casino', to: '/casino', label: 'home.tile.casino' },
  { name: 'slot', to: '/slot', label: 'home.tile.slot' },
  { name: 'sport', to: '/sport', label: 'home.tile.sport' },
] as const

/** Links to casino, slots and sports, each with its number of providers. */
function Rooms({ counts }: { counts: Loaded['counts'] }) {
  const { t } = useWords()
  return (
    <ul className={css.rooms} aria-label={t('home.tiles')}>
      {rooms.map(({ name, to, label }) => {
        const count = counts[name]
        return (
          <li key={name}>
            <Link to={to} className={css.room}>
              <picture>
                <source media="(min-width: 768px)" srcSet={roomArtSrc(name, 'wide')} width={240} height={135} />
                <img className={css.roomPicture} src={roomArtSrc(name, 'square')} alt="" width={120} height={120} />
              </picture>
              <div className={css.roomWords}>
                <h2 className={css.roomName}>{t(label)}</h2>
                {count !== undefined && <p className={css.roomCount}>{t('home.providers', { count })}</p>}
                <span className={css.roomArrow}>
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

function Notices({ notices }: { notices: NonNullable<Loaded['notices']> }) {
  const { date, t } = useWords()
  return (
    <section className={stack} aria-labelledby="notices">
      <PartTitle
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

function Movements({ movements }: { movements: NonNullable<Loaded['movements']> }) {
  const { dateTime, t, signed } = useWords()
  return (
    <section className={stack} aria-labelledby="movements">
      <PartTitle
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
              <span className={css.movementSum}>
                {t('money.won', { amount: signed(kind === 'deposit' || won === undefined ? won : -won) })}
              </span>
            }
          />
        ))}
      </List>
    </section>
  )
}
