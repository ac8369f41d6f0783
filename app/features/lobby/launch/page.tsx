import { use } from 'react'
import { data, href, redirect } from 'react-router'
import { brand } from '~/brand/brand.server'
import { EmptyPage } from '~/components/empty-page'
import { DocumentTitle } from '~/components/page-head'
import { UnreadableMoney } from '~/components/unreadable-money'
import { throwIfExcluded } from '~/features/play-limits/play-limits.server'
import { redirectIfRealityCheckDue } from '~/features/play-limits/reality-check.server'
import { useI18n } from '~/i18n/i18n'
import { langOfName } from '~/i18n/locale'
import type { Context } from '~/server/http/incoming.server'
import { isFormPost } from '~/server/middleware/body.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { forScreen, upstreamContext } from '~/server/upstream/page-upstream.server'
import { useSession } from '~/session/session-context'
import { hasNoMoney } from '~/session/shell-data'
import { SupportLink } from '~/shell/footer/contact-links'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { LabelledFigure } from '~/ui/figure/figure'
import { pageSections, stack, wrapRow } from '~/ui/layout/layout.css'
import { ChipFilter } from '~/ui/link-row/link-row'
import { SectionHeading } from '~/ui/page-title/page-title'
import { Picture, PicturesContext } from '~/ui/picture/picture'
import { softText } from '~/ui/text.css'
import { BackLink } from '~/ui/text-link/text-link'
import { rememberGame } from '../favourites/member-games.server'
import { useFavourites } from '../favourites/use-favourites'
import { isProviderClosed } from '../lists/kinds.server'
import { FavouritesForm, GameList, Heart, ProviderList } from '../lists/lists'
import { Marks } from '../lists/table-lines'
import type { Route } from './+types/page'
import { LaunchForm } from './form'
import { gamesHref, launchHref } from './href'
import { type LaunchProblem, maintenanceProblem, refusedLaunchProblem, unknownLaunchProblem } from './launch-problem'
import * as css from './page.css'
import { type LaunchData, loadLaunchPage, type RequestedGame, readRequestedGame } from './page.server'
import { findLaunchTarget, redirectToChooseGame } from './target.server'

export const handle = {
  requiresConsent: true,
  demotesDepositButton: true,
  servedCountriesOnly: true,
  section: (loaderData) => ((loaderData ?? {}) as Partial<LaunchData>).category,
} satisfies RouteHandle

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const requested = readRequestedGame(url, context)
  if (requested.company === '' && !isFormPost(context)) throw await redirectToChooseGame(context)
  if (!isFormPost(context)) await throwUnlessPlayable(requested, context)
  const launch = await loadLaunchPage(requested, request, context)
  return launch ? { kind: 'play' as const, ...launch } : data({ kind: 'unknown' as const }, { status: 404 })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const requested = readRequestedGame(url, context)
  const upstream = context.get(upstreamContext)
  await throwUnlessPlayable(requested, context)
  const target = await findLaunchTarget(upstream, requested.company, requested.code, requested.picks)
  if (!target) return data({ problem: undefined }, { status: 404 })
  if (target.game?.used === 'n' || isProviderClosed(target.provider))
    return data({ problem: maintenanceProblem }, { status: 409 })

  const isSport = target.kind === 'sport'
  const outcome = forScreen(await upstream.call('open-game', { ...target.payload, ...brand.stakeCaps }), upstream)
  switch (outcome.kind) {
    case 'done':
      rememberGame(request, context, { company: String(target.provider.code), code: String(target.payload.code) })
      return redirect(outcome.response.gameUrl, 303)
    case 'refused':
      return data({ problem: refusedLaunchProblem(outcome.status, isSport) }, { status: 409 })
    case 'unknown':
      return data({ problem: unknownLaunchProblem(isSport, outcome.reference) }, { status: outcome.httpStatus })
    case 'invalid':
    case 'code-reused':
      return data({ problem: refusedLaunchProblem(undefined, isSport) }, { status: 422 })
    default:
      return outcome satisfies never
  }
}

/** @throws the 403 page for a break or self-exclusion, or the redirect to a due reality check. */
async function throwUnlessPlayable({ company, code, picks }: RequestedGame, context: Context) {
  await throwIfExcluded(context.get(upstreamContext))
  await redirectIfRealityCheckDue(context, launchHref(company, code, picks))
}

export default function Game({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.kind === 'unknown') return <UnknownGame />
  // The key resets the launch state when another game is opened.
  return <LaunchPage key={`${loaderData.company}/${loaderData.code}`} play={loaderData} problem={actionData?.problem} />
}

function LaunchPage({ play, problem }: { play: LaunchData; problem: LaunchProblem | undefined }) {
  const { lang, t, won } = useI18n()
  const { member } = useSession()
  const { cashWon, inGameWon, totalWon } = member ?? {}
  const hasPictures = use(PicturesContext)
  const { changes, handleSubmit } = useFavourites()
  const { company, games, name, others, provider, providers, category, closedUntil: until } = play
  const isClosed = play.isUnderMaintenance || problem?.title === maintenanceProblem.title
  const closedTitle = until ? t('lobby.maintenance.until', { until }) : t(maintenanceProblem.title)
  const back = {
    casino: { to: href('/casino'), text: t('lobby.casino.title') },
    sport: { to: href('/sport'), text: t('lobby.sport.title') },
    slot: { to: gamesHref(company), text: provider },
  }[category]
  // Only if no other link on the page leads there.
  const more = isClosed || others.to === back.to ? undefined : { to: others.to, text: t('common.all') }
  return (
    <div className={pageSections}>
      <DocumentTitle page={name} />
      <FavouritesForm onSubmit={handleSubmit} />
      <div className={hasPictures ? css.launch : css.plain}>
        <div className={css.back}>
          <BackLink to={back.to}>{back.text}</BackLink>
        </div>
        {hasPictures && (
          <div className={css.picture}>
            <Picture src={play.src} shape={category === 'slot' ? 'game' : 'provider'} eager />
            {play.favourite && <Heart game={{ ...play, ...play.favourite }} changes={changes} />}
          </div>
        )}
        <div className={css.beside}>
          <div className={css.names}>
            <h1 className={css.name}>{name}</h1>
            {name !== provider && <p className={css.provider}>{provider}</p>}
            {play.otherName && !play.table && (
              <p className={css.otherName} lang={langOfName(play.otherName, lang)}>
                {play.otherName}
              </p>
            )}
            {play.table && (
              <>
                <p className={css.table}>{play.table.kind}</p>
                <p className={softText}>{play.table.stakes}</p>
                <Marks table={play.table} />
              </>
            )}
          </div>
          <div className={css.actions}>
            {play.tables.length > 1 && (
              <ChipFilter
                label={t('lobby.kinds.casino')}
                items={play.tables.map(({ code, name: table }) => ({
                  to: launchHref(company, code),
                  text: table,
                  current: table === play.table?.kind,
                }))}
              />
            )}
            {isClosed && (
              <Alert kind="warning" icon="wrench" title={closedTitle} silent={!problem}>
                <p>{t(maintenanceProblem.text)}</p>
              </Alert>
            )}
            {!isClosed && totalWon !== undefined && !hasNoMoney(member) && (
              <LabelledFigure label={t('launch.money')} amount={won(totalWon)} size="line" />
            )}
            <UnreadableMoney figures={[cashWon, inGameWon]} />
            {isClosed ? (
              <div className={wrapRow}>
                <ButtonLink to={others.to} variant="primary">
                  {others.all}
                </ButtonLink>
                <SupportLink variant="ghost">{t('nav.help')}</SupportLink>
              </div>
            ) : (
              <LaunchForm play={play} problem={problem} />
            )}
          </div>
        </div>
      </div>
      {games.length + providers.length > 0 && (
        <section className={stack} aria-labelledby="others">
          <SectionHeading id="others" title={others.title} more={more} />
          {games.length > 0 ? (
            <GameList labelledBy="others" games={games} />
          ) : (
            <ProviderList
              providers={providers}
              extrasOf={({ code, table }) => ({ to: launchHref(code, table?.code ?? code) })}
            />
          )}
        </section>
      )}
    </div>
  )
}

function UnknownGame() {
  const { t } = useI18n()
  return (
    <EmptyPage
      picture="astray"
      title={t('launch.unknown.title')}
      text={t('launch.unknown.text')}
      action={
        <>
          <ButtonLink to={href('/slot')}>{t('lobby.slot.title')}</ButtonLink>
          <ButtonLink to={href('/casino')}>{t('lobby.casino.title')}</ButtonLink>
          <ButtonLink to={href('/sport')}>{t('lobby.sport.title')}</ButtonLink>
        </>
      }
    />
  )
}
