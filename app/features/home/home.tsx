import { href } from 'react-router'
import { brand } from '~/brand/brand.server'
import { LobbyTiles } from '~/components/lobby-tiles'
import { OperatorText } from '~/components/markup'
import { DocumentTitle } from '~/components/page-head'
import { loadMemberGames } from '~/features/lobby/favourites/load.server'
import { ProviderList } from '~/features/lobby/lists/lists'
import { toOpenBetsText } from '~/features/lobby/lists/matches.server'
import { loadRails } from '~/features/lobby/rails/home.server'
import { GameRail } from '~/features/lobby/rails/rail'
import { loadPlayLimitsSummary } from '~/features/play-limits/play-limits.server'
import { useI18n } from '~/i18n/i18n'
import { useFocusMainOnRemoval } from '~/navigation/current-page'
import { memberPart } from '~/navigation/member-part'
import { popupCookieSuffix, readHiddenPopups } from '~/server/cookies/preferences.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { sessionContext } from '~/server/session/session.server'
import { readMessageText } from '~/server/upstream/message-body.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { loadJackpot, loadPopups } from '~/server/upstream/shared-responses.server'
import { PostForm } from '~/session/post-form'
import { dismissBeforeCount } from '~/transactions/settlement-news.server'
import { Button } from '~/ui/button/button'
import { Icon } from '~/ui/icon/icon'
import { pageSections } from '~/ui/layout/layout.css'
import { Link } from '~/ui/link/link'
import { SectionHeading } from '~/ui/page-title/page-title'
import type { MessageBody } from '~/values/markup'
import { acceptedMessages } from '~/values/numbered-messages'
import type { Route } from './+types/home'
import { Hero } from './hero'
import * as css from './home.css'
import { casinoProviderCards, loadProviderLists, loadTransactions, maxShown, toShownJackpot } from './home-data.server'

/** A home notice. Without an `idx` it can't be hidden. */
function Popup({ idx, title, body }: { idx?: string; title: string; body: MessageBody }) {
  const { t } = useI18n()
  return (
    <details ref={useFocusMainOnRemoval<HTMLDetailsElement>()} className={css.popup}>
      <summary className={css.popupSummary}>
        <Icon name="bell" />
        <h2 className={css.popupTitle}>{title || t('notice.untitled')}</h2>
      </summary>
      <div className={css.popupText}>{typeof body === 'string' ? body : <OperatorText nodes={body} level={3} />}</div>
      {idx !== undefined && (
        <PostForm action={href('/popup')} preventScrollReset className={css.popupForm}>
          <input type="hidden" name="idx" value={idx} />
          <Button variant="ghost" size="small">
            {t('popup.hide')}
          </Button>
        </PostForm>
      )}
    </details>
  )
}

const importMemberHome = () => import('./member-home')
const MemberTop = memberPart(importMemberHome, 'MemberTop')
const ExcludedPage = memberPart(() => import('~/shell/member-shell'), 'ExcludedPage')
const LatestNotices = memberPart(importMemberHome, 'LatestNotices')
const LastSettled = memberPart(importMemberHome, 'LastSettled')
const OpenBets = memberPart(importMemberHome, 'OpenBets')
const AcceptedAndPending = memberPart(importMemberHome, 'AcceptedAndPending')

/** All visitors share a cached page, so its jackpot figure may be this old. */
export const handle = {
  pageCacheMs: 5_000,
  requiresConsent: true,
  hasFewMessages: true,
  indexed: { description: 'about.home' },
  flashesInPage: [...Object.values(acceptedMessages), 'deposit.cancel.done.of'],
  // The deposit button is less prominent if the page tells the member what to do next.
  demotesDepositButton: (loaderData) => {
    const { transactions } = (loaderData ?? {}) as Partial<Awaited<ReturnType<typeof loader>>>
    return transactions?.hasNextStep ?? false
  },
} satisfies RouteHandle

const maxPopups = 10

export async function loader({ request, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const i18n = i18nOf(context)
  const isMember = context.get(sessionContext).member !== null
  const hiddenPopups = readHiddenPopups(request)
  const lists = loadProviderLists(upstream)
  const memberGames = isMember ? loadMemberGames(request, context) : null

  const [{ casino, slot, sport }, limits, jackpot, popups, rails, notices, transactions] = await Promise.all([
    lists,
    isMember ? loadPlayLimitsSummary(upstream) : null,
    loadJackpot(upstream),
    loadPopups(upstream),
    loadRails(upstream, lists, memberGames, i18n),
    isMember ? upstream.callOptional('get-user-notices', {}) : null,
    memberGames && dismissBeforeCount(context, loadTransactions(request, context, memberGames)),
  ])
  const exclusion = limits?.exclusion ?? null
  return {
    exclusion,
    jackpot: exclusion ? null : toShownJackpot(jackpot, i18n),
    counts: { casino: casino?.length, slot: slot?.length, sport: sport?.length },
    popups: (exclusion ? [] : popups)
      .filter(({ idx }) => idx === undefined || !hiddenPopups.has(popupCookieSuffix(idx)))
      .slice(0, maxPopups)
      .map(({ idx, title, body }) => ({ idx: idx?.toString(), title, body })),
    isMember,
    rails: exclusion ? [] : rails,
    banners: exclusion ? [] : brand.banners(i18n.locale, Date.now()),
    casinoProviders: isMember ? null : casinoProviderCards(casino ?? [], i18n),
    notices:
      notices?.kind === 'done'
        ? notices.response.notices.slice(0, maxShown.rows).map(({ idx, title, regDate }) => ({
            idx: idx?.toString(),
            title: readMessageText(title),
            date: i18n.date(regDate),
          }))
        : null,
    transactions,
    openBets: memberGames && toOpenBetsText(await memberGames, sport ?? [], i18n),
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n()
  const { exclusion, jackpot, counts, popups, banners, isMember, rails, casinoProviders, notices } = loaderData
  const { transactions, openBets } = loaderData
  const pending = transactions && <AcceptedAndPending {...transactions} />
  const bets = openBets && <OpenBets {...openBets} />
  const continued = rails.filter(({ id }) => id === 'continue')
  return (
    <div className={`${pageSections} ${isMember ? css.home : css.visitorHome}`}>
      {!exclusion && <DocumentTitle page={t('home.title')} />}
      {exclusion ? (
        <ExcludedPage until={exclusion.isOver ? undefined : exclusion.until}>
          {pending}
          {bets}
        </ExcludedPage>
      ) : (
        pending
      )}
      {transactions && !exclusion && (
        <MemberTop jackpot={jackpot} counts={counts} rails={rails} {...transactions}>
          {bets}
          <Rails rails={continued} eager />
        </MemberTop>
      )}
      {!isMember && (
        <>
          <Hero jackpot={jackpot} isMember={false} />
          <LobbyTiles counts={counts} />
        </>
      )}
      {popups.length > 0 && (
        <section className={css.popups} aria-label={t('popup.label')}>
          {popups.map((popup, index) => (
            <Popup key={popup.idx ?? `nameless ${index}`} {...popup} />
          ))}
        </section>
      )}
      {banners.length > 0 && (
        <ul className={css.banners}>
          {banners.map(({ src, width, height, link, text }) => (
            <li key={src + link} className={css.banner}>
              <Link to={link}>
                <img src={src} width={width} height={height} alt={text} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Rails rails={rails.slice(continued.length)} eager={continued.length === 0} />
      {casinoProviders && casinoProviders.length > 0 && (
        <section className={css.casinoProviders} aria-labelledby="tables">
          <SectionHeading
            id="tables"
            title={t('lobby.casino.title')}
            more={{ to: href('/casino'), text: t('common.all'), about: t('home.all.casino') }}
          />
          <ProviderList eager={false} label={t('lobby.casino.title')} providers={casinoProviders} />
        </section>
      )}
      {(notices || transactions?.recent) && (
        <div className={css.news}>
          {notices && notices.length > 0 && <LatestNotices notices={notices} />}
          {transactions?.recent && transactions.recent.length > 0 && <LastSettled transactions={transactions.recent} />}
        </div>
      )}
    </div>
  )
}

function Rails({ rails, eager = false }: { rails: Route.ComponentProps['loaderData']['rails']; eager?: boolean }) {
  if (rails.length === 0) return null
  return (
    <div className={css.rails}>
      {rails.map((rail, index) => (
        <GameRail key={rail.id} rail={rail} eager={eager && index === 0} />
      ))}
    </div>
  )
}
